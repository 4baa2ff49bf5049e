import { create } from 'zustand'
import type { Loadable } from '#renderer/ui/loadable.ts'
import type { Output } from '#shared/api.ts'
import type { ProvenanceSettings } from '#shared/provenance.ts'

/** All that the owner may see and decide about what is written into files. */
export interface Signing {
  readonly settings: ProvenanceSettings
  readonly preview: Output<'provenance.preview'>
  readonly certificate: Output<'provenance.certificate'>
  readonly trusted: Output<'provenance.trusted'>
}

interface SigningState {
  readonly signing: Loadable<Signing>
  /** What was typed and chosen and not yet saved; it outlives a look at another screen. */
  readonly draft: Partial<ProvenanceSettings>
}

/** What is known about the signing of this computer. */
export const useSigning = create<SigningState>(() => ({
  signing: { status: 'loading' },
  draft: {},
}))
