import { create } from 'zustand'
import type { Loadable } from '#renderer/ui/loadable.ts'
import type { Output } from '#shared/api.ts'
import type { ProvenanceSettings } from '#shared/provenance.ts'

/** Settings, preview and certificates that the owner sees and changes. */
export interface Signing {
  readonly settings: ProvenanceSettings
  readonly preview: Output<'provenance.preview'>
  readonly certificate: Output<'provenance.certificate'>
  readonly trusted: Output<'provenance.trusted'>
}

interface SigningState {
  readonly signing: Loadable<Signing>
  /** Edited settings that are not saved; kept while another screen is open. */
  readonly draft: Partial<ProvenanceSettings>
}

/** State of signing on this computer. */
export const useSigning = create<SigningState>(() => ({
  signing: { status: 'loading' },
  draft: {},
}))
