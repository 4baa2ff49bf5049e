import { joinDegrees } from '#speech/languages/common/degrees.ts'
import { plainEnglishDates } from '#speech/languages/common/english-dates.ts'
import type { ReadingOptions } from '#speech/languages/common/language.ts'
import { addLeadingNought } from '#speech/languages/common/leading-nought.ts'
import { plainPhones } from '#speech/languages/common/phone-notation.ts'
import { capitaliseNames } from '#speech/languages/common/small-letters.ts'
import { dropMarkup } from '#speech/languages/en/normalisation/markup.ts'
import { readAddresses } from '#speech/languages/en/normalisation/web.ts'
import { readAbbreviations } from './abbreviations.ts'
import { readDates } from './dates.ts'
import { type Figures, figuresIn } from './figures.ts'
import { nameHiddenLetters, readLetters } from './letter-names.ts'
import { readMoney } from './money.ts'
import { readNumbers } from './numbers.ts'
import { readPhones } from './phones.ts'
import { spellAlike } from './spelling.ts'
import { readSignsOfSums, readSymbols } from './symbols.ts'
import { readTimes } from './times.ts'
import { readUnits } from './units.ts'
import { readVerses } from './verses.ts'

/** In this order: what is written with the most marks first, lone numbers and signs last. */
const STEPS: readonly ((text: string, figures: Figures) => string)[] = [
  ...[
    spellAlike,
    dropMarkup,
    readAddresses,
    capitaliseNames,
    joinDegrees,
    addLeadingNought,
    plainPhones,
    nameHiddenLetters,
    plainEnglishDates,
  ],
  ...[readPhones, readDates, readAbbreviations, readVerses, readTimes],
  ...[readMoney, readUnits, readLetters, readSignsOfSums, readNumbers, readSymbols],
]

/**
 * Clean Yoruba text as words: what a reader would say, with punctuation that `tidy` puts in order. Figures are said in
 * the decimal counting of newspapers and schools ("ẹgbẹ̀rún márùn ún") unless `numbers` asks for the traditional one or
 * for English: in 4,000 lines of Yoruba news its hundreds are forty times as frequent as the traditional ones.
 */
export function readYoruba(text: string, { numbers = 'decimal' }: ReadingOptions = {}): string {
  const figures = figuresIn(numbers)
  return STEPS.reduce((rest, step) => step(rest, figures), text)
}
