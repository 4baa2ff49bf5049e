import { join } from 'node:path'
import { isCommercialOnly } from '#shared/commercial-only.ts'
import { slotsOf } from '#speech/languages/am/phonemes/fidel.ts'
import { createGeminationTagger } from '#speech/languages/am/phonemes/gemination-tagger.ts'
import { wordsOf } from '#speech/languages/en/phonemes/words.ts'
import { readSpelling } from '#speech/languages/ha/phonemes/spelling.ts'
import { syllablesOf } from '#speech/languages/ha/phonemes/syllables.ts'
import { createToneTagger } from '#speech/languages/ha/phonemes/tone-tagger.ts'
import { createDiacritizer } from '#speech/languages/yo/diacritics/diacritizer.ts'
import { checkModelFiles, modelsBeside, readModelFile } from '#speech/models/catalog.ts'
import { openMarkModel } from '#speech/models/marks.ts'
import { openHomographTagger } from '#speech/open-homograph-tagger.ts'
import { openDetectors } from '#speech/text/detect/languages.ts'

const BARE = 'Awon omo naa ti lo si ile iwe.'
const MARKED = 'Àwọn ọmọ náà ti lọ sí ilé ìwé.'
/** Without its context, the end of it is English. */
const PIDGIN = 'Dem no go pay di workers until next week.'
const MENDING =
  'Install Griot again. Until then Griot speaks, but marks Yoruba by its lexicon alone.'
const HOMOGRAPH = 'The band will record a new record.'
const MENDING_HOMOGRAPHS =
  'Install Griot again. Until then Griot speaks, but reads English homographs by rules alone.'
/** Words that no list of ours has, with what they should become. */
const HAUSA_WORD = 'agogo'
const HAUSA_TONES = 'L H H'
const AMHARIC_WORD = 'ተሰበሰበ'
const LONG_LETTERS = [3]
const MENDING_WORDS = 'Install Griot again. Until then Griot speaks, but knows fewer of them.'

/**
 * Proves that every model is there as the catalog says, loads, and does its work on a known sentence. Answers what was
 * found, in words; throws an Error that says what is wrong, what that means and what to do.
 */
export async function checkModels(resources: string): Promise<string> {
  const folder = modelsBeside(resources)
  const ids = await checkModelFiles(folder)
  const startedAt = performance.now()
  const text = isCommercialOnly() ? undefined : await checkLanguageAndMarks(resources, folder)
  await checkHomographs(folder)
  await checkTones(folder)
  await checkGemination(folder)
  const took = Math.round(performance.now() - startedAt)
  const marked = text === undefined ? 'loaded' : `“${BARE}” becomes “${text}”`
  return `${ids.join(', ')}: unchanged; ${marked} ${took} ms after loading began`
}

/** Tries the models that may not be used commercially. Answers what becomes of the sentence without marks. */
async function checkLanguageAndMarks(resources: string, folder: string): Promise<string> {
  const { ofText, ofWords } = await openDetectors(folder)
  const detected = ofText(BARE)?.language
  if (detected !== 'yo')
    throw new Error(`The model of languages takes Yoruba for ${detected ?? 'nothing'}. ${MENDING}`)
  if (ofWords(PIDGIN).some(({ language }) => language !== 'pcm'))
    throw new Error(`The model of languages takes words of “${PIDGIN}” for English. ${MENDING}`)
  const { mark } = createDiacritizer({
    lexiconFolder: join(resources, 'lexicons'),
    openModel: () => openMarkModel(folder),
    onTrouble: (cause) => {
      throw new Error(`The model of Yoruba marks cannot be loaded (${cause}). ${MENDING}`, {
        cause,
      })
    },
  })
  const marked = await mark(BARE)
  const { text } = marked
  if (text !== MARKED || marked.words.some(({ source }) => source !== 'model'))
    throw new Error(`The model of Yoruba marks makes “${text}” of “${BARE}”. ${MENDING}`)
  return text
}

async function checkHomographs(folder: string): Promise<void> {
  const tagger = await openHomographTagger(folder)
  const tokens = wordsOf(HOMOGRAPH)
  const found = tokens.flatMap((_, index) => tagger.read(tokens, index)?.reading.id ?? [])
  if (found.join(' ') === 'record_vrb record_nou') return
  throw new Error(`The model of homographs reads “${HOMOGRAPH}” as ${found}. ${MENDING_HOMOGRAPHS}`)
}

async function checkTones(folder: string): Promise<void> {
  const tagger = createToneTagger(await readWeights(folder, 'hausa-tones'))
  const tones = tagger(syllablesOf(readSpelling(HAUSA_WORD))).join(' ')
  if (tones === HAUSA_TONES) return
  throw new Error(`The model of Hausa tones gives “${HAUSA_WORD}” ${tones}. ${MENDING_WORDS}`)
}

/** Asks each of the two models alone, the other without knowledge. */
async function checkGemination(folder: string): Promise<void> {
  const features = await readWeights(folder, 'amharic-gemination')
  const network = await readWeights(folder, 'amharic-gemination', 'network.bin')
  const slots = slotsOf(AMHARIC_WORD)
  for (const weights of [
    { features, network: new Int8Array(network.length) },
    { features: new Int8Array(features.length), network },
  ]) {
    const found = createGeminationTagger(weights)(slots, slots)
    const long = found.flatMap(({ geminate }, at) => (geminate ? [at] : []))
    if (long.join() !== LONG_LETTERS.join())
      throw new Error(
        `The model of Amharic gemination makes the letters ${long} of “${AMHARIC_WORD}” long. ${MENDING_WORDS}`,
      )
  }
}

async function readWeights(
  folder: string,
  model: string,
  file = 'weights.bin',
): Promise<Int8Array> {
  const bytes = await readModelFile(folder, model, file)
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}
