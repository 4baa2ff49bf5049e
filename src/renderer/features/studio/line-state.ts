import type { Timing } from '#shared/audio.ts'
import type { ScriptLine } from '#shared/script.ts'

/** Audio of one line. `key` identifies the text, voice, speed and language that it was made from. */
export interface Take {
  readonly id: string
  readonly key: string
  readonly chunks: readonly Int16Array[]
  /** Peak of each hundredth of a second, 0 to 1, one array per chunk. */
  readonly peaks: readonly Float32Array[]
  readonly words: readonly Timing[]
  readonly seconds: number
  /** Number of sentences spoken, and of all sentences. */
  readonly done: number
  readonly total: number
  readonly complete: boolean
}

/** Why a line could not be spoken, and the key of the line at that time. */
export interface LineFailure {
  readonly key: string
  readonly message: string
}

/** Line that is being spoken. */
export interface SpeechJob {
  readonly id: string
  readonly lineId: string
  readonly take: Take
}

export type LineState = 'not spoken' | 'changed' | 'queued' | 'speaking' | 'ready' | 'failed'

/** State from which the state of each line is derived. */
export interface SpeechState {
  readonly lines: readonly ScriptLine[]
  readonly takes: Readonly<Record<string, Take>>
  readonly failures: Readonly<Record<string, LineFailure>>
  /** Ids of the lines that wait to be spoken, in order. */
  readonly queue: ReadonlySet<string>
  readonly job: SpeechJob | undefined
}

/** Key of a take. Lines with the same key sound the same. */
export function takeKey(line: Omit<ScriptLine, 'id'>): string {
  const known = keys.get(line)
  if (known !== undefined) return known
  const key = JSON.stringify([
    line.text.trim(),
    line.voice,
    line.speed,
    line.language,
    line.pitch ?? 0,
    line.volume ?? 0,
  ])
  keys.set(line, key)
  return key
}

/** Lines are immutable, so a key can be cached. */
const keys = new WeakMap<Omit<ScriptLine, 'id'>, string>()

/** Whether a line has nothing to speak: no text, or it is the title of a chapter. */
export function isBlank(line: Pick<ScriptLine, 'text' | 'kind'>): boolean {
  return line.kind === 'chapter' || line.text.trim() === ''
}

/** State of a line, always derived from its key, so that it is never outdated. */
export function lineState(line: ScriptLine, state: Omit<SpeechState, 'lines'>): LineState {
  if (state.job?.lineId === line.id) return 'speaking'
  if (state.queue.has(line.id)) return 'queued'
  const key = takeKey(line)
  if (state.failures[line.id]?.key === key) return 'failed'
  const take = state.takes[line.id]
  if (!take) return 'not spoken'
  return take.key === key ? 'ready' : 'changed'
}

/** Lines with text whose take is missing, outdated or failed. */
export function linesToSpeak(state: SpeechState): ScriptLine[] {
  const waiting = new Set<LineState>(['not spoken', 'changed', 'failed'])
  return state.lines.filter((line) => !isBlank(line) && waiting.has(lineState(line, state)))
}

/** Action of the main button, with its label. */
export type PrimaryAction =
  | { readonly kind: 'stop'; readonly label: 'Stop' }
  | { readonly kind: 'speak'; readonly label: string; readonly enabled: boolean }
  | { readonly kind: 'export'; readonly label: 'Export…' }

/** Stops while anything is spoken or played; speaks lines that need it; exports when all are ready. */
export function primaryAction(state: SpeechState, isPlaying: boolean): PrimaryAction {
  if (state.job || state.queue.size > 0 || isPlaying) return { kind: 'stop', label: 'Stop' }
  const missing = linesToSpeak(state)
  const spoken = state.lines.some((line) => state.takes[line.id])
  const hasText = state.lines.some((line) => !isBlank(line))
  if (hasText && missing.length === 0) return { kind: 'export', label: 'Export…' }
  const label = spoken ? `Speak changed (${missing.length})` : 'Speak it'
  return { kind: 'speak', label: hasText ? label : 'Speak it', enabled: missing.length > 0 }
}

/**
 * Length of a take in seconds: exact once it is complete, before that estimated from its finished sentences or its
 * text.
 */
export function expectedSeconds(take: Take, line: Pick<ScriptLine, 'text' | 'speed'>): number {
  if (take.complete) return take.seconds
  const fromText = countLetters(line.text) / (LETTERS_PER_SECOND * line.speed)
  const fromSentences = take.done > 0 ? (take.seconds / take.done) * take.total : fromText
  return Math.max(take.seconds, take.done < take.total ? fromSentences : take.seconds, 0.5)
}

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
