import { setImmediate as nextTurn } from 'node:timers/promises'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import type { TranslationStyle } from '#shared/translation.ts'
import type { LanguageIdentifier } from '#speech/text/detect/languages.ts'
import { type Stretch, sentencesIn, type TextLine } from './lines.ts'
import { maskRange, type ProtectedSpan, withoutMasks } from './spans.ts'

/** A text of any length to be translated. */
export interface TextOrder extends TranslationStyle {
  readonly text: string
  readonly source: LanguageCode
  readonly target: LanguageCode
  /** Whether `source` was detected: then a sentence that is in another language is translated from that one. */
  readonly isDetected: boolean
  /** Whether the text leaves doubt about `source`. */
  readonly isAssumed?: boolean
}

/** A similar sentence that a person has corrected. It is not used without being looked at. */
export interface MemoryOffer {
  readonly sentence: string
  readonly source: string
  readonly target: string
  /** Between 0.85 and 1. */
  readonly similarity: number
}

/** What the translation memory says about a sentence. */
export type MemoryMatch =
  | { readonly kind: 'used'; readonly text: string }
  | { readonly kind: 'offered'; readonly offer: MemoryOffer }

/** Looks a sentence up in a translation memory, at once or in its own time. */
export type Recall = (
  sentence: string,
  source: LanguageCode,
  target: LanguageCode,
) => MemoryMatch | undefined | Promise<MemoryMatch | undefined>

/** A part of a text: one that stays or is known already, or one to be translated from `source`. */
export type Segment = { readonly end: number } & (
  | { readonly kind: 'fixed'; readonly text: string }
  /** Is in the target language already. */
  | { readonly kind: 'kept'; readonly start: number }
  | { readonly kind: 'recalled'; readonly start: number; readonly text: string }
  | {
      readonly kind: 'run'
      readonly start: number
      readonly source: LanguageCode
      readonly offer: MemoryOffer | undefined
    }
)

/** A sentence of so many words tells its language; in a script of one language, any does. */
const LEAST_WORDS = 4
const LEAST_CONFIDENCE = 0.9
const OWN_SCRIPTS = LANGUAGES.filter(({ script }) => script !== 'Latin')

export interface SegmentTools {
  readonly languages: Pick<LanguageIdentifier, 'detect'>
  readonly recall: Recall
}

/** The parts of a line, in order, nothing left out. */
export async function segmentsOf(
  tools: SegmentTools,
  order: TextOrder,
  line: TextLine,
  spans: readonly ProtectedSpan[],
): Promise<readonly Segment[]> {
  const { text, source, target } = order
  const { body } = line
  const segments: Segment[] = [fixed(text, line.start, body.start)]
  const whole = await tools.recall(text.slice(body.start, body.end), source, target)
  if (whole?.kind === 'used') segments.push({ kind: 'recalled', ...body, text: whole.text })
  else {
    let at = body.start
    for (const sentence of sentencesIn(text, body, spans, source)) {
      // Also where there is much to look up: others have their turn after every sentence.
      await nextTurn()
      if (sentence === 'busy') continue
      segments.push(fixed(text, at, sentence.start))
      segments.push(await segmentOf(tools, order, sentence, spans))
      at = sentence.end
    }
    segments.push(fixed(text, at, body.end))
  }
  segments.push(fixed(text, body.end, line.end))
  return segments.filter((segment) => segment.kind !== 'fixed' || segment.text !== '')
}

async function segmentOf(
  { languages, recall }: SegmentTools,
  order: TextOrder,
  sentence: Stretch,
  spans: readonly ProtectedSpan[],
): Promise<Segment> {
  const { text, target, isDetected } = order
  const words = withoutMasks(maskRange(text, spans, sentence).text)
  if (!/\p{L}/u.test(words)) return fixed(text, sentence.start, sentence.end)
  const found = await languageOf(words, languages)
  if (found === target) return { kind: 'kept', ...sentence }
  const source = isDetected ? (found ?? order.source) : order.source
  if (source === target) return { kind: 'kept', ...sentence }
  const match = await recall(text.slice(sentence.start, sentence.end), source, target)
  if (match?.kind === 'used') return { kind: 'recalled', ...sentence, text: match.text }
  return { kind: 'run', ...sentence, source, offer: match?.offer }
}

/** The language of a sentence that is long enough to be sure; undefined otherwise. */
async function languageOf(
  words: string,
  { detect }: Pick<LanguageIdentifier, 'detect'>,
): Promise<LanguageCode | undefined> {
  const isLong = (words.match(/[\p{L}\p{M}'’]+/gu) ?? []).length >= LEAST_WORDS
  const hasOwnScript = OWN_SCRIPTS.some(({ script }) =>
    new RegExp(`^[^\\p{L}]*\\p{Script=${script}}`, 'u').test(words),
  )
  if (!isLong && !hasOwnScript) return undefined
  const found = await detect(words)
  if (!found || found.language === 'other' || found.confidence < LEAST_CONFIDENCE) return undefined
  return found.language
}

function fixed(text: string, start: number, end: number): Segment & { readonly kind: 'fixed' } {
  return { kind: 'fixed', text: text.slice(start, end), end }
}

/** Joins runs that follow each other in a line, from one language, to runs of at most `longest` UTF-16 units. */
export function joinRuns(segments: readonly Segment[], longest: number): readonly Segment[] {
  const joined: Segment[] = []
  for (const segment of segments) {
    const before = joined.at(-2)
    const gap = joined.at(-1)
    const isNext =
      segment.kind === 'run' &&
      before?.kind === 'run' &&
      gap?.kind === 'fixed' &&
      gap.text.trim() === '' &&
      !/[\n\r\v\f\u0085\u2028\u2029]/.test(gap.text) &&
      segment.source === before.source &&
      segment.end - before.start <= longest
    if (isNext) joined.splice(-2, 2, { ...before, end: segment.end })
    else joined.push(segment)
  }
  return joined
}
