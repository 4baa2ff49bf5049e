import { create } from 'zustand'
import type { Loadable } from '#renderer/ui/loadable.ts'
import type { PackSummary } from '#shared/packs.ts'

interface ModelsState {
  readonly packs: Loadable<readonly PackSummary[]>
  /** Whether importing asks for a folder by a dialog of the system, or a path has to be typed. */
  readonly asksForFolder: boolean
}

/** Packs of models, as the host knows them. */
export const useModels = create<ModelsState>(() => ({
  packs: { status: 'loading' },
  asksForFolder: false,
}))
