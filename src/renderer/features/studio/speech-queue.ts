import { call, getConnection } from '#renderer/client.ts'
import {
  addFinishedTake,
  sourceOfLine,
  takeById,
  unstoredTakes,
  useTakeLibrary,
} from '#renderer/features/studio/takes/take-library.ts'
import { pinSound } from '#renderer/features/studio/takes/take-sounds.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { ConnectionLostError } from '#renderer/socket.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { computePeaks, decodePcm16 } from '#renderer/ui/pcm.ts'
import { randomId } from '#renderer/ui/random-id.ts'
import { player } from '#renderer/ui/shared-player.ts'
import type { Data } from '#shared/api.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { isInDoubt } from '#shared/doubts.ts'
import { lineNumbers } from '#shared/line-numbers.ts'
import type { ScriptLine } from '#shared/script.ts'
import { afterLanguageDetection } from './language-detection.ts'
import {
  failedLines,
  type GrowingTake,
  isBlank,
  lineState,
  linesToSpeak,
  type SpeechJob,
  takeKey,
} from './line-state.ts'
import { measureLine } from './speech-pace.ts'
import { lineById, useStudio } from './studio-store.ts'
import { continuePlaylist, currentTake, playLines } from './transport.ts'

/** Lines that are spoken before it is their turn to be played. */
const SPOKEN_AHEAD = 3

useStudio.subscribe((now, before) => {
  if (now.playlist !== before.playlist) speakAhead()
})

/** Seeds of lines that are to be said in another way, until they are spoken. */
const seeds = new Map<string, number>()

/** Speaks lines one after another and plays them in that order while they are generated. */
export function speakLines(lines: readonly ScriptLine[]): void {
  const ids = lines.filter((line) => !isBlank(line)).map(({ id }) => id)
  if (ids.length === 0) return
  player.stop()
  afterTakesAreKnown(() => afterLanguageDetection(() => enqueueLines(ids)))
}

/** Speaks a line in another way than any of its takes. */
export function speakAnotherTake(line: ScriptLine, seed: number): void {
  seeds.set(line.id, seed)
  speakLines([line])
}

/** Runs an action once it is known which lines have a take; at once if that is so. */
function afterTakesAreKnown(action: () => void): void {
  if (useTakeLibrary.getState().isLoaded) {
    action()
    return
  }
  const unsubscribe = useTakeLibrary.subscribe(({ isLoaded }) => {
    if (!isLoaded) return
    unsubscribe()
    action()
  })
}

function enqueueLines(ids: readonly string[]): void {
  cancelOutdatedJob()
  const { queue, job } = useStudio.getState()
  const added = ids.filter((id) => id !== job?.lineId)
  // A set keeps the order of insertion.
  setQueue(new Set([...added, ...queue]))
  playLines(ids)
  speakNext()
}

/** Sets the queue, and counts what is done of all that was asked for since it was empty. */
function setQueue(queue: ReadonlySet<string>): void {
  const { batch, job } = useStudio.getState()
  const waiting = queue.size + (job ? 1 : 0)
  const done = waiting === 0 ? 0 : batch.done
  useStudio.setState({ queue, batch: { done, total: waiting === 0 ? 0 : done + waiting } })
}

/** Cancels the current job if its line was edited since it started. */
function cancelOutdatedJob(): void {
  const { job } = useStudio.getState()
  const line = lineById(job?.lineId)
  if (!job || !line || job.take.key === takeKey(line)) return
  useStudio.setState({ job: undefined })
  cancel(job.id)
}

/** Speaks every line whose take is missing or outdated. */
export function speakMissing(): void {
  afterTakesAreKnown(() => {
    const state = useStudio.getState()
    speakLines(linesToSpeak({ ...state, lines: state.script.lines }))
  })
}

/** Speaks every line that could not be spoken again. */
export function speakFailed(): void {
  const state = useStudio.getState()
  speakLines(failedLines({ ...state, lines: state.script.lines }))
}

/** Plays a line. Speaks it first if it has no current take. */
export function playLine(line: ScriptLine): void {
  afterTakesAreKnown(() => {
    const { takes, job, queue } = useStudio.getState()
    const isOnItsWay = job?.lineId === line.id || queue.has(line.id)
    if (takes[line.id]?.key !== takeKey(line) && !isOnItsWay) speakLines([line])
    else playLines([line.id])
  })
}

