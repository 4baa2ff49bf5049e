import type { LanguageCode } from '#shared/languages/languages.ts'
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
  const byScript = languageByScript(read)
  if (byScript) return byScript
  const evidence = new Map<LanguageCode, number>()
  const words = plainWordsOf(read)
  const characters = [...read.toLowerCase()]
  for (const { code, hints } of registeredLanguages()) {
    const own = ownLetters(code)
    const letters = characters.filter((character) => own.has(character)).length
    const hits = words.filter((word) => hints.words?.has(word)).length
    evidence.set(code, letters * LETTER_WEIGHT + hits)
  }
  return leader(evidence)
}

/**
 * The language of a text by the script of most of its letters, where it alone is written in that script; undefined
 * otherwise.
 * @example `languageByScript('ሰላም ለሁሉም')` is `'am'`.
 */
export function languageByScript(text: string): LanguageCode | undefined {
  const languages = registeredLanguages()
  const scripts = [...new Set(languages.map(({ script }) => script))]
  const counts = scripts.map((script) => ({ script, count: lettersIn(text, script) }))
  const [first, second] = counts.sort((a, b) => b.count - a.count)
  if (!first || first.count === 0 || first.count === second?.count) return undefined
  const [owner, other] = languages.filter(({ script }) => script === first.script)
  return other ? undefined : owner?.code
}

/** Whether a text has a letter, however few, of a script that one language alone is written in. */
export function hasOwnScript(text: string): boolean {
  const scripts = registeredLanguages().map(({ script }) => script)
  const own = scripts.filter((script) => scripts.indexOf(script) === scripts.lastIndexOf(script))
  return own.some((script) => lettersIn(text, script) > 0)
}

/** Matchers of scripts by their names in Unicode: a spelled text asks for each of its characters. */
const matchers = new Map<string, RegExp>()

function lettersIn(text: string, script: string): number {
  const matcher = matchers.get(script) ?? new RegExp(`\\p{Script=${script}}`, 'gu')
  matchers.set(script, matcher)
  return text.match(matcher)?.length ?? 0
}

/** Letters that the language alone is written with among those that are registered. */
function ownLetters(code: LanguageCode): ReadonlySet<string> {
  const languages = registeredLanguages()
  const own = languages.find((language) => language.code === code)?.letters ?? ''
  const others = languages.filter((language) => language.code !== code)
  return new Set(
    [...own].filter((letter) => !others.some(({ letters }) => letters.includes(letter))),
  )
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
