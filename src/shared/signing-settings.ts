import { KEEP_RECORDS, NAME_LENGTHS } from './provenance.ts'
import type { Definition, ValueKind } from './setting-definition.ts'

const now = { effect: 'now' } as const

/** A text of at most this many characters. */
const atMost = (most: number): ValueKind => ({
  kind: 'text',
  check: (text) => (text.length > most ? `has at most ${most} characters` : undefined),
})

/** The settings of signing, which the Verify screen shows too. */
export const SIGNING_SETTINGS = {
  'signing.author': {
    ...{ section: 'signing', name: 'Author', standard: '', emptyWords: 'Nobody is named', ...now },
    value: atMost(NAME_LENGTHS.author),
    description: 'Who is named as the author in exported files.',
  },
  'signing.training': {
    ...{ section: 'signing', name: 'AI training and data mining', standard: '', ...now },
    description: 'Whether signed files allow that others train AI with them.',
    value: {
      kind: 'choice',
      choices: [
        { value: '', label: 'Not stated' },
        { value: 'allowed', label: 'Allowed' },
        { value: 'notAllowed', label: 'Not allowed' },
        { value: 'constrained', label: 'Only with my permission' },
      ],
    },
  },
  'signing.cloned-names': {
    ...{ section: 'signing', name: 'Names of cloned voices', standard: 'no', ...now },
    description: 'Whether signed files name a voice that was made from a recording.',
    value: {
      kind: 'choice',
      choices: [
        { value: 'no', label: 'Left out' },
        { value: 'yes', label: 'Written into files' },
      ],
    },
  },
  'signing.flac': {
    ...{ section: 'signing', name: 'Signature of FLAC files', standard: 'embed', ...now },
    description: 'Firefox does not play FLAC files with a signature inside.',
    value: {
      kind: 'choice',
      choices: [
        { value: 'embed', label: 'Inside the file' },
        { value: 'sidecar', label: 'In a .c2pa file beside it' },
      ],
    },
  },
  'signing.name': {
    ...{ section: 'signing', name: 'Name in the certificate', standard: '', ...now },
    ...{ value: atMost(NAME_LENGTHS.issuer), emptyWords: 'Griot (this computer)' },
    description: 'Who signs. It counts from the next signing key.',
  },
  'signing.organisation': {
    ...{ section: 'signing', name: 'Organisation in the certificate', standard: '', ...now },
    ...{ value: atMost(NAME_LENGTHS.issuer), emptyWords: 'Griot' },
    description: 'It counts from the next signing key.',
  },
  'signing.records': {
    ...{ section: 'signing', name: 'Register of signed answers', standard: '100000', ...now },
    description: 'How many signed answers and files are remembered, the newest.',
    value: { ...{ kind: 'number', isWhole: true, unit: 'entries' }, ...KEEP_RECORDS },
  },
} as const satisfies Readonly<Record<string, Definition>>
