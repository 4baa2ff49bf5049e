import { joinDegrees } from '#speech/languages/common/degrees.ts'
import { plainEnglishDates } from '#speech/languages/common/english-dates.ts'
import type { ReadingOptions } from '#speech/languages/common/language.ts'
import { addLeadingNought } from '#speech/languages/common/leading-nought.ts'
import { plainPhones } from '#speech/languages/common/phone-notation.ts'
import { dropMarkup } from '#speech/languages/en/normalisation/markup.ts'
import { readAbbreviations, readLetterAbbreviations } from './abbreviations.ts'
import { readDates } from './dates.ts'
import { readEthiopicDigits } from './ethiopic-digits.ts'
import { readLatin, readWeb } from './latin.ts'
import { readMoney } from './money.ts'
import {
  partLettersFromFigures,
  readEnglishFigures,
  readFractions,
  readLongNumbers,
  readNumbers,
  readRanges,
} from './numbers.ts'
import { readPhones } from './phones.ts'
import { readTimes } from './times.ts'
import { readUnits } from './units.ts'
import { readVerses } from './verses.ts'

const BRACKETED = /[()[\]{}]|(?<!\p{L}|\d)\/|\/(?!\p{L}|\d)/gu
const LIST_LETTER = /^[ ]*(\p{Script=Ethiopic})[).] +(?=\S)/gmu
const LIST_NUMBER = /^[ ]*(\d{1,3}(?:ኛ)?)[/)] ?\/? *(?=\P{N})/gmu
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/&/g, ' እና '],
  [/(?<![\p{L}\d])(?:№|#|No\.?)(?= ?\d)/gu, ' ቁጥር '],
  [/(?<=\d ?)[×xX](?= ?\d)/g, ' ሲባዛ በ'],
  [/(?<=\d ?)÷(?= ?\d)/g, ' ሲካፈል ለ'],
  [/(?<=[\d ])\+(?=[ \d])|\+(?=\d)/g, ' ሲደመር '],
  [/=/g, ' እኩል ነው '],
  [/@/g, ' አት '],
  [/÷/g, ' ሲካፈል '],
  [/(?<=\p{Script=Ethiopic})-(?=\p{Script=Ethiopic}|\d)/gu, ' '],
  [/…|\.{2,}/g, ', '],
]

/** "ሀ) …", "1/ …", "2ኛ/ …" at the start of a line: the mark of a list item, with a break. */
function readListMarks(text: string): string {
  return text.replace(LIST_LETTER, '$1, ').replace(LIST_NUMBER, '$1, ')
}

/** Signs by name; brackets and strokes around a remark are a break in the speech. */
function readSymbols(text: string): string {
  const named = NAMES.reduce((rest, [sign, name]) => rest.replace(sign, name), text)
  return named.replace(BRACKETED, ', ')
}

/** In this order: what is written with the most marks first, lone numbers and Latin letters last. */
const STEPS: readonly ((text: string) => string)[] = [
  ...[
    dropMarkup,
    joinDegrees,
    addLeadingNought,
    plainPhones,
    readEthiopicDigits,
    readWeb,
    readListMarks,
    plainEnglishDates,
  ],
  ...[readEnglishFigures, partLettersFromFigures],
  ...[readPhones, readLongNumbers, readAbbreviations, readDates, readVerses, readTimes, readMoney],
  ...[readRanges, readUnits, readFractions, readLetterAbbreviations, readSymbols],
  ...[readNumbers, readLatin],
]

/** Sixty as most say it, and as it comes from six. */
const SIXTY = { usual: 'ስልሳ', traditional: 'ስድሳ' } as const
/** What a person has written stands apart from what the rules say. */
const HELD = '\ue0f0'

/**
 * Clean Amharic text as words: what a reader would say, with punctuation that `tidy` puts in order. Sixty is ስልሳ, unless `numbers`
 * asks for the traditional ስድሳ.
 */
export function readAmharic(text: string, { numbers }: ReadingOptions = {}): string {
  const read = (written: string): string => STEPS.reduce((rest, step) => step(rest), written)
  if (numbers !== 'traditional') return read(text)
  return read(text.replaceAll(SIXTY.usual, HELD))
    .replaceAll(SIXTY.usual, SIXTY.traditional)
    .replaceAll(HELD, SIXTY.usual)
}
