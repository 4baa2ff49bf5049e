import type { NumberStyle } from '#shared/script.ts'
import { joinDegrees } from '#speech/languages/common/degrees.ts'
import { plainEnglishDates } from '#speech/languages/common/english-dates.ts'
import type { ReadingOptions } from '#speech/languages/common/language.ts'
import { addLeadingNought } from '#speech/languages/common/leading-nought.ts'
import { plainPhones } from '#speech/languages/common/phone-notation.ts'
import { capitaliseNames } from '#speech/languages/common/small-letters.ts'
import { showLetters } from '#speech/languages/en/normalisation/letters.ts'
import { dropMarkup } from '#speech/languages/en/normalisation/markup.ts'
import { readAddresses } from '#speech/languages/en/normalisation/web.ts'
import { readAbbreviations } from './abbreviations.ts'
import { readDates } from './dates.ts'
import { readCapitals } from './letters.ts'
import { readMoney } from './money.ts'
import { readCodes, readNumbers } from './numbers.ts'
import { openHyphens, spellIgbo } from './spelling.ts'
import { readNumberSigns, readSymbols } from './symbols.ts'
import { readTimes } from './times.ts'
import { readUnits } from './units.ts'
import { readVerses } from './verses.ts'

/** In this order: what is written with the most marks first, lone numbers and letters last. */
const STEPS: readonly ((text: string, numbers: NumberStyle) => string)[] = [
  ...[
    spellIgbo,
    dropMarkup,
    readAddresses,
    capitaliseNames,
    joinDegrees,
    addLeadingNought,
    plainPhones,
    readAbbreviations,
    readCodes,
  ],
  ...[plainEnglishDates, readDates, readVerses, readTimes],
  ...[readMoney, readUnits, readNumberSigns, readNumbers, openHyphens, readCapitals],
  ...[showLetters, readSymbols],
]

/**
 * Clean Igbo text as words: what a reader would say, with punctuation that `tidy` puts in order. Figures are said in
 * the modern counting by tens (iri, narị, puku, nde, ijeri), which schools, broadcasters and newspapers use, unless
 * `numbers` asks for the older counting by twenties (ọgụ, nnụ) or for English.
 */
export function readIgbo(text: string, { numbers = 'decimal' }: ReadingOptions = {}): string {
  return STEPS.reduce((rest, step) => step(rest, numbers), text)
}
