import { join } from 'node:path'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { createDiacritizer, type Diacritizer } from './languages/yo/diacritics/diacritizer.ts'
import type { ForeignSpeech } from './languages/yo/diacritics/foreign-words.ts'
import { modelsBeside } from './models/catalog.ts'
import { openMarkModel } from './models/marks.ts'
import type { Detection } from './text/detect/detect-language.ts'
import { type Detectors, openDetectors } from './text/detect/languages.ts'

/**
 * Probability above which a sentence counts as another language. In MENYO-20k's development set, without marks, these
 * are 0.3 % of the sentences (14 of 4,059): English, laughter, lists of names and other languages.
 */
const SURE = 0.9
/**
 * Probability above which a word in a Yoruba sentence counts as another language. One to four English words in a row,
 * put into the lines of MENYO-20k's development set and into 500 of MAFAND, then get marks in 4 % of cases, against 11
 * to 12 % without word detection; 0.01 % (MENYO) to 0.09 % (MAFAND) more words of Yoruba come out wrong. Chosen on
 * these very lines.
 */
const SURE_OF_WORD = 0.75

/** The restorers of marks, by language: one for every language whose marks can be restored. */
export function openDiacritizers(resources: string): ReadonlyMap<LanguageCode, Diacritizer> {
  return new Map([['yo', openDiacritizer(resources)]])
}

/**
 * Puts marks on Yoruba by the model in `models/yoruba-marks`, loaded with the first text; sentences in other languages
 * stay as they are. Where a model is missing or damaged, that is said once on standard error, and the lexicon decides
 * alone.
 */
export function openDiacritizer(resources: string): Diacritizer {
  const models = modelsBeside(resources)
  const onTrouble = (error: unknown): undefined => {
    process.emitWarning(error instanceof Error ? error : String(error))
  }
  return createDiacritizer({
    lexiconFolder: join(resources, 'lexicons'),
    openModel: () => openMarkModel(models),
    openForeign: async () => foreignBy(await openDetectors(models)),
    onTrouble,
  })
}

function foreignBy({ ofText, ofWords }: Detectors): ForeignSpeech {
  const isForeign = (found: Detection | undefined, least: number): boolean =>
    found !== undefined && found.language !== 'yo' && found.confidence >= least
  return {
    isForeign: (sentence) => isForeign(ofText(sentence), SURE),
    foreignStarts: (sentence) =>
      ofWords(sentence, 'yo')
        .filter((word) => isForeign(word, SURE_OF_WORD))
        .map(({ start }) => start),
  }
}
