import { create } from 'zustand'
import type { Loadable } from '#renderer/ui/loadable.ts'
import type { StudioVoice } from '#renderer/voice.ts'
import type { Clip } from '#shared/clips.ts'
import { type Filters, NO_FILTERS } from './library/library.ts'

interface VoicesState {
  readonly voices: Loadable<readonly StudioVoice[]>
  readonly favourites: ReadonlySet<string>
  /** Recordings from which no voice has been created yet, newest first. */
  readonly clips: readonly Clip[]
  readonly filters: Filters
}

/** State of the library. */
export const useVoices = create<VoicesState>(() => ({
  voices: { status: 'loading' },
  favourites: new Set(),
  clips: [],
  filters: NO_FILTERS,
}))

/** Loaded voices; none while they are loading. */
export function knownVoices(voices: VoicesState['voices']): readonly StudioVoice[] {
  return voices.status === 'loaded' ? voices.value : NO_VOICES
}

const NO_VOICES: readonly StudioVoice[] = []
