import type { Doubt } from '#shared/doubts.ts'
import { type LanguageCode, languageInfo } from '#shared/languages/languages.ts'
import { isPlainStyle } from '#shared/translation.ts'
import { doubtsOf, withoutRepeats } from '#translation/doubts/doubts.ts'
import { applyStyle, isToneLeftOut } from '#translation/style/apply-style.ts'
import type { ChainRun, TranslationChain } from './chain.ts'
import { type CreditTally, createTally, MEMORY, type TranslationCredits } from './credits.ts'
import { linesIn } from './lines.ts'
import {
  joinRuns,
  type Segment,
  type SegmentTools,
  segmentsOf,
  type TextOrder,
} from './segments.ts'
import {
  MAX_MASKS,
  maskRange,
  type ProtectedSpan,
  protectedSpans,
  repairMasks,
  unmask,
  withoutCode,
} from './spans.ts'
import type { ProviderTranslation } from './translator.ts'

export interface TextTools extends SegmentTools {
  readonly chain: TranslationChain
  /** A text with the marks of its language. Characters of private use stay where they are. */
  readonly mark: (text: string, language: LanguageCode, signal: AbortSignal) => Promise<string>
}

/** The next part of a translated text; all of them together are the whole. `done` and `total` in UTF-16 units of the text. */
export interface TranslatedPart {
  readonly text: string
  readonly done: number
  readonly total: number
}

/** The most characters and lines of a passage that is translated as one. */
const PASSAGE = { characters: 1_200, lines: 30 } as const

type Run = Segment & { readonly kind: 'run' }

/** What one text is translated with. */
interface Job {
  readonly tools: TextTools
  readonly order: TextOrder
  readonly spans: readonly ProtectedSpan[]
  readonly chain: ChainRun
  readonly tally: CreditTally
  /** What else there is to say, in words. */
  readonly remarks: Set<string>
}

/**
 * Translates a text part by part, and returns who has done it. What is around the sentences stays: line ends, empty lines,
 * indentation, bullets. Sentences without words, and those already in the target language, stay too. Throws AppError, and
 * the signal's reason between two parts.
 */
export async function* translateText(
  tools: TextTools,
  order: TextOrder,
  signal: AbortSignal,
): AsyncGenerator<TranslatedPart, TranslationCredits> {
  const { text, target } = order
  const spans = protectedSpans(text)
  const job = {
    tools,
    order,
    spans,
    chain: await tools.chain(),
    tally: createTally(order),
    remarks: new Set<string>(),
  }
  const isPassage = (source: LanguageCode): boolean =>
    job.chain.unitFor(source, target) === 'passage'
  let batch: Segment[] = []
  const flush = async (): Promise<TranslatedPart> => {
    signal.throwIfAborted()
    const segments = batch
    batch = []
    const done = segments.at(-1)?.end ?? text.length
    return { text: await translatedBatch(job, segments, signal), done, total: text.length }
  }
  for (const line of linesIn(text, spans)) {
    const found = await segmentsOf(tools, order, line, spans)
    const segments = isPassage(order.source) ? joinRuns(found, PASSAGE.characters) : found
    for (const segment of segments) {
      const isNext = segment.kind !== 'run' || !batch.some(isRun)
      const fits = isNext || (isPassage(segment.source) && hasRoom(batch, segment, spans))
      if (!fits) yield await flush()
      batch.push(segment)
    }
    if (!batch.some(isRun)) yield await flush()
  }
  if (batch.length > 0) yield await flush()
  return job.tally.credits([...job.chain.notices(), ...job.remarks])
}

function isRun(segment: Segment): segment is Run {
  return segment.kind === 'run'
}

/** Whether a run may join the passage of a batch. */
function hasRoom(batch: readonly Segment[], run: Run, spans: readonly ProtectedSpan[]): boolean {
  const runs = [...batch.filter(isRun), run]
  const characters = runs.reduce((sum, { start, end }) => sum + end - start, 0)
  const [first] = runs
  const masks = spans.filter(({ start, end }) => start >= (first?.start ?? 0) && end <= run.end)
  return (
    runs.every(({ source }) => source === run.source) &&
    runs.length <= PASSAGE.lines &&
    characters <= PASSAGE.characters &&
    masks.length <= MAX_MASKS
  )
}

