import type { KeySession, StoredSession } from './session-store.ts'

/**
 * `verified`: the server is the one that signed this browser in, and lets it in once for `bearer`. `unknown-browser`: the server
 * does not know this browser. `mismatch`: it cannot prove that it does.
 */
export type Credential =
  | { readonly status: 'verified'; readonly bearer: string }
  | { readonly status: 'unknown-browser' }
  | { readonly status: 'mismatch' }

/** Key pair of a browser that signs in. `publicKey` is in DER (SPKI) and base64url. */
export interface BrowserKey {
  readonly publicKey: string
  readonly privateKey: CryptoKey
}

const PAIR = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const
const encoder = new TextEncoder()

/** A new key pair, whose private key can be used but not read; undefined if there is no Web Crypto. */
export async function makeBrowserKey(): Promise<BrowserKey | undefined> {
  if (!window.isSecureContext) return undefined
  const { publicKey, privateKey } = await crypto.subtle.generateKey(PAIR, false, ['sign'])
  return { publicKey: base64url(await crypto.subtle.exportKey('spki', publicKey)), privateKey }
}

/** Public key of a server, of which each browser gets another one (SPKI, base64url). */
export function importServerKey(text: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('spki', bytesOf(text), PAIR, false, ['verify'])
}

/**
 * Asks the server at this page's address to prove that it signed this browser in, and signs its challenge. A secret is taken
 * as it is. Rejects if nothing answers.
 */
export async function requestCredential(session: StoredSession): Promise<Credential> {
  if ('secret' in session) return { status: 'verified', bearer: session.secret }
  const nonce = base64url(crypto.getRandomValues(new Uint8Array(32)).buffer)
  const response = await fetch('/studio/prove', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ browser: session.browser, nonce }),
  })
  if (response.status === 401) return { status: 'unknown-browser' }
  const answer: { readonly challenge?: unknown; readonly proof?: unknown } = await response.json()
  const { challenge, proof } = answer
  if (!response.ok || !isBase64url(challenge) || !isBase64url(proof)) return { status: 'mismatch' }
  const signedText = encoder.encode(`griot-server.${nonce}.${challenge}`)
  const isServer = await crypto.subtle.verify(
    SIGNATURE,
    session.serverKey,
    bytesOf(proof),
    signedText,
  )
  return isServer
    ? { status: 'verified', bearer: await answerTo(challenge, session) }
    : { status: 'mismatch' }
}

async function answerTo(challenge: string, { browser, privateKey }: KeySession): Promise<string> {
  const text = encoder.encode(`griot-browser.${challenge}`)
  const signature = await crypto.subtle.sign(SIGNATURE, privateKey, text)
  return `${browser}.${challenge}.${base64url(signature)}`
}

function isBase64url(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]+$/.test(value)
}

function base64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}
