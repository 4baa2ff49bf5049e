import { call } from '#renderer/client.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { load } from '#renderer/ui/loadable.ts'
import type { ProvenanceSettings } from '#shared/provenance.ts'
import { type Signing, useSigning } from './signing-store.ts'

/** Look at everything that signing knows. */
export async function loadSigning(): Promise<void> {
  await load(fetchSigning, (signing) => useSigning.setState({ signing }))
}

async function fetchSigning(): Promise<Signing> {
  const [settings, preview, certificate, trusted] = await Promise.all([
    call('provenance.settings', {}),
    call('provenance.preview', {}),
    call('provenance.certificate', {}),
    call('provenance.trusted', {}),
  ])
  return { settings, preview, certificate, trusted }
}

/** Keep what was decided. Rejects with what is wrong, in words; then nothing was changed. */
export async function saveSettings(settings: ProvenanceSettings): Promise<void> {
  const saved = await call('provenance.change', settings)
  const preview = await call('provenance.preview', {})
  updateSigning({ settings: saved, preview })
  announce('Saved. It counts for every file from now on.')
}

/** A new key and certificate. Rejects with what is wrong, in words; then the old ones stay. */
export async function rotateKey(): Promise<void> {
  const certificate = await call('provenance.rotate', {})
  updateSigning({ certificate, preview: await call('provenance.preview', {}) })
  announce('New files are signed with a new key.')
}

/** Believe the signers of a certificate (PEM) from now on. Rejects with what is wrong, in words. */
export async function trustCertificate(pem: string): Promise<void> {
  updateSigning({ trusted: await call('provenance.trust', { pem }) })
  announce('The certificate was added.')
}

/** No longer believe the signers of a certificate. Rejects with what is wrong, in words. */
export async function distrustCertificate(id: number): Promise<void> {
  await call('provenance.distrust', { id })
  updateSigning({ trusted: await call('provenance.trusted', {}) })
  announce('The certificate was removed.')
}

function updateSigning(change: Partial<Signing>): void {
  const { signing } = useSigning.getState()
  if (signing.status !== 'loaded') return
  useSigning.setState({ signing: { status: 'loaded', value: { ...signing.value, ...change } } })
}
