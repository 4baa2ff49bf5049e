import { call } from '#renderer/client.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { load } from '#renderer/ui/loadable.ts'
import type { ProvenanceSettings } from '#shared/provenance.ts'
import { type Signing, useSigning } from './signing-store.ts'

/** Loads everything about signing. */
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

/** Saves the settings. Rejects with a message for the user and changes nothing. */
export async function saveSettings(settings: ProvenanceSettings): Promise<void> {
  const saved = await call('provenance.change', settings)
  const preview = await call('provenance.preview', {})
  updateSigning({ settings: saved, preview })
  announce(t('verify:signing.saved'))
}

/** Creates a new key and certificate. Rejects with a message for the user and keeps the old ones. */
export async function rotateKey(): Promise<void> {
  const certificate = await call('provenance.rotate', {})
  updateSigning({ certificate, preview: await call('provenance.preview', {}) })
  announce(t('verify:rotate.done'))
}

/** Trusts the signers of a certificate (PEM) from now on. Rejects with a message for the user. */
export async function trustCertificate(pem: string): Promise<void> {
  updateSigning({ trusted: await call('provenance.trust', { pem }) })
  announce(t('verify:trust.added'))
}

/** Stops trusting the signers of a certificate. Rejects with a message for the user. */
export async function distrustCertificate(id: number): Promise<void> {
  await call('provenance.distrust', { id })
  updateSigning({ trusted: await call('provenance.trusted', {}) })
  announce(t('verify:trusted.removed'))
}

function updateSigning(change: Partial<Signing>): void {
  const { signing } = useSigning.getState()
  if (signing.status !== 'loaded') return
  useSigning.setState({ signing: { status: 'loaded', value: { ...signing.value, ...change } } })
}
