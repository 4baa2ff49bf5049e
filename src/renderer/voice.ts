import type { Output } from '#shared/api.ts'

/** Voice as the backend lists it, built-in or custom. */
export type StudioVoice = Output<'voices.list'>[number]
