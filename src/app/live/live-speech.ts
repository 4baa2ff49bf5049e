import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OnVoiceFallback, VoiceFallback } from '#app/speech-packs/voice-fallback.ts'
import type { SpeakRequest } from '#shared/api.ts'
import type { SpokenChunk } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { createLiveSound, type LiveChunk, type LiveFormat, type LiveSound } from './live-sound.ts'
import {
  createSentenceCollector,
  type LiveSentence,
  type SentenceCollector,
} from './sentence-collector.ts'

/** Settings of a live text until the next `start`. */
export interface LiveSettings {
  readonly request: Omit<SpeakRequest, 'text'>
  /** Language whose rules decide where sentences end. */
  readonly language: LanguageCode
  readonly format: LiveFormat
  /**
   * Whether a built-in voice goes on where the model of a pack fails: from the sentence that it could not begin until the next
   * `start`, so that a listener does not hear the two by turns.
   */
  readonly mayFallBack: boolean
  /** A whole sentence is spoken when nothing has come for this long, in milliseconds. */
  readonly quietMs: number
}

/** Events of a live text. Every `flush` is answered by one `flushed`, or by the `cancelled` that dropped it. */
export type LiveEvent =
  /** `unspoken`: with the first chunk of a sentence, what is left out of it, if anything is. */
  | ({ readonly kind: 'chunk'; readonly unspoken?: readonly string[] } & LiveChunk)
  | ({ readonly kind: 'fallback' } & VoiceFallback)
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'flushed' | 'cancelled' | 'done' }

export interface LiveSpeechDependencies {
  /** See `FallbackSpeaker`. `onUnspoken` is told before the first sound what is left out of the text, if anything is. */
  readonly speak: (
    request: SpeakRequest,
    signal: AbortSignal,
    onFallback: OnVoiceFallback | undefined,
    onUnspoken: (words: readonly string[]) => void,
  ) => AsyncIterable<SpokenChunk>
  /** Resolves when the listener has taken it: the next sound is not made before. */
  readonly emit: (event: LiveEvent) => Promise<void>
  /** Runs something later; returns how to call it off. */
  readonly after: (milliseconds: number, run: () => void) => () => void
  /** The most text that may wait, in characters. */
  readonly textLimit: number
  readonly onBug: (error: unknown) => void
}

/** Messages that may wait: more are no text that anybody writes. */
const MAX_WAITING = 1_000

/** A text that is spoken while it is being written. */
export interface LiveSpeech {
  /** Changes the settings for later text; waiting text is spoken as before. */
  start(settings: LiveSettings): void
  /**
   * Throws AppError('text/too-long') where too much would wait, in characters or in messages, as `start`, `flush` and
   * `end` do; then nothing of it was taken.
   */
  append(text: string): void
  /** Speak all that waits, whole sentence or not. */
  flush(): void
  /** Silence at once; what waits is dropped. */
  cancel(): void
  /** Speak all that waits, then be done. */
  end(): void
  /** Silence at once; nothing more is told. */
  close(): void
}

type Item =
  | { readonly kind: 'text'; text: string }
  | { readonly kind: 'start'; readonly settings: LiveSettings }
  | { readonly kind: 'flush'; times: number }
  | { readonly kind: 'quiet' | 'end' }

/** One run from silence to silence: a cancel begins another. */
interface SpeechRun {
  readonly stop: AbortController
  readonly queue: Item[]
  readonly sound: LiveSound
  settings: LiveSettings
  /** Is told of settings that take the place of others. */
  readonly onChange: (before: LiveSettings, after: LiveSettings) => void
  collector: SentenceCollector
  working: boolean
  ending: boolean
}

/**
 * Speaks sentences as soon as they are certainly complete, in order, one at a time, while text goes on coming. A
 * sentence that fails is told and the rest goes on.
 */
export function createLiveSpeech(
  dependencies: LiveSpeechDependencies,
  initial: LiveSettings,
): LiveSpeech {
  let latest = initial
  const onChange: SpeechRun['onChange'] = (before, after) => {
    if (latest === before) latest = after
  }
  let run = newRun(initial, 0, onChange)
  let stopWaiting = (): void => undefined

  const put = (item: Item): void => {
    const last = run.queue.at(-1)
    if (last?.kind === 'text' && item.kind === 'text') last.text += item.text
    else if (last?.kind === 'flush' && item.kind === 'flush') last.times++
    else run.queue.push(item)
    work(dependencies, run).catch(dependencies.onBug)
  }
  const putCommand = (item: Exclude<Item, { readonly kind: 'text' }>): void => {
    refuseAfterEnd(run)
    refuseTooMany(run)
    stopWaiting()
    put(item)
  }
  const silence = (): void => {
    stopWaiting()
    run.stop.abort(new AppError('speech/cancelled', 'The speech was cancelled.'))
    run = newRun(latest, run.sound.sequence, onChange)
  }
  return {
    start(settings) {
      putCommand({ kind: 'start', settings })
      latest = settings
    },
    append(text) {
      refuseAfterEnd(run)
      refuseTooMany(run)
      refuseTooMuch(waitingIn(run) + text.length, dependencies.textLimit)
      stopWaiting()
      stopWaiting = dependencies.after(latest.quietMs, () => put({ kind: 'quiet' }))
      put({ kind: 'text', text })
    },
    flush: () => putCommand({ kind: 'flush', times: 1 }),
    cancel() {
      silence()
      dependencies.emit({ kind: 'cancelled' }).catch(dependencies.onBug)
    },
    end() {
      putCommand({ kind: 'end' })
      run.ending = true
    },
    close: silence,
  }
}

