/**
 * How many long consonants the models find in words that they did not learn from, and how many of those that are found are long, by source; without
 * the lexicon. See README.md beside this file.
 */
import { readFileSync } from 'node:fs'
import { slotsOf } from '#speech/languages/am/phonemes/fidel.ts'
import { geminate } from '#speech/languages/am/phonemes/gemination.ts'
import { createGeminationTagger } from '#speech/languages/am/phonemes/gemination-tagger.ts'
import { percent } from '../../eval/scores/percent.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import { fifthOf, readExamples } from './examples.ts'

const [lists, hand, weights, network, fifth] = process.argv.slice(2)
if (!lists || !hand || !weights || !network || !fifth)
  endWithUsage('node train/amharic-words/measure-held-out.ts LISTS HAND WEIGHTS NETWORK FIFTH')
checkInputs(lists, hand, weights, network)

const tagger = createGeminationTagger({
  features: bytesOf(weights),
  network: bytesOf(network),
})
const heldOut = readExamples(lists, hand).filter(({ word }) => fifthOf(word) === Number(fifth))
for (const [source, words] of Map.groupBy(heldOut, (one) => one.source)) {
  const pairs = words.flatMap(({ word, isLong }) => {
    const slots = slotsOf(word)
    const found = tagger(slots, geminate(slots, word))
    return isLong.map((long, at) => ({ long, found: found[at]?.geminate ?? false }))
  })
  const both = pairs.filter(({ long, found }) => long && found).length
  const long = pairs.filter((one) => one.long).length
  const found = pairs.filter((one) => one.found).length
  console.log(
    `${source}  words ${words.length}  found ${percent(both, long)} of ${long}  right of those found ${percent(both, found)}`,
  )
}

function bytesOf(path: string): Int8Array {
  return new Int8Array(readFileSync(path))
}
