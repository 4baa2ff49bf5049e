import { call } from '#renderer/client.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { load } from '#renderer/ui/loadable.ts'
import type { CreatedToken, KeyDraft, KeyRecord } from '#shared/access.ts'
import { type Browser, useApi } from './api-store.ts'

/** Loads the address and the health of the API. */
export async function loadAbout(): Promise<void> {
  await load(
    () => call('app.about', {}),
    (about) => {
      // It is told only until it has been shown.
      const firstKey = about.status === 'loaded' ? about.value.firstKey : undefined
      useApi.setState({ about, ...(firstKey !== undefined && { firstKey }) })
    },
  )
}

/** Loads all tokens, expired and revoked ones too. */
export async function loadTokens(): Promise<void> {
  await load(
    () => call('keys.list', {}),
    (tokens) => useApi.setState({ tokens }),
  )
}

/** Tells the backend that the first key was shown. */
export async function markFirstKeyShown(): Promise<void> {
  // If this call fails, an unused first key is created again at the next start.
  await call('keys.shown', {}).catch(() => undefined)
}

/** Loads the browsers that are signed in to the studio. */
export async function loadBrowsers(): Promise<void> {
  await load(
    () => call('browsers.list', {}),
    (browsers) => useApi.setState({ browsers }),
  )
}

/** Signs a browser out. If it is this one, its connection ends too. Rejects with a message for the user. */
export async function signOut({ id, name, isThis }: Browser): Promise<void> {
  await call('browsers.signOut', { id })
  if (isThis) return
  announce(t('api:browsers.signedOut', { name }))
  await loadBrowsers()
}

/** Signs out every browser except this one. Rejects with a message for the user. */
export async function signOutOthers(): Promise<void> {
  const { signedOut } = await call('browsers.signOutOthers', {})
  announce(t('api:browsers.othersSignedOut', { count: signedOut }))
  await loadBrowsers()
}

/** Loads the settings of the studio's account. */
export async function loadSettings(): Promise<void> {
  await load(
    () => call('account.settings', {}),
    (settings) => useApi.setState({ settings }),
  )
}

/** Creates an API key. Rejects with a message for the user. */
export async function createKey(draft: KeyDraft): Promise<CreatedToken> {
  const created = await call('keys.create', draft)
  const { token, record } = created
  useApi.setState((state) => ({ createdKeys: [...state.createdKeys, { token, id: record.id }] }))
  await loadTokens()
  return created
}

/** Creates a guest token with a lifetime in seconds. Rejects with a message for the user. */
export async function createGuest(ttlSeconds: number): Promise<CreatedToken> {
  const created = await call('guests.create', { ttlSeconds })
  await loadTokens()
  return created
}

/** Revokes a token for good. Rejects with a message for the user. */
export async function revoke(record: KeyRecord): Promise<void> {
  const { notice } = await call('keys.revoke', { id: record.id })
  const { name } = record
  announce(
    notice === undefined
      ? t('api:revoke.done', { name })
      : t('api:revoke.doneWithNotice', { name, notice }),
  )
  await loadTokens()
}

/** Changes whether generated audio is kept. Rejects with a message for the user and changes nothing. */
export async function changeKeepAudio(keepAudio: boolean): Promise<void> {
  const value = await call('account.change', { keepAudio })
  useApi.setState({ settings: { status: 'loaded', value } })
  announce(keepAudio ? t('api:generated.kept') : t('api:generated.notKept'))
}
