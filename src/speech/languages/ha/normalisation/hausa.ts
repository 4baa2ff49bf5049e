import { joinDegrees } from '#speech/languages/common/degrees.ts'
import { plainEnglishDates } from '#speech/languages/common/english-dates.ts'
import type { ReadingOptions } from '#speech/languages/common/language.ts'
import { addLeadingNought } from '#speech/languages/common/leading-nought.ts'
import { plainPhones } from '#speech/languages/common/phone-notation.ts'
import { capitaliseNames } from '#speech/languages/common/small-letters.ts'
import { showLetters, spell } from '#speech/languages/en/normalisation/letters.ts'
import { dropMarkup } from '#speech/languages/en/normalisation/markup.ts'
import { readAddresses } from '#speech/languages/en/normalisation/web.ts'
import { readAbbreviations } from './abbreviations.ts'
import { readAcronyms } from './acronyms.ts'
import { type Counting, countingOf } from './counting.ts'
import { readDates, readYears } from './dates.ts'
import { readMoney } from './money.ts'
import { readLeadingSigns, readLongNumbers, readNumbers } from './numbers.ts'
import { readPhones } from './phones.ts'
import { dropQuotes, spellHausa } from './spelling.ts'
import { readSymbols } from './symbols.ts'
import { readTimes } from './times.ts'
import { readUnits } from './units.ts'
import { readVerses } from './verses.ts'

/** In this order: what is written with the most marks first, lone numbers and signs last. */
const STEPS: readonly ((text: string, counting: Counting) => string)[] = [
  ...[
    dropMarkup,
    spellHausa,
    readAddresses,
    capitaliseNames,
    joinDegrees,
    addLeadingNought,
    plainPhones,
    readPhones,
    readAbbreviations,
  ],
  ...[plainEnglishDates, readDates, readVerses],
  ...[readYears, readTimes, readLeadingSigns, readMoney, readUnits, readLongNumbers, readNumbers],
  ...[readAcronyms, dropQuotes, readSymbols],
]
const SINGLE_CAPITAL = /(?<![\p{L}\p{M}\ue000-\ue019]'?)[B-Z](?![\p{L}\p{M}']|\.\p{L})/gu

/** Clean Hausa text as words: what a reader would say, with punctuation that `tidy` puts in order. */
export function readHausa(text: string, options: ReadingOptions = {}): string {
  const counting = countingOf(options.numbers)
  const words = STEPS.reduce((rest, step) => step(rest, counting), text)
  return showLetters(words.replace(SINGLE_CAPITAL, (letter) => spell(letter)))
}
