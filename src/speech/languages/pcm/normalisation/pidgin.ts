import { plainPhones } from '#speech/languages/common/phone-notation.ts'
import {
  readAbbreviations,
  readNumberLabels,
} from '#speech/languages/en/normalisation/abbreviations.ts'
import { readAcronyms } from '#speech/languages/en/normalisation/acronyms.ts'
import { readBible } from '#speech/languages/en/normalisation/bible.ts'
import { readBrands, readNamesWithSigns } from '#speech/languages/en/normalisation/brands.ts'
import { readCalendarNames } from '#speech/languages/en/normalisation/calendar.ts'
import { readChatForms } from '#speech/languages/en/normalisation/chat-forms.ts'
import { readDates } from '#speech/languages/en/normalisation/dates.ts'
import {
  readDimensions,
  readFractions,
  readPartsOfUnits,
} from '#speech/languages/en/normalisation/fractions.ts'
import { readGrades } from '#speech/languages/en/normalisation/grades.ts'
import { readInitials, readSingleLetters } from '#speech/languages/en/normalisation/initials.ts'
import { foldLatin } from '#speech/languages/en/normalisation/latin.ts'
import { showLetters } from '#speech/languages/en/normalisation/letters.ts'
import { dropMarkup } from '#speech/languages/en/normalisation/markup.ts'
import { readMoney } from '#speech/languages/en/normalisation/money.ts'
import {
  readCodes,
  readLeadingSigns,
  readLongNumbers,
  readNumbers,
} from '#speech/languages/en/normalisation/numbers.ts'
import { readPhones } from '#speech/languages/en/normalisation/phones.ts'
import { readPostalAddresses } from '#speech/languages/en/normalisation/postal-addresses.ts'
import { dropQuotes } from '#speech/languages/en/normalisation/quotes.ts'
import { readRanges, readSums } from '#speech/languages/en/normalisation/ranges.ts'
import { readRoman } from '#speech/languages/en/normalisation/roman.ts'
import { readSmallLetters } from '#speech/languages/en/normalisation/small-letters.ts'
import { readSymbols } from '#speech/languages/en/normalisation/symbols.ts'
import { readTimes } from '#speech/languages/en/normalisation/times.ts'
import { readUnits } from '#speech/languages/en/normalisation/units.ts'
import { readAddresses } from '#speech/languages/en/normalisation/web.ts'
import { readYears } from '#speech/languages/en/normalisation/years.ts'
import { counting, readPercent } from './counting.ts'
import { maskParticles, unmaskParticles } from './particles.ts'

/** The steps of English in the same order, with Pidgin's own where Pidgin differs. */
const STEPS: readonly ((text: string) => string)[] = [
  ...[
    foldLatin,
    readGrades,
    dropMarkup,
    readChatForms,
    maskParticles,
    readNamesWithSigns,
    withArticle(readRoman),
  ],
  ...[
    readAddresses,
    readPostalAddresses,
    plainPhones,
    readPhones,
    readLongNumbers,
    readCalendarNames,
    withArticle(readDates),
  ],
  ...[readBible, readTimes, readNumberLabels, readSums, readLeadingSigns],
  ...[
    counting(readMoney),
    readDimensions,
    counting(readPartsOfUnits),
    counting(readUnits),
    readPercent,
    readRanges,
    readFractions,
    readYears,
  ],
  ...[
    readCodes,
    readNumbers,
    readAbbreviations,
    readSmallLetters,
    readInitials,
    readBrands,
    readAcronyms,
  ],
  ...[readSingleLetters, showLetters, unmaskParticles, dropQuotes, withArticle(readSymbols)],
]

/** Clean Nigerian Pidgin text as words: what a reader would say, with punctuation that `tidy` puts in order. Figures are said in English, as speakers do. */
export function readPidgin(text: string): string {
  return STEPS.reduce((rest, step) => step(rest), text)
}

const HELD = '\ue211'
const WRITTEN = /(?<!\p{L})(?:the|The)(?!\p{L})/gu
/** "di 5th of May" has its article already. */
const TWICE = new RegExp(`(?<=(?<!\\p{L})(?:[Dd]i|[Tt]he${HELD}) )the (?!${HELD})`, 'gu')
const ADDED = new RegExp(`(?<!\\p{L})the(?![\\p{L}${HELD}])`, 'gu')

/** The same step, in which the article it adds is "di": "5 May" → di fifth of May. What a person wrote stays. */
function withArticle(step: (text: string) => string): (text: string) => string {
  return (text) =>
    step(text.replace(WRITTEN, (article) => `${article}${HELD}`))
      .replace(TWICE, '')
      .replace(ADDED, 'di')
      .replaceAll(HELD, '')
}
