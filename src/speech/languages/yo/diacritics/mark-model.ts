import { betweenParts } from '#speech/turns/turns.ts'
import type { MarkInputs, MarkScores, ModelSign } from './mark-scores.ts'
import { inputsOf } from './model-inputs.ts'
import { type ModelWords, modelWordsOf } from './model-words.ts'

/** A loaded model, whoever runs it. */
export interface MarkModelFiles {
  /** Its file `words.tsv`: the forms that it has numbers for. */
  readonly words: string
  run(inputs: MarkInputs): Promise<Readonly<Record<string, Float32Array>>>
}

export interface MarkModel {
  readonly words: ModelWords
  read(signs: readonly ModelSign[]): Promise<readonly MarkScores[]>
}

/** The model sees so many signs at once, and ends a stretch at the end of a sentence from so many on. */
const MOST_SIGNS = 80
const LEAST_SIGNS = 24

/** A model over its files. Its readings come one for each sign, in order; linear in their number. */
export function createMarkModel({ words: table, run }: MarkModelFiles): MarkModel {
  const words = modelWordsOf(table)
  return {
    words,
    async read(signs) {
      const readings: MarkScores[] = []
      for (const stretch of stretchesOf(signs)) {
        const inputs = inputsOf(stretch, words)
        const { scores, marks } = await run(inputs.tensors)
        if (!scores || !marks) throw new Error('The model of marks has other outputs.')
        readings.push(...inputs.readings(scores, marks))
        await betweenParts()
      }
      return readings
    },
  }
}

function stretchesOf(signs: readonly ModelSign[]): readonly (readonly ModelSign[])[] {
  const stretches: ModelSign[][] = []
  let open: ModelSign[] = []
  for (const sign of signs) {
    open.push(sign)
    const ends = open.length >= LEAST_SIGNS && /^[.?!]$/.test(sign.sign)
    if (!ends && open.length < MOST_SIGNS) continue
    stretches.push(open)
    open = []
  }
  return open.length > 0 ? [...stretches, open] : stretches
}
