import type { LanguageCode } from '#shared/languages/languages.ts'
import { languageFor } from '#speech/languages/registry.ts'
import type { WordLanguage } from '#speech/text/detect/detect-words.ts'
import type { Run } from '#speech/text/runs.ts'

/** Detects the language of each word in its context, in a text that is mostly in `main`. */
export type DetectWords = (text: string, main: LanguageCode) => Promise<readonly WordLanguage[]>

type TextRun = Extract<Run, { readonly kind: 'text' }>

/**
 * English from so many words in a row on, each as sure as this. In 6,250 held-out lines of the three languages, without
 * marks, there are 98 such stretches, nearly all names and quotations in English; names from elsewhere are among them.
 */
const LEAST_WORDS = 3
const SURE = 0.85
/**
 * So sure, a word at the edge of such a stretch belongs to it. What is taken for Pidgin does too: "make sure you finish"
 * may be either. It adds words to 14 of the 98, none of them of the language around.
 */
const LIKELY = 0.6

/**
 * The runs with English stretches inside Yoruba, Igbo and Hausa as runs of their own, so that they are read as English
 * without markup. What its writer has given a language, spelled or fixed stays as it is, and so does what is in English
 * throughout: who asks for that wants it so. `language` is the request's.
 */
export async function withEnglishStretches(
  runs: readonly Run[],
  language: LanguageCode,
  detectWords: DetectWords,
): Promise<readonly Run[]> {
  if (!languageFor(language).switchesToEnglish) return runs
  const split = await Promise.all(
    runs.map(async (run) => {
      if (run.kind !== 'text' || run.fixed || run.style.spelled || run.style.language) return [run]
      const words = await detectWords(run.text, language)
      return words.some((word) => word.language === language)
        ? splitAt(run, stretchesOf(words))
        : [run]
    }),
  )
  return split.flat()
}

interface Stretch {
  readonly start: number
  readonly end: number
}

/** Rows of words in English or in a creole of it, in which enough sure English words follow each other. */
function stretchesOf(words: readonly WordLanguage[]): readonly Stretch[] {
  const rows: WordLanguage[][] = [[]]
  for (const word of words) {
    if (mayBeEnglish(word)) rows.at(-1)?.push(word)
    else rows.push([])
  }
  return rows.filter(isEnglish).flatMap((row) => {
    const likely = row.filter(({ confidence }) => confidence >= LIKELY)
    const [first, last] = [likely[0], likely.at(-1)]
    return first && last ? [{ start: first.start, end: last.end }] : []
  })
}

/** English itself, and a creole of English words, which a few words do not tell from it. */
function mayBeEnglish({ language }: WordLanguage): boolean {
  if (language === 'en' || language === 'other') return language === 'en'
  return languageFor(language).lexifier === 'en'
}

function isEnglish(row: readonly WordLanguage[]): boolean {
  let sure = 0
  return row.some(({ language, confidence }) => {
    sure = language === 'en' && confidence >= SURE ? sure + 1 : 0
    return sure >= LEAST_WORDS
  })
}

function splitAt(run: TextRun, stretches: readonly Stretch[]): readonly TextRun[] {
  const runs: TextRun[] = []
  const add = (text: string, style: TextRun['style']): void => {
    if (text !== '') runs.push({ ...run, text, style })
  }
  let done = 0
  for (const { start, end } of stretches) {
    add(run.text.slice(done, start), run.style)
    add(run.text.slice(start, end), { ...run.style, language: 'en' })
    done = end
  }
  add(run.text.slice(done), run.style)
  return runs
}
