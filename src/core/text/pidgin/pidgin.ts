import { readAbbreviations, readNumberLabels } from '#core/text/english/abbreviations.ts'
import { readAcronyms } from '#core/text/english/acronyms.ts'
import { readBible } from '#core/text/english/bible.ts'
import { readBrands, readNamesWithSigns } from '#core/text/english/brands.ts'
import { readCalendarNames } from '#core/text/english/calendar.ts'
import { readDates } from '#core/text/english/dates.ts'
import { readDimensions, readFractions } from '#core/text/english/fractions.ts'
import { readInitials, readSingleLetters } from '#core/text/english/initials.ts'
import { foldLatin } from '#core/text/english/latin.ts'
import { showLetters } from '#core/text/english/letters.ts'
import { dropMarkup } from '#core/text/english/markup.ts'
import { readMoney } from '#core/text/english/money.ts'
import {
  readCodes,
  readLongNumbers,
  readMinusSigns,
  readNumbers,
} from '#core/text/english/numbers.ts'
import { readPhones } from '#core/text/english/phones.ts'
import { dropQuotes } from '#core/text/english/quotes.ts'
import { readRanges } from '#core/text/english/ranges.ts'
import { readRoman } from '#core/text/english/roman.ts'
import { readSymbols } from '#core/text/english/symbols.ts'
import { readTimes } from '#core/text/english/times.ts'
import { readUnits } from '#core/text/english/units.ts'
import { readAddresses } from '#core/text/english/web.ts'
import { readYears } from '#core/text/english/years.ts'
import { withArticle } from './article.ts'
import { counting, readPercent } from './counting.ts'
import { holdParticles, releaseParticles } from './particles.ts'

/** The steps of English in the same order, with Pidgin's own where Pidgin differs. */
const STEPS: readonly ((text: string) => string)[] = [
  ...[foldLatin, dropMarkup, holdParticles, readNamesWithSigns, withArticle(readRoman)],
  ...[readAddresses, readPhones, readLongNumbers, readCalendarNames, withArticle(readDates)],
  ...[readBible, readTimes, readNumberLabels, readMinusSigns, counting(readMoney)],
  ...[readDimensions, counting(readUnits), readPercent, readRanges, readFractions, readYears],
  ...[readCodes, readNumbers, readAbbreviations, readInitials, readBrands, readAcronyms],
  ...[readSingleLetters, showLetters, releaseParticles, dropQuotes, withArticle(readSymbols)],
]

/** Clean Nigerian Pidgin text as words: what a reader would say, with punctuation that `tidy` puts in order. Figures are said in English, as speakers do. */
export function readPidgin(text: string): string {
  return STEPS.reduce((rest, step) => step(rest), text)
}
