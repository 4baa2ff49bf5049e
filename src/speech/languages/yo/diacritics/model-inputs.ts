import type { MarkInputs, MarkScores, ModelSign } from './mark-scores.ts'
import { clustersOf } from './marks.ts'
import type { ModelWords } from './model-words.ts'

/** Longer words are read up to here. */
const LONGEST_WORD = 40
const MARKS = 6
/** Numbers of signs and words, as in train/diacritics/data.py. */
const UNKNOWN = 1
const SIGNS = '0.,;:?!'
const FIRST_SIGN = 2
const FIRST_ROW = 16
const OTHER_LETTER = 27
const SPACE = 0

interface Inputs {
  readonly tensors: MarkInputs
  /** Takes the model's outputs apart again, sign by sign. */
  readonly readings: (scores: Float32Array, marks: Float32Array) => readonly MarkScores[]
}

/** The numbers that the model wants of a stretch of text. */
export function inputsOf(signs: readonly ModelSign[], words: ModelWords): Inputs {
  const letters: number[] = []
  const seen: number[] = []
  const owner: number[] = []
  const first: number[] = []
  const last: number[] = []
  const known = signs.map(({ plain }) => words(plain))
  for (const [index, { sign }] of signs.entries()) {
    const clusters = clustersOf(sign).slice(0, LONGEST_WORD)
    first.push(letters.length)
    last.push(letters.length + clusters.length - 1)
    for (const cluster of clusters) {
      letters.push(letterOf(cluster))
      seen.push(writtenMarkOf(cluster))
      owner.push(index)
    }
    letters.push(SPACE)
    seen.push(0)
    owner.push(index)
  }
  const several = known.flatMap((word, index) => (word && word.forms.length > 1 ? [index] : []))
  const most = Math.max(1, ...several.map((index) => known[index]?.forms.length ?? 0))
  const forms = several.flatMap((index) => {
    const { start = 0, forms: own = [] } = known[index] ?? {}
    return Array.from({ length: most }, (_, choice) => start + (choice < own.length ? choice : 0))
  })
  const row = (values: readonly number[]) => ({ values, shape: [values.length] })
  const tensors = {
    ...{ letters: row(letters), seen: row(seen), owner: row(owner) },
    words: row(signs.map(({ sign }, index) => numberOf(sign, known[index]?.row))),
    capitals: row(signs.map(({ capitals }) => capitals)),
    ...{ first: row(first), last: row(last), at: row(several) },
    forms: { values: forms, shape: [several.length, most] },
  }
  return {
    tensors,
    readings(scores, marks) {
      let next = 0
      return signs.map((_, index) => {
        const own = known[index]?.forms ?? []
        const begin = own.length > 1 ? most * next++ : -1
        return {
          forms: own.map((form, choice) => ({
            form,
            score: begin < 0 ? 0 : (scores[begin + choice] ?? 0),
          })),
          marks: marks.subarray(MARKS * (first[index] ?? 0), MARKS * ((last[index] ?? 0) + 1)),
        }
      })
    },
  }
}

function letterOf(cluster: string): number {
  const code = cluster.charCodeAt(0) - 96
  return code >= 1 && code <= 26 ? code : OTHER_LETTER
}

function writtenMarkOf(cluster: string): number {
  const tone = cluster.includes('\u0301') ? 1 : cluster.includes('\u0300') ? 2 : 0
  return tone + (cluster.includes('\u0323') ? 3 : 0)
}

function numberOf(sign: string, row: number | undefined): number {
  if (row !== undefined) return FIRST_ROW + row
  const at = sign.length === 1 ? SIGNS.indexOf(sign) : -1
  return at < 0 ? UNKNOWN : FIRST_SIGN + at
}
