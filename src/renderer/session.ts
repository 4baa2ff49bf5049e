import { create } from 'zustand'
import { askForProof } from './proof.ts'
import { reasonOf } from './ui/reason-of.ts'

/**
 * Whether this browser is signed in to the engine. The secret lies in the storage of this page's origin (scheme, host and
 * port), which no page of another program on this computer can read, and goes out in headers alone, to the engine that
 * signed it in: `address` is what that engine calls its own.
 */
export type Session =
  | { readonly status: 'signing-in' }
  | { readonly status: 'signed-in'; readonly secret: string; readonly address: string }
  | { readonly status: 'signed-out'; readonly problem?: string | undefined }

const NOT_ANY_MORE: Session = {
  status: 'signed-out',
  problem: 'This browser is not signed in any more.',
}
const KEY = 'griot.session'
const storage = openStorage()

export const useSession = create<Session>(() => fromStorage())

/** Subprotocols for the engine's socket: browsers send no other header of ours with a handshake. */
export function protocolsOf(secret: string): string[] {
  // The secret is base64url and so are letters of it: no character needs care.
  const encoded = btoa(secret).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return ['griot.v1', `bearer.${encoded}`]
}

/** Uses the link by which this page was opened, if it was, and takes its token out of the address. */
export function signInByAddress(): void {
  const token = /^#token=([\w-]+)$/.exec(window.location.hash)?.[1]
  if (token === undefined) return
  window.history.replaceState(undefined, '', window.location.pathname)
  const before = useSession.getState()
  become({ status: 'signing-in' })
  signIn({ link: token }, before).catch((error) =>
    become(
      before.status === 'signed-in' ? before : { status: 'signed-out', problem: reasonOf(error) },
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
  const answer = await fetchSignedIn('/studio/session').catch(() => undefined)
  if (answer?.status !== 401 || useSession.getState() !== before) return
  storage?.removeItem(KEY)
  become(NOT_ANY_MORE)
}

/** A request to the engine as this browser. Rejects where something else answers at its address. */
export async function fetchSignedIn(path: string, init: RequestInit = {}): Promise<Response> {
  const session = useSession.getState()
  if (session.status === 'signed-in' && !(await isTheEngine()))
    throw new Error('What answers at this address is not the Griot that signed this browser in.')
  return fetch(path, { ...init, headers: { ...init.headers, ...authorizationOf(session) } })
}

/**
 * Whether what answers is the engine that signed this browser in; nothing else is shown the secret. Where it does not know
 * this browser, the page is signed out, but keeps the secret: another program may say so as well, and be gone tomorrow.
 */
export async function isTheEngine(): Promise<boolean> {
  const before = useSession.getState()
  if (before.status !== 'signed-in') return false
  const answer = await askForProof(before).catch(() => 'nothing')
  if (answer === 'unknown' && useSession.getState() === before) become(NOT_ANY_MORE)
  return answer === 'proven'
}

/** Another tab has signed in or out. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) become(fromStorage())
  })
}

async function signIn(shown: { link: string } | { key: string }, before: Session): Promise<void> {
  const isKnown = before.status === 'signed-in' && (await askForProof(before)) === 'proven'
  const answer = await fetch('/studio/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(isKnown ? authorizationOf(before) : {}) },
    body: JSON.stringify(shown),
  })
  const said: Said = await answer.json()
  if (!answer.ok) throw new Error(said.detail)
  // Without a new one, the engine knows this browser by the secret that it has.
  if (said.session === undefined) return become(before)
  const { session: secret, address = '' } = said
  storage?.setItem(KEY, `${secret}@${address}`)
  become({ status: 'signed-in', secret, address })
}

interface Said {
  readonly session?: string
  readonly address?: string
  readonly detail?: string
}

function authorizationOf(session: Session): Record<string, string> {
  return session.status === 'signed-in' ? { authorization: `Bearer ${session.secret}` } : {}
}

function fromStorage(): Session {
  const [, secret, address] = /^([\w-]+)@(.+)$/.exec(storage?.getItem(KEY) ?? '') ?? []
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

function become(session: Session): void {
  useSession.setState(session, true)
}
