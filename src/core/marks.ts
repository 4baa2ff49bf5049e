import { join } from 'node:path'
import { createDiacritizer, type Diacritizer } from './diacritics/diacritizer.ts'
import { openDetector } from './languages.ts'
import { modelsBeside } from './models/catalog.ts'
import { openMarkModel } from './models/marks.ts'
import type { LanguageDetector } from './text/detect/detect-language.ts'

/** As sure as this, a sentence is in another language. Of unmarked Yoruba sentences 0.4 % are, nearly all in English. */
const SURE = 0.9

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
    openForeign: async () => isForeignBy(await openDetector(models)),
    onTrouble,
  })
}

function isForeignBy(detect: LanguageDetector): (sentence: string) => boolean {
  return (sentence) => {
    const found = detect(sentence)
    return found !== undefined && found.language !== 'yo' && found.confidence >= SURE
  }
}
