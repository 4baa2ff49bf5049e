import type { Sound } from '#renderer/features/voices/sound.ts'
import { player } from '#renderer/ui/shared-player.ts'

/** What is heard after a take that plays now. */
let following:
  | { readonly after: string; readonly takeId: string; readonly sound: Sound }
  | undefined

player.onFinished(() => {
  if (!following || lastPlayed !== following.after) return
  const { takeId, sound } = following
  following = undefined
  playSound(takeId, sound)
})
/** The take that was on the loudspeaker last: when one is finished, the player has let go of it already. */
let lastPlayed: string | undefined
player.subscribe(() => {
  const { takeId } = player.state()
  if (takeId !== undefined) lastPlayed = takeId
  // Whatever else is heard meanwhile breaks the sequence.
  if (takeId !== undefined && takeId !== following?.after) following = undefined
})

/** Let one sound be heard from a second of it, or be silent if it sounds and no second is named. */
export function hearSound(takeId: string, sound: Sound, from?: number): void {
  const { status, takeId: loaded } = player.state()
  const isHeard = loaded === takeId && status !== 'idle'
  stopSounds()
  if (!isHeard || from !== undefined) playSound(takeId, sound, from)
}

/** Let two sounds be heard, one after the other. */
export function hearBoth(
  first: { readonly takeId: string; readonly sound: Sound },
  second: { readonly takeId: string; readonly sound: Sound },
): void {
  stopSounds()
  following = { after: first.takeId, ...second }
  playSound(first.takeId, first.sound)
}

/** Be silent. */
export function stopSounds(): void {
  following = undefined
  player.stop()
}

function playSound(takeId: string, sound: Sound, from = 0): void {
  player.play(takeId, [sound.samples], true, from)
}
