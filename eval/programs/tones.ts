import { readFileSync } from 'node:fs'
import { f0Track } from '../audio/f0.ts'
import { readSound } from '../audio/read-sound.ts'
import { findData, type Measure, parseOptions, readRows, required } from '../measure.ts'
import { percent } from '../scores/percent.ts'
import { type TimedSyllable, type ToneSteps, toneSteps } from '../scores/tone-steps.ts'

export const tones: Measure = {
  summary: 'tones: does the measured pitch follow them',
  help: `npm run eval -- tones --list FILE

Over neighbouring syllables with different level tones, at most 0.35 s apart: in how many the higher tone has the higher pitch, and
the mean step in semitones. Pitch is measured in the sound (YIN), not read from the plan.

  --list FILE   sound TAB timings, as "npm run eval -- speak" writes it to timings.tsv; timings as of "griot say --timings"`,
  async run(args) {
    const options = parseOptions(args, { list: { type: 'string' } })
    const list = findData(required('list', options.list), 'a list that you make')
    const results: ToneSteps[] = []
    for (const [sound = '', timings = ''] of readRows(list)) {
      const f0 = f0Track(await readSound(sound))
      results.push(toneSteps(syllablesIn(timings), f0))
    }
    const sum = (key: keyof ToneSteps): number =>
      results.reduce((total, result) => total + result[key], 0)
    const steps = Math.max(1, sum('steps'))
    console.log(
      [
        `steps between different tones ${sum('steps')}`,
        `right ${percent(sum('right'), steps, 1)}`,
        `mean step ${(sum('semitones') / steps).toFixed(2)} semitones`,
        `syllables without pitch ${percent(sum('unvoiced'), Math.max(1, sum('syllables')), 1)}`,
      ].join('  '),
    )
  },
}

function syllablesIn(path: string): readonly TimedSyllable[] {
  const { syllables } = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly syllables: readonly TimedSyllable[]
  }
  return syllables
}
