import { createHash } from 'node:crypto'
import { isFidel, slotsOf } from '#speech/languages/am/phonemes/fidel.ts'
import { geminate } from '#speech/languages/am/phonemes/gemination.ts'
import { align, foldSpelling } from '#speech/languages/am/phonemes/lexicon.ts'
import { readRows } from '../../eval/measure.ts'
import { halfOf } from '../../eval/programs/pronunciation.ts'

/** Where words without a long consonant counted fully, too few of the others would be found. */
const WEIGHTS: Readonly<Record<string, number>> = {
  ...{ list: 1, context: 1, hand: 1, names: 0.7, verbs: 0.3, classes: 0.3, plain: 0.3, stems: 0.1 },
}
const FIFTHS = 5
const MARKS = /[\u135d-\u135f]/g

/** A word whose long consonants are known. */
export interface Example {
  readonly word: string
  readonly source: string
  readonly isLong: readonly boolean[]
}

/** The words that models of long consonants learn from: `lists` is made by lists.py, `hand` is our own list. */
export function readExamples(lists: string, hand: string): readonly Example[] {
  return [...fromLists(lists), ...fromHand(hand)]
}

/** How much a word of a source counts. */
export function weightOfSource(source: string): number {
  return WEIGHTS[source] ?? 1
}

/** The fifth that a word belongs to, in whatever spelling. */
export function fifthOf(word: string): number {
  return (createHash('sha1').update(foldSpelling(word)).digest()[0] ?? 0) % FIFTHS
}

/** The words of the seen half, and stems of a lexicon that nothing is measured on, save all spellings of unseen ones. */
function fromLists(path: string): readonly Example[] {
  const rows = readRows(path).map(([source = '', marked = '']) => ({ source, marked }))
  const words = rows.map(({ source, marked }) => ({
    source,
    marked,
    word: marked.replace(MARKS, ''),
  }))
  const unseen = new Set(
    words
      .filter(({ source, word }) => source === 'list' && halfOf(word) === 'unseen')
      .map(({ word }) => foldSpelling(word)),
  )
  const stems = new Set(
    words.filter(({ source }) => source === 'stems').map(({ word }) => foldSpelling(word)),
  )
  const all = words.flatMap(({ source, marked, word }) => {
    const slots = slotsOf(marked)
    const isWord = [...word].every(isFidel) && slots.length > 1 && slots.length === [...word].length
    const isSeen = source === 'stems' || halfOf(word) === 'seen'
    if (!isWord || !isSeen || unseen.has(foldSpelling(word))) return []
    const isKnownBetter = source === 'plain' && stems.has(foldSpelling(word))
    if (isKnownBetter || isDoubtful(source, word)) return []
    return [{ word, source, isLong: slots.map(({ geminate: long }) => long) }]
  })
  return [
    ...new Map(all.map((one) => [[one.source, one.word, ...one.isLong].join(), one])).values(),
  ]
}

/** A word that no list marks, though the rules know a long consonant in it: then it is the list that is not complete. */
function isDoubtful(source: string, word: string): boolean {
  return source === 'plain' && geminate(slotsOf(word), word).some(({ geminate: long }) => long)
}

function fromHand(path: string): readonly Example[] {
  return readRows(path)
    .filter(([word = '']) => !word.startsWith('#'))
    .map(([word = '', ipa = '']) => ({
      word,
      source: 'hand',
      isLong: align(word, ipa).map(({ geminate: long }) => long),
    }))
}
