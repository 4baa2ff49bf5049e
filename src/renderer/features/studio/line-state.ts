import { fingerprintOf } from '#renderer/features/studio/takes/fingerprints.ts'
import { t } from '#renderer/i18n/i18n.ts'
import type { Timing } from '#shared/audio.ts'
import { isInDoubt } from '#shared/doubts.ts'
import type { ScriptLine } from '#shared/script.ts'
import { isBlank } from '#shared/script-gaps.ts'
import { sourceKey } from '#shared/takes.ts'

export { isBlank }

/** A take of one line, without its sound. `key` identifies what it was made from. */
export interface Take {
  readonly id: string
  readonly key: string
  readonly seconds: number
  /** Number of sentences spoken, and of all sentences. */
  readonly done: number
  readonly total: number
  readonly complete: boolean
}

/** Sound of a take, with what is shown of it. */
export interface TakeSound {
  readonly chunks: readonly Int16Array[]
  /** Peak of each hundredth of a second, 0 to 1, one array per chunk. */
  readonly peaks: readonly Float32Array[]
  readonly words: readonly Timing[]
}

/** A take that is being made, with its sound so far. */
export type GrowingTake = Take & TakeSound

/** Why a line could not be spoken, and the key of the line at that time. */
export interface LineFailure {
  readonly key: string
  readonly message: string
}

/** Line that is being spoken. */
export interface SpeechJob {
  readonly id: string
  readonly lineId: string
  readonly take: GrowingTake
  /** Chooses one of the ways to say it; undefined: as it is said by default. */
  readonly seed: number | undefined
  /** When the host was asked, in milliseconds. */
  readonly startedAt: number
}

export type LineState = 'unspoken' | 'changed' | 'queued' | 'speaking' | 'ready' | 'failed'

/** State from which the state of each line is derived. */
export interface SpeechState {
  readonly lines: readonly ScriptLine[]
  readonly takes: Readonly<Record<string, Take>>
  readonly failures: Readonly<Record<string, LineFailure>>
  /** Ids of the lines that wait to be spoken, in order. */
  readonly queue: ReadonlySet<string>
  readonly job: SpeechJob | undefined
}

/** Key of what a line sounds like now. Takes with the same key sound the same, but for their seed. */
export function takeKey(line: Omit<ScriptLine, 'id'>): string {
  const dictionary = fingerprintOf(line)
  const known = keys.get(line)
  if (known?.dictionary === dictionary) return known.key
  const key = sourceKey({ ...line, dictionary })
  keys.set(line, { dictionary, key })
  return key
}

/** Lines are immutable, so a key can be cached for as long as the dictionary has nothing else to say. */
const keys = new WeakMap<
  Omit<ScriptLine, 'id'>,
  { readonly dictionary: string; readonly key: string }
>()

/** State of a line, always derived from its key, so that it is never outdated. */
export function lineState(line: ScriptLine, state: Omit<SpeechState, 'lines'>): LineState {
  if (state.job?.lineId === line.id) return 'speaking'
  if (state.queue.has(line.id)) return 'queued'
  const failure = state.failures[line.id]
  const take = state.takes[line.id]
  // Of thousands of lines, most are never spoken: a key is made only where there is something to compare.
  if (!failure && !take) return 'unspoken'
  const key = takeKey(line)
  if (failure?.key === key) return 'failed'
  if (!take) return 'unspoken'
  return take.key === key ? 'ready' : 'changed'
}

/**
 * The line whose take belongs on the screen while another one is selected: a heading is never spoken, and stands for the first line below
 * it that has words. Undefined if no line has the id.
 */
export function heardLine(
  lines: readonly ScriptLine[],
  id: string | undefined,
): ScriptLine | undefined {
  const index = lines.findIndex((line) => line.id === id)
  const line = lines[index]
  if (line?.kind !== 'chapter') return line
  return lines.slice(index).find((below) => !isBlank(below)) ?? line
}

/** Lines with text whose take is missing or outdated; translations in doubt only when somebody has accepted them. */
export function linesToSpeak(state: SpeechState): ScriptLine[] {
  return linesThatAre(state, ['unspoken', 'changed']).filter((line) => !isInDoubt(line))
}

/** Lines that could not be spoken as they are now. */
export function failedLines(state: SpeechState): ScriptLine[] {
  return linesThatAre(state, ['failed'])
}

function linesThatAre(state: SpeechState, states: readonly LineState[]): ScriptLine[] {
  return state.lines.filter((line) => !isBlank(line) && states.includes(lineState(line, state)))
}

/** Action of the main button, with its label. */
export type PrimaryAction =
  | { readonly kind: 'speak'; readonly label: string; readonly enabled: boolean }
  | { readonly kind: 'stop' | 'retry' | 'export'; readonly label: string }

/** Stops while anything is spoken or played; speaks lines that need it; tries failed ones again; exports when all are ready and no translation is in doubt. */
export function primaryAction(state: SpeechState, isPlaying: boolean): PrimaryAction {
  if (state.job || state.queue.size > 0 || isPlaying)
    return { kind: 'stop', label: t('studio:primary.stop') }
  const missing = linesToSpeak(state)
  const spoken = state.lines.some((line) => state.takes[line.id])
  const hasText = state.lines.some((line) => !isBlank(line))
  const failed = failedLines(state)
  const doubtful = state.lines.filter((line) => !isBlank(line) && isInDoubt(line)).length
  if (hasText && missing.length === 0) {
    if (failed.length > 0) return { kind: 'retry', label: retryLabel(failed.length) }
    return doubtful > 0
      ? { kind: 'speak', label: t('studio:primary.inDoubt', { count: doubtful }), enabled: false }
      : { kind: 'export', label: t('studio:primary.export') }
  }
  const count = missing.length
  const label =
    spoken && hasText ? t('studio:primary.speakChanged', { count }) : t('studio:primary.speak')
  return { kind: 'speak', label, enabled: count > 0 }
}

/** Label of the button that speaks failed lines again. */
export function retryLabel(count: number): string {
  return t('studio:primary.retry', { count })
}

/**
 * Length of a take in seconds: exact once it is complete, before that estimated from its finished sentences or its
 * text.
 */
export function expectedSeconds(take: Take, line: Pick<ScriptLine, 'text' | 'speed'>): number {
  if (take.complete) return take.seconds
  const fromText = secondsOfText(line)
  const fromSentences = take.done > 0 ? (take.seconds / take.done) * take.total : fromText
  return Math.max(take.seconds, take.done < take.total ? fromSentences : take.seconds, 0.5)
}

/** How long a text takes at its pace, in seconds, guessed from its letters. */
export function secondsOfText(line: Pick<ScriptLine, 'text' | 'speed'>): number {
  const letters = letterCounts.get(line) ?? countLetters(line.text)
  letterCounts.set(line, letters)
  return letters / (LETTERS_PER_SECOND * line.speed)
}

/** Lines are immutable, and all of them are counted whenever the time left is shown. */
const letterCounts = new WeakMap<Pick<ScriptLine, 'text' | 'speed'>, number>()

/** Pace of English read aloud; used until the first sentence is finished. */
const LETTERS_PER_SECOND = 15

/** Counts letters without diacritics. An Ethiopic letter is a syllable and counts as two. */
function countLetters(text: string): number {
  const syllables = text.match(/\p{Script=Ethiopic}/gu)?.length ?? 0
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').length + syllables
}

/** Index of the word at `seconds`, or of the last one before it; -1 before the first. */
export function wordAt(words: readonly Timing[], seconds: number): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle]?.start ?? 0) <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}
