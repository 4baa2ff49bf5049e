/**
 * Writes the words that a model of long consonants learns from, as learn_network.py reads them. See README.md beside this file.
 *
 * A row: source, weight, fifth, word, and for each letter the codes of its consonant, vowel and rule and whether it is long, as "c,v,r,l c,v,r,l".
 */
import { slotsOf } from '#speech/languages/am/phonemes/fidel.ts'
import { geminate } from '#speech/languages/am/phonemes/gemination.ts'
import { letterCodesOf } from '#speech/languages/am/phonemes/gemination-network.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import { type Example, fifthOf, readExamples, weightOfSource } from './examples.ts'

const [lists, hand] = process.argv.slice(2)
if (!lists || !hand)
  endWithUsage('node train/amharic-words/write-letters.ts LISTS HAND > letters.tsv')
checkInputs(lists, hand)

process.stdout.write(`${readExamples(lists, hand).map(rowOf).join('\n')}\n`)

function rowOf({ word, source, isLong }: Example): string {
  const slots = slotsOf(word)
  const codes = letterCodesOf(slots, geminate(slots, word))
  const letters = codes.map((code, at) => [...code, isLong[at] ? 1 : 0].join())
  return [source, weightOfSource(source), fifthOf(word), word, letters.join(' ')].join('\t')
}
