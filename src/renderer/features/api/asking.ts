import { call } from '#renderer/client.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { load } from '#renderer/ui/loadable.ts'
import type { KeyDraft, KeyRecord, MadeToken } from '#shared/access.ts'
import { type Browser, useApi } from './api-store.ts'

/** Where the API answers and how the engine is. */
export async function askAbout(): Promise<void> {
  await load(
    () => call('app.about', {}),
    (about) => useApi.setState({ about }),
  )
}

/** Every token there is, ended ones too. */
export async function askTokens(): Promise<void> {
  await load(
    () => call('keys.list', {}),
    (tokens) => useApi.setState({ tokens }),
  )
}

/** The first key was drawn where somebody reads it. */
export async function tellFirstKeyShown(): Promise<void> {
  // Where that is not heard, a key that nobody has used is made anew at the next start.
  await call('keys.shown', {}).catch(() => undefined)
}

/** Which browsers are signed in to the studio. */
export async function askBrowsers(): Promise<void> {
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
  await askBrowsers()
}

/** Rejects with what is wrong, in words. */
export async function signOutOthers(): Promise<void> {
  const { signedOut } = await call('browsers.signOutOthers', {})
  announce(
    signedOut === 1
      ? 'One other browser is signed out.'
      : `${signedOut} other browsers are signed out.`,
  )
  await askBrowsers()
}

/** What was decided for the studio's account. */
export async function askSettings(): Promise<void> {
  await load(
    () => call('account.settings', {}),
    (settings) => useApi.setState({ settings }),
  )
}

/** Rejects with what is wrong, in words. */
export async function createKey(order: KeyDraft): Promise<MadeToken> {
  const made = await call('keys.create', order)
  const { token, record } = made
  useApi.setState((state) => ({ made: [...state.made, { token, id: record.id }] }))
  await askTokens()
  return made
}

/** A token for somebody who may only speak, for so many seconds. Rejects with what is wrong, in words. */
export async function createGuest(ttlSeconds: number): Promise<MadeToken> {
  const made = await call('guests.create', { ttlSeconds })
  await askTokens()
  return made
}

/** Ends a token for good. Rejects with what is wrong, in words. */
export async function revoke(record: KeyRecord): Promise<void> {
  const { notice } = await call('keys.revoke', { id: record.id })
  announce(`${record.name} is revoked. ${notice ?? ''}`)
  await askTokens()
}

/** Rejects with what is wrong, in words; then nothing was changed. */
export async function changeKeepAudio(keepAudio: boolean): Promise<void> {
  const answer = await call('account.change', { keepAudio })
  useApi.setState({ settings: { status: 'loaded', value: answer } })
  announce(keepAudio ? 'Generated audio is kept in your files.' : 'Generated audio is not kept.')
}
