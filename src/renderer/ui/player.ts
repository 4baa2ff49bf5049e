import { SAMPLE_RATE } from '#shared/audio.ts'
import { toFloat32 } from './pcm.ts'
import { chunksFrom, positionAt, type ScheduledSegment, scheduleSegment } from './schedule.ts'

/** `buffering`: everything received was played, and more is to come. */
export interface PlayerState {
  readonly status: 'idle' | 'playing' | 'buffering' | 'paused'
  /** Id of the loaded take; undefined while idle. */
  readonly takeId: string | undefined
}

/** How a take is started. */
export interface PlayOptions {
  /** Factor on the level; left out: 1. */
  readonly gain?: number
  /** Silence before it, in seconds; left out: none. */
  readonly delay?: number
}

/**
 * Plays one take at a time, while it is still being generated, and another one right behind it. Positions are seconds from
 * the start of the take.
 */
export interface Player {
  /** Starts a take with the chunks received so far; `append` adds the rest. */
  play(
    takeId: string,
    chunks: readonly Int16Array[],
    complete: boolean,
    from?: number,
    options?: PlayOptions,
  ): void
  /** Plays another take as soon as the loaded one is over, `gap` seconds later, to the sample. Takes the place of the one before. */
  follow(takeId: string, chunks: readonly Int16Array[], complete: boolean, gap: number): void
  /** Id of the take that follows, if there is one. */
  follower(): string | undefined
  /** Nothing follows the loaded take any more. */
  unfollow(): void
  /** Adds audio to the loaded take, or the one that follows; ignored for any other. */
  append(takeId: string, samples: Int16Array): void
  /** Marks the loaded take, or the one that follows, as complete. */
  complete(takeId: string): void
  pause(): void
  resume(): void
  /** Seeks to a position, at most to the end of what was received. */
  seek(seconds: number): void
  stop(): void
  position(): number
  state(): PlayerState
  subscribe(listener: () => void): () => void
  /** Called when a take was played to its end, and nothing follows. */
  onFinished(listener: () => void): () => void
  /** Called when the take that followed has begun. */
  onFollowed(listener: (takeId: string) => void): () => void
}

interface Track {
  readonly takeId: string
  readonly gain: number
  /** Silence before it, in seconds. */
  readonly gap: number
  chunks: Int16Array[]
  complete: boolean
}

interface ScheduledChunk {
  readonly source: AudioScheduledSourceNode
  readonly segment: ScheduledSegment
  readonly track: Track
  readonly isGap: boolean
}

const IDLE: PlayerState = { status: 'idle', takeId: undefined }
const FADE_SECONDS = 0.008
/** Shortest silence that is scheduled between two takes, in seconds: its end tells that the next one begins. */
const SHORTEST_GAP = 1 / SAMPLE_RATE

/**
 * Creates a player over one audio context, opened with the first audio, so that a click satisfies the browser's
 * autoplay policy. `openRoute`: makes the node of this context that all sound goes to. `onLost`: called when the output has gone
 * while something was played, as when headphones are unplugged; it is paused then, and goes on with the output that there is.
 */
