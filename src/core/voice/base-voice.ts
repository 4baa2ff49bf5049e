import { amplify, fadeEdges, fromDecibels } from '#core/audio/level.ts'
import { resample } from '#core/audio/resample.ts'
import type { Phone, Sentence } from '#core/utterance.ts'
import { SAMPLE_RATE, type SyllableTiming, type Timing, type Timings } from '#shared/audio.ts'
import { alignPhones, type HeardPhone, type Span } from './alignment.ts'
import { baseOf } from './base-phones.ts'
import { FLITE_RATE, type Flite, type FliteSegment, type FliteVoice } from './flite.ts'
import type { VoiceProfile } from './system-voices.ts'
import { utteranceText } from './utterance-text.ts'
import type { Rendered, Voice } from './voice.ts'

/** Gain in dB that brings each base to about -20 dB RMS while speaking. */
const GAIN_DECIBELS: Readonly<Record<FliteVoice, number>> = { slt: -4.5, rms: 1.5, awb: 0 }
/** What no sample passes: 1 dB below full scale. */
const CEILING = fromDecibels(-1)
/** Kept of the base's silence before the first and after the last phone, in seconds: it holds their onset and decay. */
const MARGIN = 0.03
const FADE_SECONDS = 0.01

/** A person made of a base voice of flite with a pitch and a pace of their own. */
export function createBaseVoice(profile: VoiceProfile, flite: Flite): Voice {
  return {
    info: profile.info,
    rate: profile.rate,
    render(sentence, durationStretch): Rendered {
      const { samples, segments } = flite.speak({
        ...utteranceText(sentence),
        voice: profile.base,
        f0Shift: profile.f0Shift,
        durationStretch,
      })
      const heard = heardPhones(segments)
      const start = Math.max(0, (heard[0]?.start ?? 0) - MARGIN)
      const end = (heard.at(-1)?.end ?? samples.length / FLITE_RATE) + MARGIN
      const spoken = samples.subarray(Math.round(start * FLITE_RATE), Math.round(end * FLITE_RATE))
      const sound = resample(spoken, FLITE_RATE, SAMPLE_RATE)
      amplify(sound, fromDecibels(GAIN_DECIBELS[profile.base]), CEILING)
      fadeEdges(sound, Math.round(FADE_SECONDS * SAMPLE_RATE))
      return { samples: sound, timings: timingsOf(sentence, heard, start) }
    },
  }
}

function heardPhones(segments: readonly FliteSegment[]): HeardPhone[] {
  return segments
    .map(({ phone, end }, i) => ({ phone, start: segments[i - 1]?.end ?? 0, end }))
    .filter(({ phone }) => phone !== 'pau' && phone !== 'h#')
}

/** Where every word, syllable and phone is heard, in seconds after `origin`. */
function timingsOf(sentence: Sentence, heard: readonly HeardPhone[], origin: number): Timings {
  const planned = sentence.words.flatMap((word) => word.syllables.flatMap(({ phones }) => phones))
  const spans = alignPhones(planned.map(baseOf), heard)
  const words: Timing[] = []
  const syllables: SyllableTiming[] = []
  let at = 0
  const take = (text: string, phones: readonly Phone[]): Timing => {
    const timing = stretchOf(text, spans, at, at + phones.length - 1, origin)
    at += phones.length
    return timing
  }
  for (const word of sentence.words) {
    const first = at
    for (const { phones } of word.syllables)
      syllables.push(take(phones.map(({ ipa }) => ipa).join(''), phones))
    words.push(stretchOf(word.text, spans, first, at - 1, origin))
  }
  const phones = planned.map(({ ipa }, i) => stretchOf(ipa, spans, i, i, origin))
  return { words, phones, syllables }
}

function stretchOf(
  text: string,
  spans: readonly Span[],
  first: number,
  last: number,
  origin: number,
): Timing {
  const start = spans[first]?.start ?? origin
  return { text, start: start - origin, end: Math.max(start, spans[last]?.end ?? start) - origin }
}
