import { SAMPLE_RATE } from '#shared/audio.ts'
import { toFloat32 } from './pcm.ts'
import { chunksFrom, positionAt, type ScheduledSegment, scheduleSegment } from './schedule.ts'

/** `buffering`: everything received was played, and more is to come. */
export interface PlayerState {
  readonly status: 'idle' | 'playing' | 'buffering' | 'paused'
  /** Id of the loaded take; undefined while idle. */
  readonly takeId: string | undefined
}

/** Plays one take at a time, while it is still being generated. Positions are seconds from the start of the take. */
export interface Player {
  /** Starts a take with the chunks received so far; `append` adds the rest. */
  play(takeId: string, chunks: readonly Int16Array[], complete: boolean, from?: number): void
  /** Adds audio to the loaded take; ignored for any other. */
  append(takeId: string, samples: Int16Array): void
  /** Marks the loaded take as complete. */
  complete(takeId: string): void
  pause(): void
  resume(): void
  /** Seeks to a position, at most to the end of what was received. */
  seek(seconds: number): void
  stop(): void
  position(): number
  state(): PlayerState
  subscribe(listener: () => void): () => void
  /** Called when a take was played to its end. */
  onFinished(listener: () => void): () => void
}

interface ScheduledChunk {
  readonly source: AudioBufferSourceNode
  readonly segment: ScheduledSegment
}

const IDLE: PlayerState = { status: 'idle', takeId: undefined }
const FADE_SECONDS = 0.008

/**
 * Creates a player over one audio context, opened with the first audio, so that a click satisfies the browser's
 * autoplay policy.
 */
export function createPlayer(openContext: () => AudioContext): Player {
  let context: AudioContext | undefined
  let gain: GainNode | undefined
  let state = IDLE
  let chunks: Int16Array[] = []
  let complete = false
  let scheduled: ScheduledChunk[] = []
  let pausedAt = 0
  const listeners = new Set<() => void>()
  const finishedListeners = new Set<() => void>()

  const setState = (next: PlayerState): void => {
    if (next.status === state.status && next.takeId === state.takeId) return
    state = next
    for (const listener of listeners) listener()
  }

  const receivedSeconds = (): number =>
    chunks.reduce((sum, chunk) => sum + chunk.length, 0) / SAMPLE_RATE

  const ensureContext = (): AudioContext => {
    context ??= openContext()
    if (context.state === 'suspended') void context.resume()
    return context
  }

  const schedule = (samples: Int16Array, takeStart: number): void => {
    if (samples.length === 0) return
    const sink = ensureContext()
    gain ??= new GainNode(sink)
    gain.connect(sink.destination)
    const buffer = new AudioBuffer({ length: samples.length, sampleRate: SAMPLE_RATE })
    buffer.copyToChannel(toFloat32(samples), 0)
    const source = new AudioBufferSourceNode(sink, { buffer })
    const before = scheduled.at(-1)?.segment
    const segment = scheduleSegment(
      before,
      takeStart,
      buffer.duration,
      sink.currentTime,
      SAMPLE_RATE,
    )
    source.connect(gain)
    source.start(segment.contextStart)
    scheduled.push({ source, segment })
    source.addEventListener('ended', () => {
      if (scheduled.at(-1)?.source === source) handleUnderrun()
    })
  }

  const handleUnderrun = (): void => {
    if (!complete) {
      setState({ ...state, status: 'buffering' })
      return
    }
    clear()
    setState(IDLE)
    for (const listener of finishedListeners) listener()
  }

  /** Silences scheduled audio with a fade that avoids a click. */
  const fadeOut = (): void => {
    const faded = scheduled
    scheduled = []
    if (!context || !gain || faded.length === 0) return
    gain.gain.setTargetAtTime(0, context.currentTime, FADE_SECONDS / 3)
    gain = undefined
    for (const { source } of faded) source.stop(context.currentTime + FADE_SECONDS * 3)
  }

  const clear = (): void => {
    fadeOut()
    chunks = []
    complete = false
    pausedAt = 0
  }

  const start = (from: number): void => {
    fadeOut()
    const takeId = state.takeId
    const fromSample = Math.round(from * SAMPLE_RATE)
    let takeStart = fromSample
    for (const chunk of chunksFrom(chunks, fromSample)) {
      schedule(chunk, takeStart / SAMPLE_RATE)
      takeStart += chunk.length
    }
    pausedAt = from
    if (scheduled.length > 0) setState({ status: 'playing', takeId })
    else handleUnderrun()
  }

  const position = (): number => {
    if (state.status === 'idle') return 0
    if (state.status === 'paused' || scheduled.length === 0 || !context) return pausedAt
    const segments = scheduled.map(({ segment }) => segment)
    return positionAt(segments, context.currentTime - (context.outputLatency || 0))
  }

  return {
    play(takeId, initialChunks, isComplete, from = 0) {
      clear()
      ensureContext()
      chunks = [...initialChunks]
      complete = isComplete
      setState({ status: 'buffering', takeId })
      start(from)
    },
    append(takeId, samples) {
      if (state.takeId !== takeId) return
      const takeStart = receivedSeconds()
      chunks.push(samples)
      if (state.status === 'paused') return
      schedule(samples, takeStart)
      setState({ status: 'playing', takeId })
    },
    complete(takeId) {
      if (state.takeId !== takeId) return
      complete = true
      if (state.status === 'buffering') handleUnderrun()
    },
    pause() {
      if (state.status !== 'playing' && state.status !== 'buffering') return
      pausedAt = position()
      fadeOut()
      setState({ ...state, status: 'paused' })
    },
    resume() {
      if (state.status === 'paused') start(pausedAt)
    },
    seek(seconds) {
      if (state.status === 'idle') return
      const target = Math.max(0, Math.min(seconds, receivedSeconds()))
      if (state.status === 'paused') pausedAt = target
      else start(target)
    },
    stop() {
      clear()
      setState(IDLE)
    },
    position,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onFinished(listener) {
      finishedListeners.add(listener)
      return () => finishedListeners.delete(listener)
    },
  }
}
