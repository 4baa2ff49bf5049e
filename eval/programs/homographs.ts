import { join } from 'node:path'
import type { ReadWord } from '#shared/word-reading.ts'
import { parseSounds } from '#speech/languages/en/phonemes/arpabet.ts'
import { TAGGED_READINGS } from '#speech/languages/en/phonemes/homograph-readings.ts'
import { syllabify } from '#speech/languages/en/phonemes/syllabify.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import { type HomographSentence, readHomographSentences } from '../homograph-sentences.ts'
import { findData, type Measure, parseOptions, required } from '../measure.ts'
import { percent } from '../scores/percent.ts'

const RESOURCES = join(import.meta.dirname, '../../resources')
const never = new AbortController().signal

export const homographs: Measure = {
  summary: 'English words that are written alike and said differently: how many are read right',
  help: `npm run eval -- homographs --folder FOLDER [options]

Reads whole sentences and looks at the sounds of one word in each. A word is right if it has the phones and the stress of the
reading that annotators gave it. Beside it: what reading every word as it is read most often in this folder would get.

  --folder FOLDER  data/eval of WikipediaHomographData (google-research-datasets, Apache-2.0); data/train is what was learned from
  --words          prints each word with how often it is read right, without its sentences`,
  async run(args) {
    const options = parseOptions(args, {
      folder: { type: 'string' },
      words: { type: 'boolean', default: false },
    })
    const folder = findData(
      required('folder', options.folder),
      'WikipediaHomographData (google-research-datasets, Apache-2.0)',
    )
    const sentences = readHomographSentences(folder)
    const { readWords } = await openSpeaker(RESOURCES)
    const right = new Set<HomographSentence>()
    for (const sentence of sentences) {
      const said = await readWords({ text: sentence.text, language: 'en', dialects: [] }, never)
      const words = said.filter(({ text }) => text === sentence.word)
      const heard = words[sentence.occurrence]
      if (heard && soundsOf(heard.syllables) === wanted(sentence)) right.add(sentence)
    }
    const byWord = Map.groupBy(sentences, ({ word }) => word)
    if (options.words)
      for (const [word, own] of byWord)
        console.log(
          `${word}\t${own.filter((sentence) => right.has(sentence)).length}/${own.length}`,
        )
    const commonest = [...byWord.values()].reduce((sum, own) => sum + mostAlike(own), 0)
    const shares = [...byWord.values()].map(
      (own) => own.filter((sentence) => right.has(sentence)).length / own.length,
    )
    const mean = shares.reduce((sum, share) => sum + share, 0)
    console.log(
      `sentences ${sentences.length}  right ${percent(right.size, sentences.length)}  mean of ${byWord.size} words ${percent(mean, byWord.size)}  commonest reading ${percent(commonest, sentences.length)}`,
    )
  },
}

/** Phones and stress of a word. */
function soundsOf(syllables: ReadWord['syllables']): string {
  return syllables.map(({ ipa, stress }) => `${stress}${ipa}`).join('.')
}

function wanted({ reading }: HomographSentence): string {
  const syllables = syllabify(parseSounds(reading.arpabet))
  return soundsOf(
    syllables.map(({ phones, stress }) => ({ ipa: phones.map(({ ipa }) => ipa).join(''), stress })),
  )
}

/** How many of the sentences have the reading that most of them have. */
function mostAlike(sentences: readonly HomographSentence[]): number {
  const readings = TAGGED_READINGS.get(sentences[0]?.word ?? '') ?? []
  const counts = readings.map(
    ({ id }) => sentences.filter(({ reading }) => reading.id === id).length,
  )
  return Math.max(...counts)
}
