import { readAbbreviations, readNumberLabels } from './abbreviations.ts'
import { readAcronyms } from './acronyms.ts'
import { readBible } from './bible.ts'
import { readBrands, readNamesWithSigns } from './brands.ts'
import { readCalendarNames } from './calendar.ts'
import { readCallSigns } from './call-signs.ts'
import { readChatForms } from './chat-forms.ts'
import { readCodeSigns } from './code-signs.ts'
import { readCommands } from './commands.ts'
import { readCompass } from './compass.ts'
import { readDates } from './dates.ts'
import { readFormulas } from './formulas.ts'
import { readDimensions, readFractions, readPartsOfUnits } from './fractions.ts'
import { readGrades } from './grades.ts'
import { nameGreekSymbols } from './greek.ts'
import { readIdentifiers } from './identifiers.ts'
import { readInitials, readSingleLetters } from './initials.ts'
import { foldLatin } from './latin.ts'
import { showLetters } from './letters.ts'
import { readLoneUnits } from './lone-units.ts'
import { dropMarkup } from './markup.ts'
import { readMoney } from './money.ts'
import { readCodes, readLeadingSigns, readLongNumbers, readNumbers } from './numbers.ts'
import { readPhones } from './phones.ts'
import { readPostalAddresses } from './postal-addresses.ts'
import { dropQuotes } from './quotes.ts'
import { readRanges, readSums } from './ranges.ts'
import { readRegions } from './regions.ts'
import { readRoman } from './roman.ts'
import { readSizes } from './sizes.ts'
import { readSmallLetters } from './small-letters.ts'
import { readSport } from './sport.ts'
import { readNamedSigns, readSymbols } from './symbols.ts'
import { readTemperatures } from './temperatures.ts'
import { readTimes } from './times.ts'
import { readUnits } from './units.ts'
import { readAddresses } from './web.ts'
import { readLives, readYears } from './years.ts'

/** Reads characters of other scripts that English has words for, before foreign letters are dropped. */
export function prepareEnglish(text: string): string {
  return nameGreekSymbols(text)
}

/** In this order: what is written with the most marks first, lone numbers and letters last. */
const STEPS: readonly ((text: string) => string)[] = [
  ...[
    foldLatin,
    readNamedSigns,
    readCodeSigns,
    readCommands,
    readIdentifiers,
    readGrades,
    dropMarkup,
    readNamesWithSigns,
    readChatForms,
    readRoman,
    readAddresses,
    readRegions,
    readPostalAddresses,
  ],
  ...[readTemperatures, readSport],
  ...[readPhones, readLongNumbers, readLives, readCalendarNames, readDates, readBible, readTimes],
  ...[
    readNumberLabels,
    readSums,
    readLeadingSigns,
    readMoney,
    readSizes,
    readDimensions,
    readPartsOfUnits,
    readCompass,
    readLoneUnits,
    readUnits,
  ],
  ...[readRanges, readFractions, readYears, readFormulas, readCodes, readNumbers],
  ...[
    readAbbreviations,
    readSmallLetters,
    readInitials,
    readBrands,
    readCallSigns,
    readAcronyms,
    readSingleLetters,
    showLetters,
  ],
  ...[dropQuotes, readSymbols],
]

/** Clean English text as words: what a reader would say, with punctuation that `tidy` puts in order. */
export function readEnglish(text: string): string {
  return STEPS.reduce((rest, step) => step(rest), text)
}
