import { z } from 'zod'
import { LANGUAGES } from './languages/languages.ts'

export const PRONUNCIATION_LIMITS = { word: 80, replacement: 200, entries: 5_000 } as const
/** File formats from which a dictionary is imported, and to which it is exported. */
export const DICTIONARY_FORMATS = ['csv', 'pls'] as const
/** The longest file that is imported, in characters: ten times the fullest dictionary of usual words. */
export const IMPORT_LIMIT = 4_000_000

const Language = z.enum(LANGUAGES.map(({ code }) => code))
const ProjectId = z.string().min(1).max(64)

/** One spelling of what a person typed: NFC, single spaces, none at the edges. */
function typed(name: string, limit: number) {
  return z
    .string()
    .transform((text) => text.normalize('NFC').replace(/\s+/g, ' ').trim())
    .pipe(
      z
        .string()
        .min(1, `The ${name} is empty.`)
        .max(limit, `The ${name} has more than ${limit} characters.`)
        .regex(
          /^[^[\]<>\p{Cc}\p{Cn}\p{Co}]*$/u,
          `The ${name} must not contain [ ] < > or control characters.`,
        ),
    )
}

/** How a word is said, as a person adds it to the dictionary. */
export const PronunciationDraft = z.object({
  /** One word or several, as they are written. */
  word: typed('word', PRONUNCIATION_LIMITS.word).pipe(
    z.string().regex(/[\p{L}\p{N}]/u, 'The word has no letter or digit.'),
  ),
  saidAs: z.discriminatedUnion('kind', [
    /** Read instead, by the rules of the language around it. */
    z.object({
      kind: z.literal('text'),
      text: typed('replacement', PRONUNCIATION_LIMITS.replacement).pipe(
        z.string().regex(/[\p{L}\p{N}]/u, 'The replacement has no letter or digit.'),
      ),
    }),
    /** IPA; words separated by spaces, tones as marks on vowels. */
    z.object({ kind: z.literal('ipa'), ipa: typed('IPA', PRONUNCIATION_LIMITS.replacement) }),
  ]),
  /** The language of the text in which the word is replaced; left out: any. */
  language: Language.optional(),
  scope: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('global') }),
    z.object({ kind: z.literal('project'), projectId: ProjectId }),
  ]),
  caseSensitive: z.boolean(),
})
export type PronunciationDraft = z.infer<typeof PronunciationDraft>

export const Pronunciation = PronunciationDraft.extend({ id: z.number().int() })
export type Pronunciation = z.infer<typeof Pronunciation>

/** What an import would do with one entry of its file. `before`: how the word is said now. */
const PlannedEntry = z.object({
  draft: PronunciationDraft,
  change: z.enum(['add', 'replace', 'same']),
  before: PronunciationDraft.shape.saidAs.optional(),
})
export type PlannedEntry = z.infer<typeof PlannedEntry>

/** The longest list of entries that is shown before an import. */
export const PLAN_SHOWN = 200

const ImportOrder = z.object({
  format: z.enum(DICTIONARY_FORMATS),
  text: z
    .string()
    .max(IMPORT_LIMIT, 'The file is too large for a dictionary: it may have 4 million characters.'),
  /** Where entries go that name no scope of their own; left out: global. */
  projectId: ProjectId.optional(),
})

/** Methods of the contract table (shared/api.ts). */
export const pronunciationMethods = {
  /** The global entries, and those of the project where one is given; by word. */
  'pronunciations.list': {
    input: z.object({ projectId: ProjectId.optional() }),
    output: z.array(Pronunciation),
  },
  'pronunciations.add': { input: PronunciationDraft, output: Pronunciation },
  /** Adds an entry, or gives the one with its word, scope, language and case its pronunciation; `before`: what that was. */
  'pronunciations.set': {
    input: PronunciationDraft,
    output: z.object({ entry: Pronunciation, before: Pronunciation.optional() }),
  },
  'pronunciations.change': { input: Pronunciation, output: Pronunciation },
  'pronunciations.remove': { input: z.object({ id: z.number().int() }), output: z.object({}) },
  /** All entries of a file or none. Where the word is there already, the file's pronunciation takes its place. */
  'pronunciations.import': {
    input: ImportOrder,
    output: z.object({ added: z.number(), replaced: z.number() }),
  },
  /** What that import would do; nothing is changed. `entries`: the first `PLAN_SHOWN`. */
  'pronunciations.plan': {
    input: ImportOrder,
    output: z.object({
      ...{ added: z.number(), replaced: z.number(), same: z.number() },
      entries: z.array(PlannedEntry),
    }),
  },
  /** A lexicon in PLS holds one language: that which is given, else the entries for any language. */
  'pronunciations.export': {
    input: z.object({
      format: z.enum(DICTIONARY_FORMATS),
      projectId: ProjectId.optional(),
      language: Language.optional(),
    }),
    output: z.object({ text: z.string(), entries: z.number() }),
  },
} as const
