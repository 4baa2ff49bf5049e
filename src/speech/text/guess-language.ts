import type { LanguageCode } from '#shared/voices.ts'
import { registeredLanguages } from '#speech/languages/registry.ts'

/** Weight of a letter that only one language uses, against a function word. */
const LETTER_WEIGHT = 2
/** Minimum evidence for a language, and its minimum ratio to the next one. */
const LEAST_EVIDENCE = 2
const LEAST_LEAD = 2
/** Characters that are read. */
const MOST_READ = 4_000

/**
 * Guesses the language of a text by its script, by letters that only one language uses, and by function words;
 * undefined where these leave doubt, as for most names and single words.
 * @example `guessLanguage('Ẹ ṣé o')` is `'yo'`.
 */
export function guessLanguage(text: string): LanguageCode | undefined {
  const read = text.slice(0, MOST_READ).normalize('NFC')
  const ethiopic = read.match(/\p{Script=Ethiopic}/gu)?.length ?? 0
  const latin = read.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (ethiopic > latin) return 'am'
  const evidence = new Map<LanguageCode, number>()
  const words = plainWordsOf(read)
  for (const { code, hints } of registeredLanguages()) {
    const letters = hints.letters ? (read.match(hints.letters)?.length ?? 0) : 0
    const hits = words.filter((word) => hints.words?.has(word)).length
    evidence.set(code, letters * LETTER_WEIGHT + hits)
  }
  return leader(evidence)
}

function leader(evidence: ReadonlyMap<LanguageCode, number>): LanguageCode | undefined {
  const [first, second] = [...evidence].sort(([, a], [, b]) => b - a)
  if (!first || first[1] < LEAST_EVIDENCE) return undefined
  return first[1] >= LEAST_LEAD * (second?.[1] ?? 0) ? first[0] : undefined
}

function plainWordsOf(text: string): readonly string[] {
  const plain = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  return plain.match(/\p{L}+/gu) ?? []
}
