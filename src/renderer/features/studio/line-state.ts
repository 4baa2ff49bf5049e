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
export interface Failure {
  readonly key: string
  readonly message: string
}

/** The line that is being spoken now. */
export interface Job {
  readonly id: string
  readonly lineId: string
  readonly take: Take
}

export type LineState = 'not spoken' | 'changed' | 'queued' | 'speaking' | 'ready' | 'failed'

/** All that the state of a line is worked out from. */
export interface Work {
  readonly lines: readonly ScriptLine[]
  readonly takes: Readonly<Record<string, Take>>
  readonly failures: Readonly<Record<string, Failure>>
  /** Lines that wait to be spoken, first one first. */
  readonly queue: ReadonlySet<string>
  readonly job: Job | undefined
}

/** What a take depends on. Two lines with the same key sound the same. */
export function keyOf(line: Omit<ScriptLine, 'id'>): string {
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
export function lineState(line: ScriptLine, work: Omit<Work, 'lines'>): LineState {
  if (work.job?.lineId === line.id) return 'speaking'
  if (work.queue.has(line.id)) return 'queued'
  const key = keyOf(line)
  if (work.failures[line.id]?.key === key) return 'failed'
  const take = work.takes[line.id]
  if (!take) return 'not spoken'
  return take.key === key ? 'ready' : 'changed'
}

/** The lines with something to say whose sound is missing, out of date or failed. */
export function linesToSpeak(work: Work): ScriptLine[] {
  const waiting = new Set<LineState>(['not spoken', 'changed', 'failed'])
  return work.lines.filter((line) => !isBlank(line) && waiting.has(lineState(line, work)))
}

/** What the one big button does now; its label is the truth about it. */
export type PrimaryAction =
  | { readonly kind: 'stop'; readonly label: 'Stop' }
  | { readonly kind: 'speak'; readonly label: string; readonly enabled: boolean }
  | { readonly kind: 'export'; readonly label: 'Export…' }

/** Stop while anything is spoken or heard; speak what is missing; export when all is ready. */
export function primaryAction(work: Work, isPlaying: boolean): PrimaryAction {
  if (work.job || work.queue.size > 0 || isPlaying) return { kind: 'stop', label: 'Stop' }
  const missing = linesToSpeak(work)
  const spoken = work.lines.some((line) => work.takes[line.id])
  const hasText = work.lines.some((line) => !isBlank(line))
  if (hasText && missing.length === 0) return { kind: 'export', label: 'Export…' }
  const label = spoken ? `Speak changed (${missing.length})` : 'Speak it'
  return { kind: 'speak', label: hasText ? label : 'Speak it', enabled: missing.length > 0 }
}

/** How long a take will be, in seconds: exact once it is complete, before that from the sentences done or the length of the text. */
export function expectedSeconds(take: Take, line: Pick<ScriptLine, 'text' | 'speed'>): number {
  if (take.complete) return take.seconds
  const fromText = lettersIn(line.text) / (LETTERS_PER_SECOND * line.speed)
  const fromSentences = take.done > 0 ? (take.seconds / take.done) * take.total : fromText
  return Math.max(take.seconds, take.done < take.total ? fromSentences : take.seconds, 0.5)
}

/** English read aloud at an even pace; only used until the first sentence is finished. */
const LETTERS_PER_SECOND = 15

/** Marks take no time; a letter of the Ethiopic script is a whole syllable, which takes two letters elsewhere. */
function lettersIn(text: string): number {
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
