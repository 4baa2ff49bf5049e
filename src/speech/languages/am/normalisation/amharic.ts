import { plainEnglishDates } from '#speech/languages/common/english-dates.ts'
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
import { readListMarks, readSymbols } from './symbols.ts'
import { readTimes } from './times.ts'
import { readUnits } from './units.ts'

/** In this order: what is written with the most marks first, lone numbers and Latin letters last. */
const STEPS: readonly ((text: string) => string)[] = [
  ...[dropMarkup, readEthiopicDigits, readWeb, readListMarks, plainEnglishDates],
  ...[readEnglishFigures, partLettersFromFigures],
  ...[readPhones, readLongNumbers, readAbbreviations, readDates, readTimes, readMoney],
  ...[readRanges, readUnits, readFractions, readLetterAbbreviations, readSymbols],
  ...[readNumbers, readLatin],
]

/** Clean Amharic text as words: what a reader would say, with punctuation that `tidy` puts in order. */
export function readAmharic(text: string): string {
  return STEPS.reduce((rest, step) => step(rest), text)
}
