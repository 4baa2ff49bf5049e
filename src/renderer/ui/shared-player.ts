import { useSyncExternalStore } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { openPhoneRoute } from './phone-route.ts'
import { createPlayer, type PlayerState } from './player.ts'
import { showError } from './show-error.ts'

/** Player of this window. Playing anything on it ends what was played before. */
export const player = createPlayer(
  () => new AudioContext({ sampleRate: SAMPLE_RATE }),
  openPhoneRoute,
  () => showError(t('sound:lost.title'), t('sound:lost.about')),
)

/** Current state of the player. */
export function usePlayer(): PlayerState {
  return useSyncExternalStore(player.subscribe, player.state)
}

/** Whether a take is playing. */
export function useIsPlaying(takeId: string): boolean {
  const { status, takeId: loaded } = usePlayer()
  return loaded === takeId && (status === 'playing' || status === 'buffering')
}
