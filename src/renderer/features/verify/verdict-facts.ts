import { LANGUAGES } from '#shared/languages/languages.ts'
import type { Verdict } from '#shared/provenance.ts'

/** Row of facts about a valid file. `isCode`: a fingerprint or number that people compare character by character. */
export interface FactRow {
  readonly name: string
  readonly value: string
  readonly isCode?: boolean
}

type Facts = NonNullable<Verdict['facts']>

const VOICE_KINDS: Readonly<Record<string, string>> = {
  'built-in': 'built in',
  designed: 'designed',
  cloned: 'cloned from a recording',
}

/** Labels for the training and mining values of a manifest. */
export const TRAINING_LABELS: Readonly<Record<string, string>> = {
  allowed: 'Allowed',
  notAllowed: 'Not allowed',
  constrained: 'Only as its author permits',
}

const PLACEMENTS: Readonly<Record<NonNullable<Verdict['placement']>, string>> = {
  standard: 'In the file, in the standard place',
  trailing: 'In the file, after the audio',
  sidecar: 'In a separate .c2pa file',
}

/** Facts about a valid file, from its statements to its signer; empty for any other verdict. */
export function factRows({ facts, certificate, placement }: Verdict): readonly FactRow[] {
  if (!facts) return []
  const rows: readonly (FactRow | false)[] = [
    { name: 'Made with', value: applicationText(facts) },
    facts.when !== undefined && {
      name: 'Date the signer stated',
      value: formatDateTime(facts.when),
    },
    { name: 'Voice', value: voiceText(facts) },
    facts.language !== undefined && { name: 'Language', value: languagesText(facts.language) },
    facts.engine !== undefined && { name: 'Engine', value: facts.engine },
    { name: 'AI-generated', value: facts.aiGenerated ? 'Yes' : 'Not stated' },
    facts.title !== undefined && { name: 'Title', value: facts.title },
    facts.author !== undefined && { name: 'Author', value: facts.author },
    facts.trainingMining !== undefined && {
      name: 'Training and mining',
      value: TRAINING_LABELS[facts.trainingMining] ?? facts.trainingMining,
    },
    facts.requestId !== undefined && { name: 'Request', value: facts.requestId, isCode: true },
    placement !== undefined && { name: 'Manifest', value: PLACEMENTS[placement] },
    certificate !== undefined && {
      name: 'Certificate',
      value: certificate.subject,
    },
    certificate !== undefined && {
      name: 'SHA-256 fingerprint',
      value: groupFingerprint(certificate.sha256),
      isCode: true,
    },
  ]
  return rows.filter((row) => row !== false)
}

/** Verdict as plain text, for a message. */
export function detailsText(fileName: string, verdict: Verdict): string {
  const { title, explanation, certificate } = verdict
  const rows = factRows(verdict)
  const issued = certificate && rows.length > 0 ? [issuedByText(certificate.subject)] : []
  const lines = rows.map(({ name, value }) => `${name}: ${value}`)
  return [fileName, title, explanation, ...issued, ...lines].join('\n')
}

/** "Content Credentials issued by …", with the name in the certificate. */
export function issuedByText(subject: string): string {
  return `Content Credentials issued by ${issuerName(subject)}`
}

/** Name and organisation of a certificate's subject, or the subject itself. */
export function issuerName(subject: string): string {
  const { name, organisation } = subjectNames(subject)
  return [name, organisation].filter(Boolean).join(', ') || subject
}

/** Name and organisation in a subject like `CN=Ilé Ohùn, O=Radio\, Ibadan`, where a backslash escapes a comma. */
export function subjectNames(subject: string): { name: string; organisation: string } {
  const parts = subject.split(/(?<!\\), (?=[A-Z]+=)/)
  const of = (key: string): string => {
    const value = parts.find((part) => part.startsWith(`${key}=`))?.slice(key.length + 1) ?? ''
    return value.replaceAll(/\\(.)/g, '$1')
  }
  return { name: of('CN'), organisation: of('O') }
}

/** Groups a fingerprint by four characters, as people compare them. */
export function groupFingerprint(sha256: string): string {
  return sha256.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Formats a time in full in the local time zone. A signer's invalid date is returned as it is. */
export function formatDateTime(moment: string): string {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? moment : FULL.format(date)
}

const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })

function applicationText({ application: { name, version } }: Facts): string {
  return [name === '' ? 'Not stated' : name, version].filter(Boolean).join(' ')
}

function voiceText({ voice, voiceKind = '' }: Facts): string {
  const kind = Object.hasOwn(VOICE_KINDS, voiceKind) ? VOICE_KINDS[voiceKind] : undefined
  if (voice !== undefined) return kind === undefined ? voice : `${voice} (${kind})`
  return kind === undefined ? 'Not stated' : `Name not stated (${kind})`
}

const OTHER_LANGUAGES = new Intl.DisplayNames('en', { type: 'language' })

/** Names of all languages of a file, from a comma-separated list of codes. */
function languagesText(codes: string): string {
  const words = (code: string): string => {
    if (!/^[a-z]{2,3}$/.test(code)) return code
    // Chromium has no name for Nigerian Pidgin.
    const ours = LANGUAGES.find((known) => known.code === code)?.name
    return `${ours ?? OTHER_LANGUAGES.of(code)} (${code})`
  }
  return codes.split(', ').map(words).join(', ')
}
