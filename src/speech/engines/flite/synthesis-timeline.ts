import type { SyllableTiming, Timing, Timings } from '#shared/audio.ts'
import type { TimeWarpSegment } from '#speech/dsp/overlap-add.ts'
import type { ProsodyPlan } from '#speech/utterance.ts'
import type { TimeSpan } from './alignment.ts'
import type { MappedPhone, MappedSentence } from './base-phones.ts'
import type { EffectSpan } from './effects.ts'
import { geminateHalf, mappingOf, type PhoneMapping } from './phone-mapping.ts'

/** Timeline of a sentence: which stretch of the base's waveform is heard when, and with which effects. */
export interface SynthesisTimeline {
  readonly segments: readonly TimeWarpSegment[]
  readonly effects: readonly EffectSpan[]
  readonly timings: Timings
}

/** Margin of the base's waveform kept before and after a phrase, in seconds: onset and decay. */
const MARGIN_SECONDS = 0.03

/**
 * Places the phones of a sentence in time. `spans`: time spans of the base phones of all mappings, in seconds, in
 * order.
 */
export function buildTimeline(
  sentence: MappedSentence,
  plan: ProsodyPlan,
  spans: readonly TimeSpan[],
): SynthesisTimeline {
  const timeline = openTimeline(spans)
  const all = sentence.words.flatMap((word) => word.syllables.flatMap(({ phones }) => phones))
  const words: Timing[] = []
  const syllables: SyllableTiming[] = []
  const phones: Timing[] = []
  timeline.lead()
  for (const [index, word] of sentence.words.entries()) {
    const wordStart = timeline.now()
    for (const syllable of word.syllables) {
      const syllableStart = timeline.now()
      for (const phone of syllable.phones) {
        const start = timeline.now()
        const mapping = mappingAt(all, phones.length)
        const own = timeline.ownSeconds(mapping) * (plan.stretches[index] ?? 1)
        timeline.write(mapping, plan.durations?.[phones.length] ?? own)
        phones.push({ text: phone.ipa, start, end: timeline.now() })
      }
      const text = syllable.phones.map(({ ipa }) => ipa).join('')
      const timing = { text, start: syllableStart, end: timeline.now() }
      syllables.push(syllable.tone ? { ...timing, tone: syllable.tone } : timing)
    }
    words.push({ text: word.text, start: wordStart, end: timeline.now() })
    timeline.pause(plan.pauses[index] ?? 0, index === sentence.words.length - 1)
  }
  return {
    segments: timeline.segments,
    effects: timeline.effects,
    timings: { words, phones, syllables },
  }
}

/**
 * Mapping of a phone in its context: of two identical consonants, the first gives the closure, the second the release.
 */
function mappingAt(phones: readonly MappedPhone[], index: number): PhoneMapping {
  const phone = phones[index]
  if (!phone) return { bases: [], parts: [] }
  const mapping = mappingOf(phone)
  if (phone.base !== undefined) return mapping
  if (phones[index + 1]?.ipa === phone.ipa) return geminateHalf(mapping, 'before')
  return phones[index - 1]?.ipa === phone.ipa ? geminateHalf(mapping, 'after') : mapping
}

function openTimeline(spans: readonly TimeSpan[]) {
  const segments: TimeWarpSegment[] = []
  const effects: EffectSpan[] = []
  let at = 0
  let seconds = 0
  const append = (length: number, source?: { start: number; end: number }): void => {
    if (length <= 0) return
    segments.push(source ? { seconds: length, source } : { seconds: length })
    seconds += length
  }
  const lead = (): void => {
    const start = spans[at]?.start ?? 0
    append(Math.min(MARGIN_SECONDS, start), {
      start: Math.max(0, start - MARGIN_SECONDS),
      end: start,
    })
  }
  const trail = (): void => {
    const end = spans[at - 1]?.end ?? 0
    append(MARGIN_SECONDS, { start: end, end: end + MARGIN_SECONDS })
  }
  return {
    segments,
    effects,
    now: () => seconds,
    lead,
    /** Duration of the next base phones in the base's own speech. */
    ownSeconds({ bases }: PhoneMapping): number {
      const own = bases.reduce((sum, _, i) => sum + lengthOf(spans[at + i]), 0)
      return bases.length === 0 ? 0.05 : own
    },
    write({ bases, parts }: PhoneMapping, length: number): void {
      for (const { base, from, to, share, effect } of parts) {
        const span = base === undefined ? undefined : spans[at + base]
        const start = seconds
        if (span && lengthOf(span) > 0) {
          const inside = (part: number): number => span.start + part * lengthOf(span)
          append(length * share, { start: inside(from), end: inside(to) })
        } else append(length * share)
        if (effect) effects.push({ start, end: seconds, effect })
      }
      at += bases.length
    },
    /** Silence between two words, or the end of the sentence. */
    pause(length: number, isEnd: boolean): void {
      if (length <= 0 && !isEnd) return
      trail()
      append(length)
      if (!isEnd) lead()
    },
  }
}

const lengthOf = (span: TimeSpan | undefined): number => (span ? span.end - span.start : 0)
