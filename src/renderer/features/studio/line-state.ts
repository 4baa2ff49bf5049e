import type { Timing } from '#shared/audio.ts'
import type { ScriptLine } from '#shared/script.ts'

/** The sound of one line as it was once asked for. `key` says for which text, voice, speed and language. */
export interface Take {
  readonly id: string
  readonly key: string
  readonly chunks: readonly Int16Array[]
  /** Loudest sample of each hundredth of a second, 0 to 1, one array per chunk. */
  readonly peaks: readonly Float32Array[]
  readonly words: readonly Timing[]
  readonly seconds: number
  /** Sentences spoken, and how many there are. */
  readonly done: number
  readonly total: number
  readonly complete: boolean
}

/** Why a line could not be spoken, and for which text, voice, speed and language that was. */
export interface LineFailure {
  readonly key: string
  readonly message: string
}

/** The line that is being spoken now. */
export interface SpeechJob {
  readonly id: string
  readonly lineId: string
  readonly take: Take
}

export type LineState = 'not spoken' | 'changed' | 'queued' | 'speaking' | 'ready' | 'failed'

/** All that the state of a line is worked out from. */
export interface SpeechState {
  readonly lines: readonly ScriptLine[]
  readonly takes: Readonly<Record<string, Take>>
  readonly failures: Readonly<Record<string, LineFailure>>
  /** Lines that wait to be spoken, first one first. */
  readonly queue: ReadonlySet<string>
  readonly job: SpeechJob | undefined
}

/** What a take depends on. Two lines with the same key sound the same. */
export function takeKey(line: Omit<ScriptLine, 'id'>): string {
  const known = keys.get(line)
  if (known !== undefined) return known
  const key = JSON.stringify([line.text.trim(), line.voice, line.speed, line.language])
  keys.set(line, key)
  return key
}

/** Lines never change, they are replaced: a key worked out once holds. */
const keys = new WeakMap<Omit<ScriptLine, 'id'>, string>()

/** Whether there is anything in a line to speak. */
export function isBlank(line: Pick<ScriptLine, 'text'>): boolean {
  return line.text.trim() === ''
}

/** Where a line stands, worked out afresh each time from its key, so that it cannot be out of date. */
export function lineState(line: ScriptLine, state: Omit<SpeechState, 'lines'>): LineState {
  if (state.job?.lineId === line.id) return 'speaking'
  if (state.queue.has(line.id)) return 'queued'
  const key = takeKey(line)
  if (state.failures[line.id]?.key === key) return 'failed'
  const take = state.takes[line.id]
  if (!take) return 'not spoken'
  return take.key === key ? 'ready' : 'changed'
}

/** The lines with something to say whose sound is missing, out of date or failed. */
export function linesToSpeak(state: SpeechState): ScriptLine[] {
  const waiting = new Set<LineState>(['not spoken', 'changed', 'failed'])
  return state.lines.filter((line) => !isBlank(line) && waiting.has(lineState(line, state)))
}

/** What the one big button does now; its label is the truth about it. */
export type PrimaryAction =
  | { readonly kind: 'stop'; readonly label: 'Stop' }
  | { readonly kind: 'speak'; readonly label: string; readonly enabled: boolean }
  | { readonly kind: 'export'; readonly label: 'Export…' }

/** Stop while anything is spoken or heard; speak what is missing; export when all is ready. */
export function primaryAction(state: SpeechState, isPlaying: boolean): PrimaryAction {
  if (state.job || state.queue.size > 0 || isPlaying) return { kind: 'stop', label: 'Stop' }
  const missing = linesToSpeak(state)
  const spoken = state.lines.some((line) => state.takes[line.id])
  const hasText = state.lines.some((line) => !isBlank(line))
  if (hasText && missing.length === 0) return { kind: 'export', label: 'Export…' }
  const label = spoken ? `Speak changed (${missing.length})` : 'Speak it'
  return { kind: 'speak', label: hasText ? label : 'Speak it', enabled: missing.length > 0 }
}

/** How long a take will be, in seconds: exact once it is complete, before that from the sentences done or the length of the text. */
export function expectedSeconds(take: Take, line: Pick<ScriptLine, 'text' | 'speed'>): number {
  if (take.complete) return take.seconds
  const fromText = countLetters(line.text) / (LETTERS_PER_SECOND * line.speed)
  const fromSentences = take.done > 0 ? (take.seconds / take.done) * take.total : fromText
  return Math.max(take.seconds, take.done < take.total ? fromSentences : take.seconds, 0.5)
}

/** English read aloud at an even pace; only used until the first sentence is finished. */
const LETTERS_PER_SECOND = 15

/** Marks take no time; a letter of the Ethiopic script is a whole syllable, which takes two letters elsewhere. */
function countLetters(text: string): number {
  const syllables = text.match(/\p{Script=Ethiopic}/gu)?.length ?? 0
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').length + syllables
}

/** The word that is heard at `seconds`, or the last one before it; -1 before the first. */
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