/** Plays the script from a line to its end. What is not spoken yet is spoken shortly before its turn. */
export function playFrom(lineId: string): void {
  afterTakesAreKnown(() =>
    afterLanguageDetection(() => {
      const { lines } = useStudio.getState().script
      const first = lines.findIndex(({ id }) => id === lineId)
      const { takes } = useStudio.getState()
      // A translation in doubt is played only as it was spoken before.
      const rest = lines
        .slice(Math.max(0, first))
        .filter((line) => !isBlank(line))
        .filter((line) => !isInDoubt(line) || takes[line.id]?.key === takeKey(line))
      playLines(rest.map(({ id }) => id))
      speakNext()
    }),
  )
}

/** Puts lines into the queue that are to be played soon and have no current take. */
function speakAhead(): void {
  if (!useTakeLibrary.getState().isLoaded) return
  const state = useStudio.getState()
  const wanted = state.playlist.slice(0, SPOKEN_AHEAD).filter((lineId) => {
    const line = lineById(lineId)
    if (!line || isBlank(line)) return false
    const known = lineState(line, state)
    return known === 'unspoken' || known === 'changed'
  })
  if (wanted.length === 0) return
  setQueue(new Set([...wanted, ...state.queue]))
  speakNext()
}

/** Stops speech, the queue and playback. Finished takes are kept. */
export function stopAll(): void {
  useStudio.setState({ playlist: [] })
  player.stop()
  cancelAll()
  announce(t('studio:speech.stopped'))
}

/** Stops speech and empties the queue. What is playing goes on. */
export function cancelAll(): void {
  const { job } = useStudio.getState()
  seeds.clear()
  useStudio.setState({ job: undefined })
  setQueue(new Set())
  if (job) cancel(job.id)
}

/** Removes a line from the queue, the playlist and the current job. */
export function cancelLine(lineId: string): void {
  const { job, queue, playlist } = useStudio.getState()
  seeds.delete(lineId)
  const playingTakeId = player.state().takeId
  const isPlaying = playingTakeId !== undefined && playingTakeId === currentTake(lineId)?.id
  const isSpoken = job?.lineId === lineId
  if (isSpoken) useStudio.setState({ job: undefined })
  if (playlist.includes(lineId))
    useStudio.setState({ playlist: playlist.filter((id) => id !== lineId) })
  setQueue(without(queue, lineId))
  if (isPlaying) player.stop()
  if (isSpoken) {
    cancel(job.id)
    speakNext()
  }
  continuePlaylist()
}

/** Handles a chunk of audio of the current line. */
export function handleSpeechChunk({ jobId, pcm, words, done, total }: Data<'speech.chunk'>): void {
  const { job } = useStudio.getState()
  if (job?.id !== jobId) return
  const samples = decodePcm16(pcm)
  const take: GrowingTake = {
    ...job.take,
    chunks: [...job.take.chunks, samples],
    peaks: [...job.take.peaks, computePeaks(samples)],
    words: [...job.take.words, ...words],
    seconds: job.take.seconds + samples.length / SAMPLE_RATE,
    done,
    total,
  }
  useStudio.setState({ job: { ...job, take } })
  player.append(take.id, samples)
  continuePlaylist()
}

/** Handles the end of the current line. */
export function handleSpeechDone({ jobId }: Data<'speech.done'>): void {
  const { job, batch } = useStudio.getState()
  if (job?.id !== jobId) return
  const { lineId, take, seed, startedAt } = job
  measureLine(performance.now() - startedAt, take.seconds)
  const { chunks, peaks, words } = take
  pinSound(take.id, { chunks, peaks, words })
  useStudio.setState({ job: undefined, batch: { ...batch, done: batch.done + 1 } })
  const line = lineById(lineId)
  if (line)
    addFinishedTake({
      ...{ id: take.id, lineId, seconds: take.seconds, ...sourceOfKey(take.key, line, seed) },
      ...{ madeAt: new Date().toISOString(), madeBy: '', star: false, note: '', deleted: false },
    })
  player.complete(take.id)
  continuePlaylist()
  const { queue } = useStudio.getState()
  setQueue(queue)
  announceProgress(
    queue.size === 0
      ? t('studio:speech.allReady')
      : t('studio:speech.ready', { number: lineNumber(lineId) }),
  )
  speakNext()
}

/** Tells how far the speech is, unless takes play or are about to: a screen reader would talk over them. */
function announceProgress(text: string): void {
  const { status } = player.state()
  const isHeard = status === 'playing' || status === 'buffering'
  if (!isHeard && useStudio.getState().playlist.length === 0) announce(text)
}

