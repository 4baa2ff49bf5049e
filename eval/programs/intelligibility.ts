import { basename, dirname } from 'node:path'
import { readSound } from '../audio/read-sound.ts'
import { findData, type Measure, parseOptions, readRows, required } from '../measure.ts'
import { recogniseEnglish } from '../pocketsphinx.ts'
import { editDistance } from '../scores/edit-distance.ts'
import { percent } from '../scores/percent.ts'
import { englishWordsOf } from '../scores/words.ts'

export const intelligibility: Measure = {
  summary: 'English: word error rate of a general recogniser (PocketSphinx, US English)',
  help: `npm run eval -- intelligibility --list FILE [--verbose]

Prints the word error rate of PocketSphinx for each folder of sounds, their mean, and that of all sounds together. It needs
apt-get install pocketsphinx pocketsphinx-en-us.

  --list FILE   sound TAB text, as "npm run eval -- speak" writes it to sounds.tsv
  --verbose     prints what was heard in each sound`,
  async run(args) {
    const options = parseOptions(args, {
      list: { type: 'string' },
      verbose: { type: 'boolean', default: false },
    })
    const list = findData(required('list', options.list), 'a list that you make')
    const results: Result[] = []
    for (const [sound = '', text = ''] of readRows(list)) {
      const said = englishWordsOf(text)
      const heard = englishWordsOf(recogniseEnglish(await readSound(sound)))
      const errors = editDistance(said, heard)
      results.push({ folder: basename(dirname(sound)), words: said.length, errors })
      if (options.verbose)
        console.log(`${percent(errors, said.length, 0)}\t${sound}\t${heard.join(' ')}`)
    }
    printFigures(results)
  },
}

interface Result {
  readonly folder: string
  readonly words: number
  readonly errors: number
}

function printFigures(results: readonly Result[]): void {
  const folders = [...Map.groupBy(results, ({ folder }) => folder)]
  const rates = folders.map(([, own]) => sum(own, 'errors') / sum(own, 'words'))
  if (folders.length > 1) {
    for (const [at, [folder]] of folders.entries())
      console.log(`${folder}\t${percent(rates[at] ?? 0, 1, 1)}`)
    const mean = rates.reduce((total, rate) => total + rate, 0) / rates.length
    console.log(`mean of ${folders.length} folders ${percent(mean, 1, 1)}`)
  }
  const words = sum(results, 'words')
  console.log(`word error rate ${percent(sum(results, 'errors'), words, 1)} of ${words} words`)
}

function sum(results: readonly Result[], key: 'errors' | 'words'): number {
  return results.reduce((total, result) => total + result[key], 0)
}
