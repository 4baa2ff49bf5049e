import type { LanguageCode } from '#shared/languages/languages.ts'
import { languageFor } from '#speech/languages/registry.ts'
import type { WordLanguage } from '#speech/text/detect/detect-words.ts'
import { hasOwnScript } from '#speech/text/guess-language.ts'
import type { Run } from '#speech/text/runs.ts'

/** Detects the language of each word in its context, in a text that is mostly in `main`. */
export type DetectWords = (text: string, main?: LanguageCode) => Promise<readonly WordLanguage[]>

type TextRun = Extract<Run, { readonly kind: 'text' }>

/**
 * Another language from so many words in a row on, each as sure as this. Fewer are names and borrowed words, which people say as the
 * language around has them.
 */
const LEAST_WORDS = 3
const SURE = 0.85
/** Two words do where they are as sure as this, not English and no name by their capitals: "Ẹ káàárọ̀" in an English text. */
const TWO_SURE = 0.98
const CAPITAL = /^\p{Lu}/u
/** A letter alone, or letters without a vowel, are units, signs of formulas or halves of "w/o" more often than words of another language. */
const ABBREVIATED = /^(?:[a-z]|[b-df-hj-np-tv-xz]+)$/i
/**
 * So sure, a word at the edge of such a stretch belongs to it. Around English, what is taken for Pidgin does too: "make sure you finish"
 * may be either.
 */
const LIKELY = 0.6

/** A piece of a text in a language other than that of the text: places in UTF-16 code units. */
export interface LanguageStretch {
  readonly language: LanguageCode
  readonly start: number
  readonly end: number
}

/**
 * The runs with stretches in other languages as runs of their own, so that each is read by the rules of its language without markup:
 * English inside Yoruba, Igbo and Hausa, and any of the others inside English or each other. What its writer has given a language,
 * spelled or fixed stays as it is, and so does what is in another language throughout: who asks for that wants it so. `language` is the
 * request's.
 */
export async function withOtherLanguages(
  runs: readonly Run[],
  language: LanguageCode,
  detectWords: DetectWords,
): Promise<readonly Run[]> {
  const split: Run[] = []
  for (const run of runs) {
    const isOpen =
      run.kind === 'text' && !run.fixed && !run.style.spelled && run.style.language === undefined
    if (isOpen) split.push(...splitAt(run, await otherLanguagesIn(run.text, language, detectWords)))
    else split.push(run)
  }
  return split
}

/** The stretches of a text without markup that are read by the rules of another language than its own; see `withOtherLanguages`. */
export async function otherLanguagesIn(
  text: string,
  language: LanguageCode,
  detectWords: DetectWords,
): Promise<readonly LanguageStretch[]> {
  const words = await detectWords(text, language)
  return words.some((word) => familyOf(word) === familyOf({ language }))
    ? stretchesOf(words, language)
    : []
}

/** Rows of words in one other language, or in a creole of it, in which enough sure words follow each other. */
function stretchesOf(
  words: readonly WordLanguage[],
  main: LanguageCode,
): readonly LanguageStretch[] {
  const rows: WordLanguage[][] = []
  for (const word of words) {
    const row = rows.at(-1)
    if (row?.[0] && familyOf(row[0]) === familyOf(word)) row.push(word)
    else rows.push([word])
  }
  return rows.flatMap((row) => {
    const language = languageOfRow(row)
    if (!language || !isReadInside(main, language)) return []
    const likely = row.filter(({ text, confidence }) => confidence >= LIKELY || hasOwnScript(text))
    const [first, last] = [likely[0], likely.at(-1)]
    return first && last ? [{ language, start: first.start, end: last.end }] : []
  })
}

/**
 * The language of the first sure words that follow each other, or of a word in a script that one language alone has; undefined where there
 * are too few.
 */
function languageOfRow(row: readonly WordLanguage[]): LanguageCode | undefined {
  let sure: WordLanguage[] = []
  for (const word of row) {
    if (word.language !== 'other' && hasOwnScript(word.text)) return word.language
    if (ABBREVIATED.test(word.text)) continue
    if (word.confidence < SURE || (sure[0] && sure[0].language !== word.language)) sure = []
    if (word.confidence >= SURE) sure.push(word)
    if (word.language !== 'other' && areEnough(sure, word.language)) return word.language
  }
  return undefined
}

function areEnough(sure: readonly WordLanguage[], language: LanguageCode): boolean {
  if (sure.length >= LEAST_WORDS) return true
  if (language === 'en' || sure.length < 2 || sure.every(({ text }) => CAPITAL.test(text)))
    return false
  return sure.every(({ confidence }) => confidence >= TWO_SURE)
}

/** Whether a stretch is read by its own rules inside a text: English and Pidgin say each other's words alike. */
function isReadInside(main: LanguageCode, language: LanguageCode): boolean {
  if (familyOf({ language }) === familyOf({ language: main })) return false
  if (language === 'en') return languageFor(main).switchesToEnglish
  return languageFor(language).lexifier === undefined
}

/** The language that a creole has its words from, which a few words do not tell from it; any other language is its own. */
function familyOf({ language }: Pick<WordLanguage, 'language'>): WordLanguage['language'] {
  return language === 'other' ? language : (languageFor(language).lexifier ?? language)
}

function splitAt(run: TextRun, stretches: readonly LanguageStretch[]): readonly TextRun[] {
  const runs: TextRun[] = []
  const add = (text: string, style: TextRun['style']): void => {
    if (text !== '') runs.push({ ...run, text, style })
  }
  let done = 0
  for (const { start, end, language } of stretches) {
    add(run.text.slice(done, start), run.style)
    add(run.text.slice(start, end), { ...run.style, language })
    done = end
  }
  add(run.text.slice(done), run.style)
  return runs
}
