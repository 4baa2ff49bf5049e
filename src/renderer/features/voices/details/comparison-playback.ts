import type { PlayableAudio } from '#renderer/features/voices/playable-audio.ts'
import { player } from '#renderer/ui/shared-player.ts'

/** What is heard after a take that plays now. */
let next:
  | { readonly after: string; readonly takeId: string; readonly sound: PlayableAudio }
  | undefined

player.onFinished(() => {
  if (!next || lastPlayed !== next.after) return
  const { takeId, sound } = next
  next = undefined
  playSound(takeId, sound)
})
/** The take that was on the loudspeaker last: when one is finished, the player has let go of it already. */
let lastPlayed: string | undefined
player.subscribe(() => {
  const { takeId } = player.state()
  if (takeId !== undefined) lastPlayed = takeId
  // Whatever else is heard meanwhile breaks the sequence.
  if (takeId !== undefined && takeId !== next?.after) next = undefined
})

/** Let one sound be heard from a second of it, or be silent if it sounds and no second is named. */
export function toggleSound(takeId: string, sound: PlayableAudio, from?: number): void {
  const { status, takeId: loaded } = player.state()
  const wasPlaying = loaded === takeId && status !== 'idle'
  stopPlayback()
  if (!wasPlaying || from !== undefined) playSound(takeId, sound, from)
}

/** Let two sounds be heard, one after the other. */
export function playInSequence(
  first: { readonly takeId: string; readonly sound: PlayableAudio },
  second: { readonly takeId: string; readonly sound: PlayableAudio },
): void {
  stopPlayback()
  next = { after: first.takeId, ...second }
  playSound(first.takeId, first.sound)
}

/** Be silent. */
export function stopPlayback(): void {
  next = undefined
  player.stop()
}

function playSound(takeId: string, sound: PlayableAudio, from = 0): void {
  player.play(takeId, [sound.samples], true, from)
}