/** What a take was made from: the line may have been edited since. */
function sourceOfKey(key: string, line: ScriptLine, seed: number | undefined) {
  const [text, voice, speed, language, pitch, volume, dictionary] = JSON.parse(key)
  return sourceOfLine(
    { ...line, text, voice, speed, language: language ?? undefined, pitch, volume },
    seed,
    dictionary,
  )
}

/** Handles a line that could not be spoken: keeps the reason and continues with the next line. */
export function handleSpeechFailed(jobId: string, message: string): void {
  const { job, failures, batch, queue } = useStudio.getState()
  if (job?.id !== jobId) return
  const failure = { key: job.take.key, message }
  useStudio.setState({
    job: undefined,
    failures: { ...failures, [job.lineId]: failure },
    batch: { ...batch, done: batch.done + 1 },
  })
  setQueue(queue)
  if (player.state().takeId === job.take.id) player.stop()
  announce(t('studio:speech.failed', { number: lineNumber(job.lineId), reason: message }))
  continuePlaylist()
  speakNext()
}

/** Returns the current line to the head of the queue: jobs end with the connection. */
export function requeueCurrentLine(): void {
  const { job, queue, playlist } = useStudio.getState()
  if (!job) return
  const wasPlaying = player.state().takeId === job.take.id
  if (wasPlaying) player.stop()
  if (job.seed !== undefined) seeds.set(job.lineId, job.seed)
  useStudio.setState({
    job: undefined,
    queue: new Set([job.lineId, ...queue]),
    playlist: wasPlaying ? [job.lineId, ...playlist] : playlist,
  })
}

/** Time after which a host that still runs has stored what it has spoken, in milliseconds. */
const STORING_MS = 3_000

/**
 * After the connection was lost: a host that was killed has not stored what it had spoken last. Those lines are spoken again, which gives
 * the same sound, unless they were edited since.
 */
export function speakLostTakes(): void {
  const before = unstoredTakes()
  if (before.size === 0) return
  setTimeout(() => {
    const unstored = unstoredTakes()
    const { script, takes, queue } = useStudio.getState()
    const lost = script.lines.filter((line) => {
      const take = takes[line.id]
      const isLost = take && before.has(take.id) && unstored.has(take.id)
      return isLost && take.key === takeKey(line)
    })
    for (const { id } of lost) {
      const seed = takeById(takes[id]?.id)?.seed
      if (seed !== undefined) seeds.set(id, seed)
    }
    if (lost.length === 0) return
    setQueue(new Set([...queue, ...lost.map(({ id }) => id)]))
    speakNext()
  }, STORING_MS)
}

/** Starts the next line of the queue if there is a connection and no current job. */
export function speakNext(): void {
  const { job, queue, failures, scriptId } = useStudio.getState()
  const [lineId] = queue
  if (job || lineId === undefined || getConnection().status !== 'connected') return
  const line = lineById(lineId)
  if (!line || isBlank(line)) {
    setQueue(without(queue, lineId))
    speakNext()
    return
  }
  const next = createJob(line)
  seeds.delete(lineId)
  const { [lineId]: _, ...otherFailures } = failures
  useStudio.setState({ job: next, queue: without(queue, lineId), failures: otherFailures })
  announceProgress(t('studio:speech.speaking', { number: lineNumber(lineId) }))
  const { dictionary: __, ...source } = sourceOfLine(line, next.seed)
  const kept = scriptId === undefined ? {} : { lineId, projectId: scriptId }
  call('speech.start', { jobId: next.id, ...source, ...kept }).catch((error) => {
    if (error instanceof ConnectionLostError) requeueCurrentLine()
    else handleSpeechFailed(next.id, errorMessage(error))
  })
}

function createJob(line: ScriptLine): SpeechJob {
  const id = randomId()
  const take: GrowingTake = {
    ...{ id, key: takeKey(line), chunks: [], peaks: [], words: [] },
    ...{ seconds: 0, done: 0, total: 1, complete: false },
  }
  const startedAt = performance.now()
  return { id, lineId: line.id, take, seed: seeds.get(line.id), startedAt }
}

function cancel(jobId: string): void {
  call('job.cancel', { jobId }).catch((error) => {
    // A lost connection has ended the job already.
    if (!(error instanceof ConnectionLostError)) announce(errorMessage(error))
  })
}

function without(queue: ReadonlySet<string>, lineId: string): ReadonlySet<string> {
  const rest = new Set(queue)
  rest.delete(lineId)
  return rest
}

function lineNumber(lineId: string): number {
  return lineNumbers(useStudio.getState().script.lines).get(lineId) ?? 0
}
