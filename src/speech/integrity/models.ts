import { join } from 'node:path'
import { wordsOf } from '#speech/languages/en/phonemes/words.ts'
import { createDiacritizer } from '#speech/languages/yo/diacritics/diacritizer.ts'
import { checkModelFiles, modelsBeside } from '#speech/models/catalog.ts'
import { openMarkModel } from '#speech/models/marks.ts'
import { openHomographTagger } from '#speech/open-homograph-tagger.ts'
import { openDetectors } from '#speech/text/detect/languages.ts'

const BARE = 'Awon omo naa ti lo si ile iwe.'
const MARKED = 'Àwọn ọmọ náà ti lọ sí ilé ìwé.'
const MENDING =
  'Install Griot again. Until then Griot speaks, but marks Yoruba by its lexicon alone.'
const HOMOGRAPH = 'The band will record a new record.'
const MENDING_HOMOGRAPHS =
  'Install Griot again. Until then Griot speaks, but reads English homographs by rules alone.'

/**
 * Proves that every model is there as the catalog says, loads, and does its work on a known sentence. Answers what was
 * found, in words; throws an Error that says what is wrong, what that means and what to do.
 */
export async function checkModels(resources: string): Promise<string> {
  const folder = modelsBeside(resources)
  const ids = await checkModelFiles(folder)
  const startedAt = performance.now()
  const { ofText } = await openDetectors(folder)
  const detected = ofText(BARE)?.language
  if (detected !== 'yo')
    throw new Error(`The model of languages takes Yoruba for ${detected ?? 'nothing'}. ${MENDING}`)
  const { mark } = createDiacritizer({
    lexiconFolder: join(resources, 'lexicons'),
    openModel: () => openMarkModel(folder),
    onTrouble: (cause) => {
      throw new Error(`The model of Yoruba marks cannot be loaded (${cause}). ${MENDING}`, {
        cause,
      })
    },
  })
  const { text, words } = await mark(BARE)
  if (text !== MARKED || words.some(({ source }) => source !== 'model'))
    throw new Error(`The model of Yoruba marks makes “${text}” of “${BARE}”. ${MENDING}`)
  await checkHomographs(folder)
  const took = Math.round(performance.now() - startedAt)
  return `${ids.join(', ')}: unchanged; “${BARE}” becomes “${text}” ${took} ms after loading began`
}

async function checkHomographs(folder: string): Promise<void> {
  const tagger = await openHomographTagger(folder)
  const tokens = wordsOf(HOMOGRAPH)
  const found = tokens.flatMap((_, index) => tagger.read(tokens, index)?.reading.id ?? [])
  if (found.join(' ') === 'record_vrb record_nou') return
  throw new Error(`The model of homographs reads “${HOMOGRAPH}” as ${found}. ${MENDING_HOMOGRAPHS}`)
}
