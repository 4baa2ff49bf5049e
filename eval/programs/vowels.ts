import { readFileSync } from 'node:fs'
import { formantsAt } from '../audio/formants.ts'
import { readSound } from '../audio/read-sound.ts'
import { speechFrames } from '../audio/speech-frames.ts'
import { findData, type Measure, parseOptions, readRows, required } from '../measure.ts'
import { warpingPath } from '../scores/dynamic-time-warping.ts'

/** A vowel is measured in this part of it, away from its neighbours. */
const FROM = 0.3
const TO = 0.7
/** With fewer, the median of a vowel says little. */
const LEAST = 10
const VOWEL = /^[iɪeɛaɑɔoʊuəæɐɨʌ]\u0303?ː?$/u

type Formants = readonly [number, number]
interface TimedPhone {
  readonly text: string
  readonly start: number
  readonly end: number
}

export const vowels: Measure = {
  summary: 'first and second formant of each vowel, of voices and of recordings of the same texts',
  help: `npm run eval -- vowels --list FILE

Prints for each vowel the medians of its first and second formant in the synthesis and in the recording (Hz, linear prediction), and the
distance between the two in Bark; then the mean distance. Where a vowel is in a recording is found by dynamic time warping. Speakers
with vocal tracts of other lengths differ even where they say the same: compare a voice with its own reader, or one of the same sex.

  --list FILE   synthesis TAB its timings TAB recording`,
  async run(args) {
    const options = parseOptions(args, { list: { type: 'string' } })
    const list = findData(required('list', options.list), 'a list that you make')
    const found = new Map<string, { readonly ours: Formants[]; readonly theirs: Formants[] }>()
    for (const [synthesis = '', timings = '', recording = ''] of readRows(list)) {
      const [ours, theirs] = [await readSound(synthesis), await readSound(recording)]
      const { phones } = JSON.parse(readFileSync(timings, 'utf8')) as {
        readonly phones: readonly TimedPhone[]
      }
      for (const { text, own, other } of vowelMoments(phones, ours, theirs)) {
        const known = found.get(text) ?? { ours: [], theirs: [] }
        found.set(text, known)
        const [first, second] = [formantsAt(ours, own), formantsAt(theirs, other)]
        if (first) known.ours.push(first)
        if (second) known.theirs.push(second)
      }
    }
    const distances: number[] = []
    for (const [vowel, { ours, theirs }] of found) {
      if (Math.min(ours.length, theirs.length) < LEAST) continue
      const [own, other] = [medians(ours), medians(theirs)]
      const distance = Math.hypot(bark(own[0]) - bark(other[0]), bark(own[1]) - bark(other[1]))
      distances.push(distance)
      console.log(
        `${vowel.padEnd(3)} ${hz(own)} Hz (recordings ${hz(other)})  ${distance.toFixed(2)} Bark  ${ours.length} frames`,
      )
    }
    const mean = distances.reduce((sum, one) => sum + one, 0) / Math.max(1, distances.length)
    console.log(`vowels ${distances.length}  mean distance ${mean.toFixed(2)} Bark`)
  },
}

/** Moments of speech in the middle of a vowel, in seconds of each of the two sounds. */
function vowelMoments(
  phones: readonly TimedPhone[],
  ours: Float32Array,
  theirs: Float32Array,
): readonly { readonly text: string; readonly own: number; readonly other: number }[] {
  const [first, second] = [speechFrames(ours), speechFrames(theirs)]
  return warpingPath(first.cepstra, second.cepstra).flatMap(([i, j]) => {
    const [own, other] = [first.times[i] ?? 0, second.times[j] ?? 0]
    if (!first.f0[i] || !second.f0[j]) return []
    const phone = phones.find(({ start, end }) => {
      const part = (own - start) / (end - start)
      return part >= FROM && part <= TO
    })
    const text = phone?.text.normalize('NFD').replace('ː', '')
    return text !== undefined && VOWEL.test(text)
      ? [{ text: text.normalize('NFC'), own, other }]
      : []
  })
}

function medians(all: readonly Formants[]): Formants {
  const median = (at: 0 | 1): number => {
    const sorted = all.map((one) => one[at]).sort((one, other) => one - other)
    return sorted[sorted.length >> 1] ?? 0
  }
  return [median(0), median(1)]
}

/** Critical-band rate of a frequency (Traunmüller 1990). */
function bark(frequency: number): number {
  return (26.81 * frequency) / (1960 + frequency) - 0.53
}

function hz([first, second]: Formants): string {
  return `${first.toFixed(0)}, ${second.toFixed(0)}`
}
