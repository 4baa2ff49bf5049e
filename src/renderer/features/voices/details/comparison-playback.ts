import type { PlayableAudio } from '#renderer/features/voices/playable-audio.ts'
import { player } from '#renderer/ui/shared-player.ts'

/** Audio to play after the current take. */
let next:
  | { readonly after: string; readonly takeId: string; readonly sound: PlayableAudio }
  | undefined

player.onFinished(() => {
  if (!next || lastPlayed !== next.after) return
  const { takeId, sound } = next
  next = undefined
  playSound(takeId, sound)
})
/** Take that was played last; when one finishes, the player has unloaded it already. */
let lastPlayed: string | undefined
player.subscribe(() => {
  const { takeId } = player.state()
  if (takeId !== undefined) lastPlayed = takeId
  // Playing anything else ends the sequence.
  if (takeId !== undefined && takeId !== next?.after) next = undefined
})

/** Plays audio from a position in seconds, or stops it if it is playing and no position is given. */
export function toggleSound(takeId: string, sound: PlayableAudio, from?: number): void {
  const { status, takeId: loaded } = player.state()
  const wasPlaying = loaded === takeId && status !== 'idle'
  stopPlayback()
  if (!wasPlaying || from !== undefined) playSound(takeId, sound, from)
}

/** Plays two takes in sequence. */
export function playInSequence(
  first: { readonly takeId: string; readonly sound: PlayableAudio },
  second: { readonly takeId: string; readonly sound: PlayableAudio },
): void {
  stopPlayback()
  next = { after: first.takeId, ...second }
  playSound(first.takeId, first.sound)
}

/** Stops playback. */
export function stopPlayback(): void {
  next = undefined
  player.stop()
}

function playSound(takeId: string, sound: PlayableAudio, from = 0): void {
  player.play(takeId, [sound.samples], true, from)
}