async function translatedBatch(
  job: Job,
  segments: readonly Segment[],
  signal: AbortSignal,
): Promise<string> {
  const { order, spans, tally } = job
  const runs = segments.filter(isRun)
  for (const { offer } of runs) if (offer) tally.offer(offer)
  const translations = await translatedRuns(job, runs, signal)
  const texts: string[] = []
  for (const segment of segments) {
    if (segment.kind === 'fixed') texts.push(segment.text)
    else if (segment.kind === 'run') texts.push(translations.shift() ?? '')
    else if (segment.kind === 'recalled') {
      tally.add(MEMORY, segment.end - segment.start)
      texts.push(segment.text)
    } else {
      const masked = maskRange(order.text, spans, segment)
      texts.push(unmask(await marked(job, masked.text, signal), masked.spans))
    }
  }
  return texts.join('')
}

/** The runs as one passage: each is a line of it. */
async function translatedRuns(
  job: Job,
  runs: readonly Run[],
  signal: AbortSignal,
): Promise<string[]> {
  const [first] = runs
  if (!first) return []
  const { order, spans, chain, tally } = job
  const originals: string[] = []
  const lines = runs.map(({ start, end }) => {
    const masked = maskRange(order.text, spans, { start, end }, originals.length)
    originals.push(...masked.spans)
    return masked.text
  })
  const { source } = first
  const { target, tone, formality } = order
  const text = lines.join('\n')
  const isSourceAssumed = order.isAssumed === true && source === order.source
  const request = { text, source, isSourceAssumed, target, tone, formality }
  const answer = await chain.translate(request, signal)
  const answers = answer.text.split('\n')
  const translated: string[] = []
  let { isStyleUsed } = answer
  for (const [index, line] of lines.entries()) {
    const whole = repairMasks(line, (answers[index] ?? '').trim())
    // Rules of address need the marks.
    const withMarks = await marked(job, whole, signal)
    const isStyled = answer.isStyleUsed || isPlainStyle(order)
    const styled = isStyled ? undefined : applyStyle(withMarks, target, order)
    if (styled?.isUsed) {
      isStyleUsed = true
      if (isToneLeftOut(target, order)) job.remarks.add(toneLeftOut(order))
    }
    translated.push(unmask(styled?.text ?? withMarks, originals))
  }
  tally.doubt(doubtsAbout(job, runs, translated, answer))
  const characters = runs.reduce((sum, { start, end }) => sum + end - start, 0)
  tally.add({ ...answer, isStyleUsed }, characters)
  return translated
}

/** What in the translations of runs their sources do not account for, and what the provider doubts. */
function doubtsAbout(
  { order }: Job,
  runs: readonly Run[],
  translated: readonly string[],
  answer: ProviderTranslation,
): readonly Doubt[] {
  const pairs = runs.map(({ start, end, source }, index) => ({
    ...{ source: withoutCode(order.text.slice(start, end)).trim(), from: source },
    ...{ text: withoutCode(translated[index] ?? '').trim(), to: order.target },
  }))
  const own = answer.doubts ?? []
  // The provider has seen masks in the sentence.
  const sentences = own.some(({ kind }) => kind === 'sentence')
    ? pairs.map(({ source, text }): Doubt => ({ kind: 'sentence', source, text }))
    : []
  return withoutRepeats([
    ...own.filter(({ kind }) => kind !== 'sentence'),
    ...(answer.isFixed ? [] : pairs.flatMap(doubtsOf)),
    ...sentences,
  ])
}

function toneLeftOut({ tone }: TextOrder): string {
  return `The form of address was used, but not the tone "${tone}": this translator cannot express it.`
}

function marked({ tools, order }: Job, text: string, signal: AbortSignal): Promise<string> {
  return languageInfo(order.target).restoresDiacritics && !hasTones(text)
    ? tools.mark(text, order.target, signal)
    : Promise.resolve(text.normalize('NFC'))
}

/**
 * In MENYO-20k's development set, 79 % of the words have a tone mark, and 0.7 % of the sentences of three words or more fall
 * below this share.
 */
const MARKED_SHARE = 0.3

/**
 * Whether a text was written with its tones. Then a word without one has the middle tone: "o" (you) must not become "ó"
 * (he).
 */
function hasTones(text: string): boolean {
  const words = text.normalize('NFD').match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  return words.filter((word) => /[\u0300\u0301]/.test(word)).length >= words.length * MARKED_SHARE
}
