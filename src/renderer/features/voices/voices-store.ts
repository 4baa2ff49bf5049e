import { create } from 'zustand'
import type { Asked } from '#renderer/ui/asked.ts'
import type { Clip } from '#shared/clips.ts'
import { type Filters, NO_FILTERS, type Voice } from './library/library.ts'

interface VoicesState {
  readonly voices: Asked<readonly Voice[]>
  readonly favourites: ReadonlySet<string>
  /** Recordings of which no voice has been made yet, the newest first. */
  readonly clips: readonly Clip[]
  readonly filters: Filters
}

/** What the library shows. */
export const useVoices = create<VoicesState>(() => ({
  voices: { phase: 'asking' },
  favourites: new Set(),
  clips: [],
  filters: NO_FILTERS,
}))

/** All voices, or none while they are not known. */
export function knownVoices(voices: VoicesState['voices']): readonly Voice[] {
  return voices.phase === 'known' ? voices.answer : NO_VOICES
}

const NO_VOICES: readonly Voice[] = []
