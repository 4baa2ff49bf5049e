import { useSyncExternalStore } from 'react'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { createPlayer, type PlayerState } from './player.ts'

/** The one loudspeaker of the window: whoever plays on it ends what was heard before. */
export const player = createPlayer(() => new AudioContext({ sampleRate: SAMPLE_RATE }))

/** What the loudspeaker does now. */
export function usePlayer(): PlayerState {
  return useSyncExternalStore(player.subscribe, player.state)
}

/** Whether this take is sounding now. */
export function useIsPlaying(takeId: string): boolean {
  const { status, takeId: loaded } = usePlayer()
  return loaded === takeId && (status === 'playing' || status === 'buffering')
}
