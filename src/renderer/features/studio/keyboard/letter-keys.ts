import type { LanguageCode } from '#shared/languages/languages.ts'

/** Letters and marks that a language is written with and most keyboards lack. */
export interface LetterKeys {
  readonly letters: readonly string[]
  /** Marks that go onto the letter before the caret. */
  readonly marks: readonly { readonly mark: string; readonly tone: 'low' | 'high' | 'mid' }[]
}

const GRAVE = { mark: '\u0300', tone: 'low' } as const
const ACUTE = { mark: '\u0301', tone: 'high' } as const
const MACRON = { mark: '\u0304', tone: 'mid' } as const

const KEYS: Readonly<Record<LanguageCode, LetterKeys>> = {
  en: { letters: [], marks: [ACUTE, GRAVE] },
  yo: { letters: ['ẹ', 'ọ', 'ṣ', 'ń', 'ǹ'], marks: [GRAVE, ACUTE, MACRON] },
  ig: { letters: ['ị', 'ọ', 'ụ', 'ṅ', 'ñ'], marks: [GRAVE, ACUTE, MACRON] },
  ha: { letters: ['ɓ', 'ɗ', 'ƙ', 'ƴ', 'ʼ'], marks: [GRAVE, ACUTE] },
  pcm: { letters: ['ẹ', 'ọ', 'ṣ'], marks: [GRAVE, ACUTE] },
  am: { letters: [], marks: [] },
}

/** Keys of a language. Amharic has a table of its own, see `ETHIOPIC_ROWS`. */
export function letterKeys(language: LanguageCode): LetterKeys {
  return KEYS[language]
}

/** First letters of the rows of the Ethiopic syllabary that Amharic uses, in its order; each row has seven forms, some eight. */
const ROW_STARTS = [...'ሀለሐመሠረሰሸቀበተቸኀነኘአከኸወዐዘዠየደጀገጠጨጰጸፀፈፐ']
const FORMS = 8
const PUNCTUATION = [...'፡።፣፤፥፦፧']

/** Rows of the Ethiopic syllabary for Amharic, and its punctuation as the last row. */
export const ETHIOPIC_ROWS: readonly (readonly string[])[] = [
  ...ROW_STARTS.map((start) =>
    Array.from({ length: FORMS }, (_, form) =>
      String.fromCodePoint((start.codePointAt(0) ?? 0) + form),
    ).filter((letter) => /\p{L}/u.test(letter)),
  ),
  PUNCTUATION,
]

/**
 * What a mark makes of the letter before the caret: it goes onto that letter, takes the place of another tone mark there, and is taken away
 * where it stands already. Answers which part of the text is to be replaced by what; undefined where no letter stands before the caret.
 * @example `withMark('ọkọ', 3, '\u0300')` is `{ from: 2, written: 'ọ̀' }`.
 */
export function withMark(
  text: string,
  caret: number,
  mark: string,
): { readonly from: number; readonly written: string } | undefined {
  const letter = /\p{L}\p{M}*$/u.exec(text.slice(0, caret))?.[0]
  if (letter === undefined) return undefined
  const parts = letter.normalize('NFD')
  const plain = parts.replaceAll(TONES, '')
  const written = (parts.includes(mark) ? plain : plain + mark).normalize('NFC')
  return { from: caret - letter.length, written }
}

const TONES = /[\u0300\u0301\u0304]/gu
