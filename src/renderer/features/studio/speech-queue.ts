import { call, getConnection } from '#renderer/client.ts'
import { ConnectionLostError } from '#renderer/socket.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { computePeaks, decodePcm16 } from '#renderer/ui/pcm.ts'
import { randomId } from '#renderer/ui/random-id.ts'
import { player } from '#renderer/ui/shared-player.ts'
import type { Data } from '#shared/api.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import type { ScriptLine } from '#shared/script.ts'
import { afterLanguageDetection } from './language-detection.ts'
import { lineNumbers } from './line-numbers.ts'
import { isBlank, linesToSpeak, type SpeechJob, type Take, takeKey } from './line-state.ts'
import { lineById, useStudio } from './studio-store.ts'

player.onFinished(playNext)
// Playback of something else ends the script's playlist.
player.subscribe(() => {
  const { takeId } = player.state()
  const { playlist } = useStudio.getState()
  if (takeId !== undefined && playlist.length > 0 && !isScriptTake(takeId))
    useStudio.setState({ playlist: [] })
})

/** Speaks lines one after another and plays them in that order while they are generated. */
export function speakLines(lines: readonly ScriptLine[]): void {
  const ids = lines.filter((line) => !isBlank(line)).map(({ id }) => id)
  if (ids.length === 0) return
  player.stop()
  afterLanguageDetection(() => enqueueLines(ids))
}

function enqueueLines(ids: readonly string[]): void {
  cancelOutdatedJob()
  const { queue, job } = useStudio.getState()
  const added = ids.filter((id) => id !== job?.lineId)
  // A set keeps the order of insertion.
  useStudio.setState({ queue: new Set([...added, ...queue]), playlist: ids })
  playNext()
  speakNext()
}

/** Cancels the current job if its line was edited since it started. */
function cancelOutdatedJob(): void {
  const { job } = useStudio.getState()
  const line = lineById(job?.lineId)
  if (!job || !line || job.take.key === takeKey(line)) return
  useStudio.setState({ job: undefined })
  cancel(job.id)
}

/** Speaks every line whose take is missing, outdated or failed. */
export function speakMissing(): void {
  const state = useStudio.getState()
  speakLines(linesToSpeak({ ...state, lines: state.script.lines }))
}

/** Plays a line. Speaks it first if it has no current take. */
export function playLine(line: ScriptLine): void {
  const { takes, job, queue } = useStudio.getState()
  const take = takes[line.id]
  if (take?.key !== takeKey(line) && job?.lineId !== line.id && !queue.has(line.id)) {
    speakLines([line])
    return
  }
  player.stop()
  useStudio.setState({ playlist: [line.id] })
  playNext()
}

/** Seeks within a take, loading it into the player first if needed. */
export function seekInTake(line: ScriptLine, take: Take, seconds: number): void {
  if (player.state().takeId === take.id) {
    player.seek(seconds)
    return
  }
  player.stop()
  useStudio.setState({ playlist: [], selectedId: line.id })
  player.play(take.id, take.chunks, take.complete, seconds)
}

/** Stops speech, the queue and playback. Finished takes are kept. */
export function stopAll(): void {
  const { job } = useStudio.getState()
  useStudio.setState({ job: undefined, queue: new Set(), playlist: [] })
  player.stop()
  if (job) cancel(job.id)
  announce('Stopped.')
}

/** Whether a take belongs to a line of the script. */
export function isScriptTake(takeId: string): boolean {
  const { job, takes } = useStudio.getState()
  return job?.take.id === takeId || Object.values(takes).some(({ id }) => id === takeId)
}

/** Removes a line from the queue, the playlist and the current job. */
export function cancelLine(lineId: string): void {
  const { job, queue, playlist } = useStudio.getState()
  useStudio.setState({
    queue: without(queue, lineId),
    playlist: playlist.filter((id) => id !== lineId),
  })
  const playingTakeId = player.state().takeId
  if (playingTakeId && playingTakeId === currentTake(lineId)?.id) player.stop()
  if (job?.lineId === lineId) {
    useStudio.setState({ job: undefined })
    cancel(job.id)
    speakNext()
  }
  if (player.state().status === 'idle') playNext()
}

