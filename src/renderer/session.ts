import { create } from 'zustand'
import { requestProof } from './server-proof.ts'
import { errorMessage } from './ui/error-message.ts'

/**
 * Whether this browser is signed in to the engine. The secret lies in the storage of this page's origin (scheme, host and
 * port), which no page of another program on this computer can read, and goes out in headers alone, to the engine that
 * signed it in: `address` is what that engine calls its own.
 */
export type BrowserSession =
  | { readonly status: 'signing-in' }
  | { readonly status: 'signed-in'; readonly secret: string; readonly address: string }
  | { readonly status: 'signed-out'; readonly problem?: string | undefined }

const SIGNED_OUT: BrowserSession = {
  status: 'signed-out',
  problem: 'This browser is not signed in any more.',
}
const STORAGE_KEY = 'griot.session'
const storage = openStorage()

export const useSession = create<BrowserSession>(() => readStoredSession())

/** Subprotocols for the engine's socket: browsers send no other header of ours with a handshake. */
export function socketProtocols(secret: string): string[] {
  // The secret is base64url and so are letters of it: no character needs care.
  const encoded = btoa(secret).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return ['griot.v1', `bearer.${encoded}`]
}

/** Uses the link by which this page was opened, if it was, and takes its token out of the address. */
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

/** Rejects with what is wrong with the key, in words. */
export async function signInWithKey(key: string): Promise<void> {
  await signIn({ key }, { status: 'signed-out' })
}

/** Asks whether the engine still knows this browser. An engine that cannot be reached changes nothing. */
export async function checkSession(): Promise<void> {
  const before = useSession.getState()
  if (before.status !== 'signed-in') return
  const response = await fetchSignedIn('/studio/session').catch(() => undefined)
  if (response?.status !== 401 || useSession.getState() !== before) return
  storage?.removeItem(STORAGE_KEY)
  setSession(SIGNED_OUT)
}

/** A request to the engine as this browser. Rejects where something else answers at its address. */
export async function fetchSignedIn(path: string, init: RequestInit = {}): Promise<Response> {
  const session = useSession.getState()
  if (session.status === 'signed-in' && !(await isKnownServer()))
    throw new Error('What answers at this address is not the Griot that signed this browser in.')
  return fetch(path, { ...init, headers: { ...init.headers, ...authorizationHeader(session) } })
}

/**
 * Whether what answers is the engine that signed this browser in; nothing else is shown the secret. Where it does not know
 * this browser, the page is signed out, but keeps the secret: another program may say so as well, and be gone tomorrow.
 */
export async function isKnownServer(): Promise<boolean> {
  const before = useSession.getState()
  if (before.status !== 'signed-in') return false
  const response = await requestProof(before).catch(() => 'unreachable')
  if (response === 'unknown-browser' && useSession.getState() === before) setSession(SIGNED_OUT)
  return response === 'verified'
}

/** Another tab has signed in or out. */
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
  // Without a new one, the engine knows this browser by the secret that it has.
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

/** A browser that is set to store nothing throws here: then this tab alone is signed in, until it is closed. */
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
