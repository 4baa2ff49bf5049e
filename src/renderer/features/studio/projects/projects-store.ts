import { create } from 'zustand'
import type { ProjectSummary } from '#shared/projects.ts'

interface ProjectsState {
  readonly projects: readonly ProjectSummary[]
  /** Which dialog is open. */
  readonly dialog: 'projects' | 'versions' | 'languages' | undefined
}

/** The list of projects, and the dialogs about them. */
export const useProjects = create<ProjectsState>(() => ({ projects: [], dialog: undefined }))