export function createPlayer(
  openContext: () => AudioContext,
  openRoute: (context: AudioContext) => AudioNode,
  onLost: () => void,
): Player {
  let context: AudioContext | undefined
  let route: AudioNode | undefined
  let output: GainNode | undefined
  let state = IDLE
  let loaded: Track | undefined
  let next: Track | undefined
  let scheduled: ScheduledChunk[] = []
  let pausedAt = 0
  const listeners = new Set<() => void>()
  const finishedListeners = new Set<() => void>()
  const followedListeners = new Set<(takeId: string) => void>()

  const setState = (changed: PlayerState): void => {
    if (changed.status === state.status && changed.takeId === state.takeId) return
    state = changed
    for (const listener of listeners) listener()
  }

  const isHeard = (): boolean => state.status === 'playing' || state.status === 'buffering'

  /** A context that stops by itself has lost its output; a new one finds the output that there is by then. */
  const handleStateChange = ({ target }: Event): void => {
    if (!context || target !== context || context.state === 'running') return
    const wasHeard = isHeard()
    if (wasHeard) pause()
    const lost = context
    context = undefined
    route = undefined
    output = undefined
    scheduled = []
    if (lost.state !== 'closed') void lost.close()
    if (wasHeard) onLost()
  }

  const ensureContext = (): AudioContext => {
    if (!context) {
      context = openContext()
      context.addEventListener('statechange', handleStateChange)
    }
    if (context.state === 'suspended') void context.resume()
    return context
  }

  const place = (
    track: Track,
    source: AudioScheduledSourceNode,
    takeStart: number,
    duration: number,
  ): ScheduledSegment => {
    const sink = ensureContext()
    if (!output) {
      output = new GainNode(sink)
      route ??= openRoute(sink)
      output.connect(route)
    }
    const before = scheduled.at(-1)?.segment
    const { currentTime } = sink
    const segment = scheduleSegment(before, takeStart, duration, currentTime, SAMPLE_RATE)
    source.connect(output)
    source.start(segment.contextStart)
    const isGap = source instanceof ConstantSourceNode
    scheduled.push({ source, segment, track, isGap })
    source.addEventListener('ended', () => handleEnded(source, track))
    return segment
  }

  const schedule = (track: Track, samples: Int16Array, takeStart: number): void => {
    if (samples.length === 0) return
    const buffer = new AudioBuffer({ length: samples.length, sampleRate: SAMPLE_RATE })
    const floats = toFloat32(samples)
    buffer.copyToChannel(track.gain === 1 ? floats : floats.map((value) => value * track.gain), 0)
    const source = new AudioBufferSourceNode(ensureContext(), { buffer })
    place(track, source, takeStart, buffer.duration)
  }

  /** Silence before a take. It belongs to what is heard before. */
  const scheduleGap = (heard: Track, seconds: number): void => {
    const source = new ConstantSourceNode(ensureContext(), { offset: 0 })
    const segment = place(heard, source, receivedSeconds(heard), seconds)
    source.stop(segment.contextStart + seconds)
  }

  /** Schedules what follows, once all of the loaded take is. */
  const scheduleNext = (): void => {
    if (!next || !loaded?.complete || state.status === 'paused') return
    if (scheduled.some(({ track }) => track === next)) return
    // A silence that is left from a take that no longer follows is long enough.
    if (!scheduled.some(({ track, isGap }) => track === loaded && isGap))
      scheduleGap(loaded, Math.max(next.gap, SHORTEST_GAP))
    scheduleFrom(next, 0)
  }

  const scheduleFrom = (track: Track, from: number): void => {
    const fromSample = Math.round(from * SAMPLE_RATE)
    let takeStart = fromSample
    for (const chunk of chunksFrom(track.chunks, fromSample)) {
      schedule(track, chunk, takeStart / SAMPLE_RATE)
      takeStart += chunk.length
    }
  }

  const handleEnded = (source: AudioScheduledSourceNode, track: Track): void => {
    if (!scheduled.some((chunk) => chunk.source === source)) return
    if (track !== loaded || scheduled.findLast((chunk) => chunk.track === track)?.source !== source)
      return
    if (next && track.complete) moveOn(next)
    else handleUnderrun()
  }

  /** The take that followed is the loaded one now. */
  const moveOn = (track: Track): void => {
    if (!scheduled.some((chunk) => chunk.track === track)) scheduleFrom(track, 0)
    scheduled = scheduled.filter((chunk) => chunk.track === track)
    loaded = track
    next = undefined
    pausedAt = 0
    setState({ status: scheduled.length > 0 ? 'playing' : 'buffering', takeId: track.takeId })
    for (const listener of followedListeners) listener(track.takeId)
  }

  const handleUnderrun = (): void => {
    if (!loaded?.complete) {
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
    if (!context || !output || faded.length === 0) return
    output.gain.setTargetAtTime(0, context.currentTime, FADE_SECONDS / 3)
    output = undefined
    for (const { source } of faded) source.stop(context.currentTime + FADE_SECONDS * 3)
  }

  const clear = (): void => {
    fadeOut()
    loaded = undefined
    next = undefined
    pausedAt = 0
  }

  const start = (track: Track, from: number): void => {
    fadeOut()
    if (track.gap > 0 && from === 0) scheduleGap({ ...track, chunks: [] }, track.gap)
    scheduleFrom(track, from)
    pausedAt = from
    if (scheduled.length === 0 && !(next && track.complete)) {
      handleUnderrun()
      return
    }
    setState({ status: 'playing', takeId: state.takeId })
    scheduleNext()
  }

  const position = (): number => {
    if (state.status === 'idle') return 0
    const segments = scheduled.flatMap(({ segment, track }) => (track === loaded ? [segment] : []))
    if (state.status === 'paused' || segments.length === 0 || !context) return pausedAt
    const now = positionAt(segments, context.currentTime - (context.outputLatency || 0))
    return loaded ? Math.min(now, receivedSeconds(loaded)) : now
  }

  const pause = (): void => {
    if (!isHeard()) return
    pausedAt = position()
    fadeOut()
    setState({ ...state, status: 'paused' })
  }

  const unfollow = (): void => {
    if (!next) return
    const dropped = next
    next = undefined
    // The silence before it stays: its end is the end of what is heard.
    for (const { source, track } of scheduled) if (track === dropped) source.stop()
    scheduled = scheduled.filter(({ track }) => track !== dropped)
  }

  const trackOf = (takeId: string): Track | undefined =>
    [loaded, next].find((track) => track?.takeId === takeId)

  return {
    play(takeId, chunks, complete, from = 0, { gain = 1, delay = 0 } = {}) {
      clear()
      ensureContext()
      loaded = { takeId, gain, gap: delay, chunks: [...chunks], complete }
      setState({ status: 'buffering', takeId })
      start(loaded, from)
    },
    follow(takeId, chunks, complete, gap) {
      if (!loaded) return
      unfollow()
      next = { takeId, gain: 1, gap, chunks: [...chunks], complete }
      scheduleNext()
    },
    follower: () => next?.takeId,
    unfollow,
    append(takeId, samples) {
      const track = trackOf(takeId)
      if (!track) return
      const takeStart = receivedSeconds(track)
      track.chunks.push(samples)
      if (state.status === 'paused') return
      if (track === next && !scheduled.some((chunk) => chunk.track === next)) {
        scheduleNext()
        return
      }
      schedule(track, samples, takeStart)
      if (track === loaded) setState({ status: 'playing', takeId })
    },
    complete(takeId) {
      const track = trackOf(takeId)
      if (!track) return
      track.complete = true
      scheduleNext()
      if (track !== loaded || state.status !== 'buffering') return
      if (next) setState({ ...state, status: 'playing' })
      else handleUnderrun()
    },
    pause,
    resume() {
      if (state.status !== 'paused' || !loaded) return
      setState({ ...state, status: 'buffering' })
      start(loaded, pausedAt)
    },
    seek(seconds) {
      if (!loaded) return
      const target = Math.max(0, Math.min(seconds, receivedSeconds(loaded)))
      if (state.status === 'paused') pausedAt = target
      else start(loaded, target)
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
    onFollowed(listener) {
      followedListeners.add(listener)
      return () => followedListeners.delete(listener)
    },
  }
}

function receivedSeconds({ chunks }: Track): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0) / SAMPLE_RATE
}
