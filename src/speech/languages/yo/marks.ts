import { join } from 'node:path'
import { modelsBeside } from '#speech/models/catalog.ts'
import { openMarkModel } from '#speech/models/marks.ts'
import type { Detection } from '#speech/text/detect/detect-language.ts'
import { type Detectors, openDetectors } from '#speech/text/detect/languages.ts'
import { createDiacritizer, type Diacritizer } from './diacritics/diacritizer.ts'
import type { ForeignSpeech } from './diacritics/foreign-words.ts'

/**
 * As sure as this, a sentence is in another language. Of the sentences of MENYO-20k's development set, without marks,
 * 0.3 % are (14 of 4,059): English, laughter, lists of names and other languages.
 */
const SURE = 0.9
/**
 * As sure as this, a word in a sentence of Yoruba is in another one. One to four English words in a row, put into the lines
 * of MENYO-20k's development set and into 500 of MAFAND, get marks in 4 % of cases then, in 11 to 12 % where no word is
 * told; for that, 0.01 % (MENYO) to 0.09 % (MAFAND) more words of Yoruba come out wrong. Chosen on these very lines.
 */
const SURE_OF_WORD = 0.75

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
