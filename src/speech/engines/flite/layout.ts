import type { SyllableTiming, Timing, Timings } from '#shared/audio.ts'
import type { Piece } from '#speech/dsp/overlap-add.ts'
import type { ProsodyPlan } from '#speech/utterance.ts'
import type { Span } from './alignment.ts'
import type { BasedPhone, BasedSentence } from './base-phones.ts'
import type { EffectSpan } from './effects.ts'
import { joined, type Recipe, recipeOf } from './recipes.ts'

/** Which stretch of the base's sound is heard when, and what is done to it on the way. */
export interface Layout {
  readonly pieces: readonly Piece[]
  readonly effects: readonly EffectSpan[]
  readonly timings: Timings
}

/** Kept of the base's sound before a phrase and after it, in seconds: it holds onset and decay. */
const MARGIN = 0.03

/**
 * Lay the phones of a sentence out in time. `spans`: where the base says each base phone of the recipes, in seconds,
 * in order.
 */
export function layOut(sentence: BasedSentence, plan: ProsodyPlan, spans: readonly Span[]): Layout {
  const pen = openPen(spans)
  const all = sentence.words.flatMap((word) => word.syllables.flatMap(({ phones }) => phones))
  const words: Timing[] = []
  const syllables: SyllableTiming[] = []
  const phones: Timing[] = []
  pen.lead()
  for (const [index, word] of sentence.words.entries()) {
    const wordStart = pen.now()
    for (const syllable of word.syllables) {
      const syllableStart = pen.now()
      for (const phone of syllable.phones) {
        const start = pen.now()
        const recipe = recipeIn(all, phones.length)
        const own = pen.ownSeconds(recipe) * (plan.stretches[index] ?? 1)
        pen.write(recipe, plan.durations?.[phones.length] ?? own)
        phones.push({ text: phone.ipa, start, end: pen.now() })
      }
      const text = syllable.phones.map(({ ipa }) => ipa).join('')
      const timing = { text, start: syllableStart, end: pen.now() }
      syllables.push(syllable.tone ? { ...timing, tone: syllable.tone } : timing)
    }
    words.push({ text: word.text, start: wordStart, end: pen.now() })
    pen.pause(plan.pauses[index] ?? 0, index === sentence.words.length - 1)
  }
  return { pieces: pen.pieces, effects: pen.effects, timings: { words, phones, syllables } }
}

/** A consonant next to its like is one long consonant: the first gives the closure, the second the release. */
function recipeIn(phones: readonly BasedPhone[], index: number): Recipe {
  const phone = phones[index]
  if (!phone) return { bases: [], parts: [] }
  const recipe = recipeOf(phone)
  if (phone.base !== undefined) return recipe
  if (phones[index + 1]?.ipa === phone.ipa) return joined(recipe, 'before')
  return phones[index - 1]?.ipa === phone.ipa ? joined(recipe, 'after') : recipe
}

function openPen(spans: readonly Span[]) {
  const pieces: Piece[] = []
  const effects: EffectSpan[] = []
  let at = 0
  let seconds = 0
  const place = (length: number, source?: { start: number; end: number }): void => {
    if (length <= 0) return
    pieces.push(source ? { seconds: length, source } : { seconds: length })
    seconds += length
  }
  const lead = (): void => {
    const start = spans[at]?.start ?? 0
    place(Math.min(MARGIN, start), { start: Math.max(0, start - MARGIN), end: start })
  }
  const trail = (): void => {
    const end = spans[at - 1]?.end ?? 0
    place(MARGIN, { start: end, end: end + MARGIN })
  }
  return {
    pieces,
    effects,
    now: () => seconds,
    lead,
    /** How long the base itself took over the bases of a recipe that comes next. */
    ownSeconds({ bases }: Recipe): number {
      const own = bases.reduce((sum, _, i) => sum + lengthOf(spans[at + i]), 0)
      return bases.length === 0 ? 0.05 : own
    },
    write({ bases, parts }: Recipe, length: number): void {
      for (const { base, from, to, share, effect } of parts) {
        const span = base === undefined ? undefined : spans[at + base]
        const start = seconds
        if (span && lengthOf(span) > 0) {
          const inside = (part: number): number => span.start + part * lengthOf(span)
          place(length * share, { start: inside(from), end: inside(to) })
        } else place(length * share)
        if (effect) effects.push({ start, end: seconds, effect })
      }
      at += bases.length
    },
    /** Silence between two words, or the end, after which nothing is heard. */
    pause(length: number, isEnd: boolean): void {
      if (length <= 0 && !isEnd) return
      trail()
      place(length)
      if (!isEnd) lead()
    },
  }
}

const lengthOf = (span: Span | undefined): number => (span ? span.end - span.start : 0)