function newRun(
  settings: LiveSettings,
  sequence: number,
  onChange: SpeechRun['onChange'],
): SpeechRun {
  return {
    onChange,
    stop: new AbortController(),
    queue: [],
    sound: createLiveSound(sequence),
    settings,
    collector: createSentenceCollector(settings.language),
    working: false,
    ending: false,
  }
}

function refuseAfterEnd({ ending }: SpeechRun): void {
  if (ending)
    throw new AppError(
      'request/invalid',
      'Nothing may follow "end" but "cancel". Open a new connection for more.',
    )
}

function refuseTooMuch(characters: number, limit: number): void {
  if (characters > limit)
    throw new AppError(
      'text/too-long',
      `${characters} characters would be waiting to be spoken; the limit is ${limit}. None of this text was accepted: send it again when more has been spoken.`,
    )
}

function refuseTooMany({ queue }: SpeechRun): void {
  if (queue.length >= MAX_WAITING)
    throw new AppError(
      'text/too-long',
      `${MAX_WAITING} messages are already waiting, which is the limit. This one was not accepted: send it again when more has been spoken.`,
    )
}

function waitingIn({ queue, collector }: SpeechRun): number {
  const queued = queue.map((item) => (item.kind === 'text' ? item.text.length : 0))
  return queued.reduce((sum, length) => sum + length, collector.length)
}

async function work(dependencies: LiveSpeechDependencies, run: SpeechRun): Promise<void> {
  if (run.working) return
  run.working = true
  try {
    for (let item = run.queue.shift(); item; item = run.queue.shift()) {
      await answer(dependencies, run, item)
      if (run.stop.signal.aborted) return
    }
  } finally {
    run.working = false
  }
}

async function answer(
  dependencies: LiveSpeechDependencies,
  run: SpeechRun,
  item: Item,
): Promise<void> {
  const { collector } = run
  if (item.kind === 'text') {
    collector.append(item.text)
    return speakComplete(dependencies, run)
  }
  if (item.kind === 'quiet' && !collector.seemsWhole()) return
  await speak(dependencies, run, collector.take())
  if (item.kind === 'start') {
    run.settings = item.settings
    run.collector = createSentenceCollector(item.settings.language)
  }
  const times = item.kind === 'flush' ? item.times : 0
  for (let emitted = 0; emitted < times && !run.stop.signal.aborted; emitted++)
    await dependencies.emit({ kind: 'flushed' })
  if (item.kind === 'end' && !run.stop.signal.aborted) await dependencies.emit({ kind: 'done' })
}

async function speakComplete(dependencies: LiveSpeechDependencies, run: SpeechRun): Promise<void> {
  while (!run.stop.signal.aborted) {
    const sentence = run.collector.next()
    if (sentence === undefined) return
    if (sentence === 'busy') await nextTurn()
    else await speak(dependencies, run, sentence)
  }
}

async function speak(
  { speak, emit }: LiveSpeechDependencies,
  run: SpeechRun,
  sentence: LiveSentence | undefined,
): Promise<void> {
  if (!sentence) return
  const {
    settings: { request, format, mayFallBack },
    sound,
    stop: { signal },
  } = run
  const { onFallback, tell } = tellingFallback(run, emit)
  const { onUnspoken, takeUnspoken } = tellingUnspoken()
  try {
    sound.begin(sentence, { format, speed: request.speed })
    const order = { ...request, text: sentence.text }
    const telling = mayFallBack ? onFallback : undefined
    for await (const chunk of speak(order, signal, telling, onUnspoken)) {
      if (signal.aborted) return
      await tell()
      for (const part of sound.take(chunk)) {
        if (signal.aborted) return
        await emit({ kind: 'chunk', ...part, ...takeUnspoken() })
      }
    }
  } catch (error) {
    if (!signal.aborted) await emit({ kind: 'failed', error })
  }
}

/** `takeUnspoken` gives what is left out of a sentence to its first chunk. */
function tellingUnspoken() {
  let unspoken: readonly string[] = []
  return {
    onUnspoken: (words: readonly string[]): void => {
      unspoken = words
    },
    takeUnspoken(): { readonly unspoken?: readonly string[] } {
      if (unspoken.length === 0) return {}
      const words = unspoken
      unspoken = []
      return { unspoken: words }
    },
  }
}

/** `tell` says before the next sound that another voice makes it, if so; that voice speaks the next sentences too. */
function tellingFallback(run: SpeechRun, emit: LiveSpeechDependencies['emit']) {
  let fallback: VoiceFallback | undefined
  return {
    onFallback: (told: VoiceFallback): void => {
      fallback = told
    },
    async tell(): Promise<void> {
      if (!fallback) return
      const told = fallback
      fallback = undefined
      const before = run.settings
      run.settings = { ...before, request: { ...before.request, voice: told.voice } }
      run.onChange(before, run.settings)
      await emit({ kind: 'fallback', ...told })
    },
  }
}
