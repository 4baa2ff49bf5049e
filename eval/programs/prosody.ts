import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { f0Track } from '../audio/f0.ts'
import { readSound } from '../audio/read-sound.ts'
import { findData, type Measure, parseOptions, readRows, required } from '../measure.ts'
import {
  type PitchMovement,
  pitchMovement,
  type Timing,
  timingOf,
} from '../scores/prosody-figures.ts'
import { type TimedSyllable, toneStepsByKind } from '../scores/tone-steps.ts'

export const prosody: Measure = {
  summary: 'pace, pauses and melody of voices',
  help: `npm run eval -- prosody --list FILE

Prints for each voice (each folder of sounds): syllables a second with and without pauses, pauses of at least 0.1 s to ten syllables,
the standard deviation of the pitch in semitones and its range from the 5th to the 95th percentile (means over sounds), and the mean
step between neighbouring tones by kind. Pitch is measured in the sound (YIN); syllables are those of the timings. Silence at the
ends of a sound does not count; the pauses between two sentences of one text do.

  --list FILE   sound TAB timings, as "npm run eval -- speak" writes it to timings.tsv; without timings: pitch alone`,
  async run(args) {
    const options = parseOptions(args, { list: { type: 'string' } })
    const list = findData(required('list', options.list), 'a list that you make')
    const sounds = Map.groupBy(readRows(list), ([sound = '']) => basename(dirname(sound)))
    for (const [voice, rows] of sounds) {
      const timings: Timing[] = []
      const movements: PitchMovement[] = []
      const steps = new Map<string, number[]>()
      for (const [sound = '', path] of rows) {
        const f0 = f0Track(await readSound(sound))
        movements.push(...[pitchMovement(f0)].flatMap((movement) => movement ?? []))
        if (path === undefined) continue
        const { syllables } = JSON.parse(readFileSync(path, 'utf8')) as {
          readonly syllables: readonly TimedSyllable[]
        }
        timings.push(...[timingOf(syllables)].flatMap((timing) => timing ?? []))
        for (const [kind, semitones] of toneStepsByKind(syllables, f0))
          steps.set(kind, [...(steps.get(kind) ?? []), ...semitones])
      }
      console.log(
        [voice.padEnd(9), ...paceOf(timings), ...melodyOf(movements), ...stepsOf(steps)].join('  '),
      )
    }
  },
}

function paceOf(timings: readonly Timing[]): readonly string[] {
  if (timings.length === 0) return []
  const sum = (key: keyof Timing): number =>
    timings.reduce((total, timing) => total + timing[key], 0)
  return [
    `syllables/s ${(sum('syllables') / sum('seconds')).toFixed(2)}`,
    `without pauses ${(sum('syllables') / sum('spokenSeconds')).toFixed(2)}`,
    `pauses to ten ${((10 * sum('pauses')) / sum('syllables')).toFixed(2)}`,
  ]
}

function melodyOf(movements: readonly PitchMovement[]): readonly string[] {
  return [
    `deviation ${mean(movements.map(({ deviation }) => deviation)).toFixed(2)}`,
    `range ${mean(movements.map(({ range }) => range)).toFixed(2)} st`,
  ]
}

function stepsOf(steps: ReadonlyMap<string, readonly number[]>): readonly string[] {
  return [...steps]
    .filter(([, all]) => all.length >= 10)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([kind, all]) => `${kind} ${mean(all).toFixed(2)}`)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
