import { call } from '#renderer/client.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { load } from '#renderer/ui/loadable.ts'
import type { CreatedToken, KeyDraft, KeyRecord } from '#shared/access.ts'
import { type Browser, useApi } from './api-store.ts'

/** Where the API answers and how the engine is. */
export async function loadAbout(): Promise<void> {
  await load(
    () => call('app.about', {}),
    (about) => useApi.setState({ about }),
  )
}

/** Every token there is, ended ones too. */
export async function loadTokens(): Promise<void> {
  await load(
    () => call('keys.list', {}),
    (tokens) => useApi.setState({ tokens }),
  )
}

/** The first key was drawn where somebody reads it. */
export async function markFirstKeyShown(): Promise<void> {
  // Where that is not heard, a key that nobody has used is made anew at the next start.
  await call('keys.shown', {}).catch(() => undefined)
}

/** Which browsers are signed in to the studio. */
export async function loadBrowsers(): Promise<void> {
  await load(
    () => call('browsers.list', {}),
    (browsers) => useApi.setState({ browsers }),
  )
}

/** Rejects with what is wrong, in words. The connection of this very browser ends with it. */
export async function signOut({ id, name, isThis }: Browser): Promise<void> {
  await call('browsers.signOut', { id })
  if (isThis) return
  announce(`${name} is signed out.`)
  await loadBrowsers()
}

/** Rejects with what is wrong, in words. */
export async function signOutOthers(): Promise<void> {
  const { signedOut } = await call('browsers.signOutOthers', {})
  announce(
    signedOut === 1
      ? 'One other browser is signed out.'
      : `${signedOut} other browsers are signed out.`,
  )
  await loadBrowsers()
}

/** What was decided for the studio's account. */
export async function loadSettings(): Promise<void> {
  await load(
    () => call('account.settings', {}),
    (settings) => useApi.setState({ settings }),
  )
}

/** Rejects with what is wrong, in words. */
export async function createKey(draft: KeyDraft): Promise<CreatedToken> {
  const created = await call('keys.create', draft)
  const { token, record } = created
  useApi.setState((state) => ({ createdKeys: [...state.createdKeys, { token, id: record.id }] }))
  await loadTokens()
  return created
}

/** A token for somebody who may only speak, for so many seconds. Rejects with what is wrong, in words. */
export async function createGuest(ttlSeconds: number): Promise<CreatedToken> {
  const created = await call('guests.create', { ttlSeconds })
  await loadTokens()
  return created
}

/** Ends a token for good. Rejects with what is wrong, in words. */
export async function revoke(record: KeyRecord): Promise<void> {
  const { notice } = await call('keys.revoke', { id: record.id })
  announce(`${record.name} is revoked. ${notice ?? ''}`)
  await loadTokens()
}

/** Rejects with what is wrong, in words; then nothing was changed. */
export async function changeKeepAudio(keepAudio: boolean): Promise<void> {
  const value = await call('account.change', { keepAudio })
  useApi.setState({ settings: { status: 'loaded', value: value } })
  announce(keepAudio ? 'Generated audio is kept in your files.' : 'Generated audio is not kept.')
}
