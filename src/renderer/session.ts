import { create } from 'zustand'
import { t } from '#renderer/i18n/i18n.ts'
import { requestProof } from './server-proof.ts'
import { errorMessage } from './ui/error-message.ts'

/**
 * Session of this browser. The secret is stored for this page's origin (scheme, host and port), which pages of other
 * programs on this computer cannot read. It is sent only in headers, and only to the server that issued it; `address`
 * is the address that this server gave for itself.
 */
export type BrowserSession =
  | { readonly status: 'signing-in' }
  | { readonly status: 'signed-in'; readonly secret: string; readonly address: string }
  | { readonly status: 'signed-out'; readonly problem?: string | undefined }

const signedOut = (): BrowserSession => ({
  status: 'signed-out',
  problem: t('app:signIn.ended'),
})
const STORAGE_KEY = 'griot.session'
const storage = openStorage()

export const useSession = create<BrowserSession>(() => readStoredSession())

/** Subprotocols for the WebSocket handshake, the only header that a browser lets a page set there. */
export function socketProtocols(secret: string): string[] {
  // The secret is base64url, so `btoa` can encode it.
  const encoded = btoa(secret).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return ['griot.v1', `bearer.${encoded}`]
}

/** Signs in with the token in the page's URL, if there is one, and removes it from the URL. */
export function signInFromUrl(): void {
  const token = /^#token=([\w-]+)$/.exec(window.location.hash)?.[1]
  if (token === undefined) return
  window.history.replaceState(undefined, '', window.location.pathname)
  const before = useSession.getState()
  setSession({ status: 'signing-in' })
  signIn({ link: token }, before).catch((error) =>
    setSession(
      before.status === 'signed-in'
        ? before
        : { status: 'signed-out', problem: errorMessage(error) },
    ),
  )
}

/** Signs in with an API key. Rejects with a message for the user. */
export async function signInWithKey(key: string): Promise<void> {
  await signIn({ key }, { status: 'signed-out' })
}

/** Checks whether the server still knows this browser. Changes nothing if it cannot be reached. */
export async function checkSession(): Promise<void> {
  const before = useSession.getState()
  if (before.status !== 'signed-in') return
  const response = await fetchSignedIn('/studio/session').catch(() => undefined)
  if (response?.status !== 401 || useSession.getState() !== before) return
  storage?.removeItem(STORAGE_KEY)
  setSession(signedOut())
}

/** Sends a request with this browser's session. Rejects if another program answers at the address. */
export async function fetchSignedIn(path: string, init: RequestInit = {}): Promise<Response> {
  const session = useSession.getState()
  if (session.status === 'signed-in' && !(await isKnownServer()))
    throw new Error(t('app:signIn.otherServer'))
  return fetch(path, { ...init, headers: { ...init.headers, ...authorizationHeader(session) } })
}

/**
 * Whether the server is the one that issued the session; no other one receives the secret. If it does not know this
 * browser, the page is signed out but keeps the secret, since another program may be answering for a while.
 */
export async function isKnownServer(): Promise<boolean> {
  const before = useSession.getState()
  if (before.status !== 'signed-in') return false
  const response = await requestProof(before).catch(() => 'unreachable')
  if (response === 'unknown-browser' && useSession.getState() === before) setSession(signedOut())
  return response === 'verified'
}

/** Follows sign-ins and sign-outs of other tabs. */
export function syncSessionAcrossTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY || key === null) setSession(readStoredSession())
  })
}

async function signIn(
  credentials: { link: string } | { key: string },
  before: BrowserSession,
): Promise<void> {
  const isKnown = before.status === 'signed-in' && (await requestProof(before)) === 'verified'
  const response = await fetch('/studio/sign-in', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(isKnown ? authorizationHeader(before) : {}),
    },
    body: JSON.stringify(credentials),
  })
  const body: SignInResponse = await response.json()
  if (!response.ok) throw new Error(body.detail)
  // Without a new session, the server recognised the one that this browser has.
  if (body.session === undefined) return setSession(before)
  const { session: secret, address = '' } = body
  storage?.setItem(STORAGE_KEY, `${secret}@${address}`)
  setSession({ status: 'signed-in', secret, address })
}

interface SignInResponse {
  readonly session?: string
  readonly address?: string
  readonly detail?: string
}

function authorizationHeader(session: BrowserSession): Record<string, string> {
  return session.status === 'signed-in' ? { authorization: `Bearer ${session.secret}` } : {}
}

function readStoredSession(): BrowserSession {
  const [, secret, address] = /^([\w-]+)@(.+)$/.exec(storage?.getItem(STORAGE_KEY) ?? '') ?? []
  return secret === undefined || address === undefined
    ? { status: 'signed-out' }
    : { status: 'signed-in', secret, address }
}

/** Local storage; undefined if the browser disables it, in which case only this tab is signed in. */
function openStorage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

function setSession(session: BrowserSession): void {
  useSession.setState(session, true)
}
