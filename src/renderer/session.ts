import { create } from 'zustand'
import { t } from '#renderer/i18n/i18n.ts'
import { importServerKey, makeBrowserKey, requestCredential } from './session-credential.ts'
import {
  onStoredSessionChange,
  readStoredSession,
  removeStoredSession,
  type StoredSession,
  storeSession,
} from './session-store.ts'
import { errorMessage } from './ui/error-message.ts'

/** Session of this browser. `signing-in`: also while what is stored is being read. */
export type BrowserSession =
  | { readonly status: 'signing-in' }
  | { readonly status: 'signed-in'; readonly stored: StoredSession }
  | { readonly status: 'signed-out'; readonly problem?: string | undefined }

const signedOut = (): BrowserSession => ({
  status: 'signed-out',
  problem: t('app:signIn.ended'),
})

export const useSession = create<BrowserSession>(() => ({ status: 'signing-in' }))

/** Reads the stored session, or signs in with the token in the page's URL if there is one. */
export async function startSession(): Promise<void> {
  // The token leaves the URL at once.
  const token = takeTokenFromUrl()
  onStoredSessionChange(() => void loadStoredSession())
  await loadStoredSession()
  if (token !== undefined) await signInWithLink(token)
}

/** Signs in with the token in the page's URL, if there is one, and removes it from the URL. */
export async function signInFromUrl(): Promise<void> {
  const token = takeTokenFromUrl()
  if (token !== undefined) await signInWithLink(token)
}

/** Signs in with an API key. Rejects with a message for the user. */
export async function signInWithKey(key: string): Promise<void> {
  await signIn({ key }, { status: 'signed-out' })
}

/**
 * Checks whether the server still knows this browser. Changes nothing if it cannot be reached. 403: only this node of a service
 * cannot let it in, so the session stays stored.
 */
export async function checkSession(): Promise<void> {
  const before = useSession.getState()
  if (before.status !== 'signed-in') return
  const response = await fetchSignedIn('/studio/session').catch(() => undefined)
  const isRefused = response?.status === 401 || response?.status === 403
  if (!isRefused || useSession.getState() !== before) return
  setSession(signedOut())
  if (response.status === 401) await removeStoredSession()
}

/** Sends a request with this browser's session. Rejects if another program answers at the address. */
export async function fetchSignedIn(path: string, init: RequestInit = {}): Promise<Response> {
  const isSignedIn = useSession.getState().status === 'signed-in'
  const bearer = await requestBearer()
  if (isSignedIn && bearer === undefined) throw new Error(t('app:signIn.otherServer'))
  return fetch(path, {
    ...init,
    cache: 'no-store',
    headers: { ...init.headers, ...authorizationHeader(bearer) },
  })
}

/** Subprotocols for one WebSocket handshake; undefined if this browser is signed out or another program answers. */
export async function requestSocketProtocols(): Promise<string[] | undefined> {
  const bearer = await requestBearer()
  if (bearer === undefined) return undefined
  // What is encoded is ASCII, which `btoa` takes.
  const encoded = btoa(bearer).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return ['griot.v1', `bearer.${encoded}`]
}

/**
 * What this browser shows with one request, if the server is the one that signed it in. If the server does not know this browser,
 * the page is signed out but keeps the session, since another program may be answering for a while.
 */
async function requestBearer(): Promise<string | undefined> {
  const before = useSession.getState()
  if (before.status !== 'signed-in') return undefined
  const credential = await requestCredential(before.stored).catch(() => undefined)
  if (credential?.status === 'unknown-browser' && useSession.getState() === before)
    setSession(signedOut())
  return credential?.status === 'verified' ? credential.bearer : undefined
}

function takeTokenFromUrl(): string | undefined {
  const token = /^#token=([\w-]+)$/.exec(window.location.hash)?.[1]
  if (token !== undefined) window.history.replaceState(undefined, '', window.location.pathname)
  return token
}

async function loadStoredSession(): Promise<void> {
  const before = useSession.getState()
  const stored = await readStoredSession()
  if (useSession.getState() !== before) return
  setSession(stored ? { status: 'signed-in', stored } : { status: 'signed-out' })
}

async function signInWithLink(token: string): Promise<void> {
  const before = useSession.getState()
  setSession({ status: 'signing-in' })
  try {
    await signIn({ link: token }, before)
  } catch (error) {
    setSession(
      before.status === 'signed-in'
        ? before
        : { status: 'signed-out', problem: errorMessage(error) },
    )
  }
}

async function signIn(
  credentials: { link: string } | { key: string },
  before: BrowserSession,
): Promise<void> {
  const credential =
    before.status === 'signed-in'
      ? await requestCredential(before.stored).catch(() => undefined)
      : undefined
  const bearer = credential?.status === 'verified' ? credential.bearer : undefined
  // A new pair each time: what is stored may come from another program that had this address.
  const pair = await makeBrowserKey()
  const response = await fetch('/studio/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorizationHeader(bearer) },
    body: JSON.stringify({ ...credentials, publicKey: pair?.publicKey }),
  })
  const body: SignInResponse = await response.json()
  if (!response.ok) throw new Error(body.detail)
  const { session: secret, browser, serverKey } = body
  if (secret !== undefined) return keepSession({ secret })
  // Without a new session, the server recognised the one that this browser has.
  if (!pair || browser === undefined || serverKey === undefined) return setSession(before)
  const { privateKey } = pair
  await keepSession({ browser, privateKey, serverKey: await importServerKey(serverKey) })
}

interface SignInResponse {
  readonly session?: string
  readonly browser?: string
  readonly serverKey?: string
  readonly detail?: string
}

async function keepSession(stored: StoredSession): Promise<void> {
  await storeSession(stored)
  setSession({ status: 'signed-in', stored })
}

function authorizationHeader(bearer: string | undefined): Record<string, string> {
  return bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
}

function setSession(session: BrowserSession): void {
  useSession.setState(session, true)
}
