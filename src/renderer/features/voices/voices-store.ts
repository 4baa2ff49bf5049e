import { create } from 'zustand'
import type { Loadable } from '#renderer/ui/loadable.ts'
import type { Clip } from '#shared/clips.ts'
import { type Filters, NO_FILTERS, type Voice } from './library/library.ts'

interface VoicesState {
  readonly voices: Loadable<readonly Voice[]>
  readonly favourites: ReadonlySet<string>
  /** Recordings of which no voice has been made yet, the newest first. */
  readonly clips: readonly Clip[]
  readonly filters: Filters
}

/** What the library shows. */
export const useVoices = create<VoicesState>(() => ({
  voices: { status: 'loading' },
  favourites: new Set(),
  clips: [],
  filters: NO_FILTERS,
}))

/** All voices, or none while they are not known. */
export function knownVoices(voices: VoicesState['voices']): readonly Voice[] {
  return voices.status === 'loaded' ? voices.value : NO_VOICES
}

const NO_VOICES: readonly Voice[] = []
