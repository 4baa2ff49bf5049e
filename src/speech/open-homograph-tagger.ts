import {
  createHomographTagger,
  type HomographTagger,
} from './languages/en/phonemes/homograph-tagger.ts'
import { readModelFile } from './models/catalog.ts'

/** Opens the tagger of English homographs in the folder of the models. Throws an Error that names what is missing or damaged. */
export async function openHomographTagger(models: string): Promise<HomographTagger> {
  const bytes = await readModelFile(models, 'english-homographs', 'weights.bin')
  return createHomographTagger(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length))
}