/** Handles a chunk of audio of the current line. */
export function handleSpeechChunk({ jobId, pcm, words, done, total }: Data<'speech.chunk'>): void {
  const { job } = useStudio.getState()
  if (job?.id !== jobId) return
  const samples = decodePcm16(pcm)
  const take: Take = {
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
  if (player.state().status === 'idle') playNext()
}

/** Handles the end of the current line. */
export function handleSpeechDone({ jobId }: Data<'speech.done'>): void {
  const { job, takes } = useStudio.getState()
  if (job?.id !== jobId) return
  const take = { ...job.take, complete: true }
  useStudio.setState({ job: undefined, takes: { ...takes, [job.lineId]: take } })
  player.complete(take.id)
  if (player.state().status === 'idle') playNext()
  const { queue } = useStudio.getState()
  announce(queue.size === 0 ? 'All lines are ready.' : `Line ${lineNumber(job.lineId)} is ready.`)
  speakNext()
}

/** Handles a line that could not be spoken: keeps the reason and continues with the next line. */
export function handleSpeechFailed(jobId: string, message: string): void {
  const { job, failures } = useStudio.getState()
  if (job?.id !== jobId) return
  const failure = { key: job.take.key, message }
  useStudio.setState({ job: undefined, failures: { ...failures, [job.lineId]: failure } })
  if (player.state().takeId === job.take.id) player.stop()
  announce(`Line ${lineNumber(job.lineId)} failed: ${message}`)
  if (player.state().status === 'idle') playNext()
  speakNext()
}

/** Returns the current line to the head of the queue: jobs end with the connection. */
export function requeueCurrentLine(): void {
  const { job, queue, playlist } = useStudio.getState()
  if (!job) return
  const wasPlaying = player.state().takeId === job.take.id
  if (wasPlaying) player.stop()
  useStudio.setState({
    job: undefined,
    queue: new Set([job.lineId, ...queue]),
    playlist: wasPlaying ? [job.lineId, ...playlist] : playlist,
  })
}

/** Starts the next line of the queue if there is a connection and no current job. */
export function speakNext(): void {
  const { job, queue, failures } = useStudio.getState()
  const [lineId] = queue
  if (job || lineId === undefined || getConnection().status !== 'connected') return
  const line = lineById(lineId)
  if (!line || isBlank(line)) {
    useStudio.setState({ queue: without(queue, lineId) })
    speakNext()
    return
  }
  const next = createJob(line)
  const { [lineId]: _, ...otherFailures } = failures
  useStudio.setState({ job: next, queue: without(queue, lineId), failures: otherFailures })
  announce(`Speaking line ${lineNumber(lineId)}.`)
  const { voice, language, speed, pitch, volume } = line
  const request = { jobId: next.id, text: line.text.trim(), voice, language, speed, pitch, volume }
  call('speech.start', request).catch((error) => {
    if (error instanceof ConnectionLostError) requeueCurrentLine()
    else handleSpeechFailed(next.id, errorMessage(error))
  })
}

function createJob(line: ScriptLine): SpeechJob {
  const id = randomId()
  const take: Take = {
    id,
    key: takeKey(line),
    chunks: [],
    peaks: [],
    words: [],
    seconds: 0,
    done: 0,
    total: 1,
    complete: false,
  }
  return { id, lineId: line.id, take }
}

/** Plays the next line of the playlist once it has audio; skips a line that will never have any. */
function playNext(): void {
  const { playlist, job, queue, failures } = useStudio.getState()
  const [lineId, ...rest] = playlist
  if (lineId === undefined || player.state().status !== 'idle' || queue.has(lineId)) return
  const take = currentTake(lineId)
  if (job?.lineId === lineId && take?.id !== job.id) return
  useStudio.setState({ playlist: rest })
  const line = lineById(lineId)
  const failed = line && failures[lineId]?.key === takeKey(line)
  if (!take || failed) {
    playNext()
    return
  }
  useStudio.setState({ selectedId: lineId })
  player.play(take.id, take.chunks, take.complete)
}

/** Take of a line that can be shown and played: the one in progress, or the finished one. */
export function currentTake(lineId: string): Take | undefined {
  const { job, takes } = useStudio.getState()
  return job?.lineId === lineId && job.take.chunks.length > 0 ? job.take : takes[lineId]
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
