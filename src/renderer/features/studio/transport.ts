import { lineOfTake } from '#renderer/features/studio/takes/take-library.ts'
import { loadSound, soundOf } from '#renderer/features/studio/takes/take-sounds.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { player } from '#renderer/ui/shared-player.ts'
import { LINE_GAP_SECONDS, type Script, type ScriptLine } from '#shared/script.ts'
import { gapsOf } from '#shared/script-gaps.ts'
import { type GrowingTake, isBlank, type Take, type TakeSound, takeKey } from './line-state.ts'
import { lineById, useStudio } from './studio-store.ts'

/** Lines whose sound is loaded before it is their turn. */
const LOADED_AHEAD = 2

player.onFinished(() => playNext())
player.onFollowed((takeId) => {
  const line = lineOfPlayed(takeId)
  const { playlist } = useStudio.getState()
  useStudio.setState({
    playlist: playlist[0] === line?.id ? playlist.slice(1) : playlist,
    ...(line ? { selectedId: line.id } : {}),
  })
  prepareNext()
})
// Playback of something else ends the script's playlist.
player.subscribe(() => {
  const { takeId } = player.state()
  const { playlist } = useStudio.getState()
  if (takeId !== undefined && playlist.length > 0 && !isScriptTake(takeId))
    useStudio.setState({ playlist: [] })
})

/** When the line before the next one ended, in milliseconds, and the silence that belongs behind it, in seconds. */
let ended: { readonly at: number; readonly gap: number } | undefined
/** Line that was played last. */
let lastPlayedId: string | undefined

/** Whether a take belongs to a line of the script. */
export function isScriptTake(takeId: string): boolean {
  return lineOfPlayed(takeId) !== undefined
}

/** Line whose take is loaded in the player, finished or not. */
export function lineOfPlayed(takeId: string | undefined): ScriptLine | undefined {
  const { job } = useStudio.getState()
  return job && job.take.id === takeId ? lineById(job.lineId) : lineOfTake(takeId)
}

/** Take of a line that can be shown and played: the one in progress, or the finished one. */
export function currentTake(lineId: string): Take | undefined {
  const { job, takes } = useStudio.getState()
  return job?.lineId === lineId && job.take.chunks.length > 0 ? job.take : takes[lineId]
}

/** Plays lines one after another, from the first one. */
export function playLines(lineIds: readonly string[]): void {
  player.stop()
  ended = undefined
  lastPlayedId = undefined
  useStudio.setState({ playlist: lineIds })
  playNext()
}

/** Goes on with the playlist if nothing is playing, and prepares what comes next. */
export function continuePlaylist(): void {
  if (player.state().status === 'idle') playNext()
  else prepareNext()
}

/** Seeks within a take, loading it into the player first if needed. */
export function seekInTake(line: ScriptLine, take: Take, seconds: number): void {
  if (player.state().takeId === take.id) {
    player.seek(seconds)
    return
  }
  player.stop()
  useStudio.setState({ playlist: [], selectedId: line.id })
  void playSound(take, seconds)
}

/** Plays a take from a position, as soon as its sound is there. */
export async function playSound(take: Take, seconds: number, gain = 1): Promise<void> {
  const request = ++requests
  try {
    const sound = await soundFor(take)
    if (request === requests) player.play(take.id, sound.chunks, take.complete, seconds, { gain })
  } catch (error) {
    announce(errorMessage(error))
  }
}

/** The last request wins: sounds may be loaded in another order than they were asked for. */
let requests = 0

/** Plays the next line of the playlist once it has sound; skips a line that will never have any. */
function playNext(): void {
  const { playlist, job, queue, failures } = useStudio.getState()
  const [lineId, ...rest] = playlist
  rememberEnd()
  if (lineId === undefined || player.state().status !== 'idle' || queue.has(lineId)) return
  const take = currentTake(lineId)
  if (job?.lineId === lineId && take?.id !== job.id) return
  const line = lineById(lineId)
  const failed = line && failures[lineId]?.key === takeKey(line)
  if (!line || !take || failed) {
    // A line that is not spoken yet waits until it is: see `speakAhead`.
    if (line && !failed && !isBlank(line)) return
    useStudio.setState({ playlist: rest })
    playNext()
    return
  }
  const sound = soundInMemory(take)
  if (!sound) {
    void loadAndGoOn(lineId, take)
    return
  }
  useStudio.setState({ playlist: rest, selectedId: lineId })
  lastPlayedId = lineId
  const delay = ended ? Math.max(0, ended.gap - (performance.now() - ended.at) / 1_000) : 0
  ended = undefined
  requests++
  player.play(take.id, sound.chunks, take.complete, 0, { delay })
  prepareNext()
}

/** Remembers when a line has ended whose successor was not ready in time. */
function rememberEnd(): void {
  if (ended || lastPlayedId === undefined || useStudio.getState().playlist.length === 0) return
  ended = { at: performance.now(), gap: gapAfter(lastPlayedId) }
  lastPlayedId = undefined
}

/** Loads the sound of the next line while nothing plays, then plays it. */
async function loadAndGoOn(lineId: string, take: Take): Promise<void> {
  const request = ++requests
  try {
    await soundFor(take)
  } catch (error) {
    announce(errorMessage(error))
    if (request !== requests) return
    const { playlist } = useStudio.getState()
    if (playlist[0] === lineId) useStudio.setState({ playlist: playlist.slice(1) })
  }
  if (request === requests) continuePlaylist()
}

/** Schedules the next line behind the one that plays, if it has sound, and loads the ones behind it. */
function prepareNext(): void {
  const { playlist, queue } = useStudio.getState()
  const playing = lineOfPlayed(player.state().takeId)
  if (!playing) return
  lastPlayedId = playing.id
  const [nextId] = playlist
  const take = nextId === undefined || queue.has(nextId) ? undefined : playableTake(nextId)
  if (!take) player.unfollow()
  else if (player.follower() !== take.id) {
    const sound = soundInMemory(take)
    if (sound) player.follow(take.id, sound.chunks, take.complete, gapAfter(playing.id))
  }
  loadAhead(playlist.slice(0, LOADED_AHEAD))
}

/** The take of a line as it is written now, finished or growing. */
function playableTake(lineId: string): Take | undefined {
  const line = lineById(lineId)
  const take = currentTake(lineId)
  return line && take?.key === takeKey(line) ? take : undefined
}

function loadAhead(lineIds: readonly string[]): void {
  for (const lineId of lineIds) {
    const take = playableTake(lineId)
    if (!take || soundInMemory(take)) continue
    // A failure is told when it is the turn of the line.
    soundFor(take)
      .then(continuePlaylist)
      .catch(() => undefined)
  }
}

function soundInMemory(take: Take): TakeSound | undefined {
  return isGrowing(take) ? take : soundOf(take.id)
}

async function soundFor(take: Take): Promise<TakeSound> {
  if (isGrowing(take)) return take
  return loadSound(useStudio.getState().scriptId ?? '', take.id)
}

function isGrowing(take: Take): take is GrowingTake {
  return 'chunks' in take
}

/** Silence behind a line, in seconds, as it will be exported. */
export function gapAfter(lineId: string): number {
  return gapsOfScript(useStudio.getState().script).get(lineId) ?? LINE_GAP_SECONDS
}

/** Gaps of a script, which is immutable: known until it changes. */
export function gapsOfScript(script: Script): ReadonlyMap<string, number> {
  const known = gaps.get(script)
  if (known) return known
  const found = gapsOf(script)
  gaps.set(script, found)
  return found
}

const gaps = new WeakMap<Script, ReadonlyMap<string, number>>()
