/** Stored sign-in: the secret, and the address that the server gave for itself. */
interface StoredSession {
  readonly secret: string
  readonly address: string
}

/** `unknown-browser`: the server does not know this browser; `mismatch`: it cannot prove that it does. */
type ProofResult = 'verified' | 'unknown-browser' | 'mismatch'

const encoder = new TextEncoder()

/**
 * Asks the server at this page's address to prove that it knows the hash of the secret, without revealing either
 * (HMAC-SHA-256 over a nonce and its address). Web Crypto exists in secure contexts only, which includes 127.0.0.1.
 * Over plain HTTP from another machine, where the secret can be read on the way anyway, the server counts as verified.
 * Rejects if nothing answers.
 */
export async function requestProof({ secret, address }: StoredSession): Promise<ProofResult> {
  if (!window.isSecureContext) return 'verified'
  const hash = await sha256(secret)
  const nonce = base64(crypto.getRandomValues(new Uint8Array(32)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')
  const response = await fetch('/studio/prove', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: await sha256(`id${hash}`), nonce }),
  })
  if (response.status === 401) return 'unknown-browser'
  const { proof }: { readonly proof?: unknown } = await response.json()
  if (!response.ok || typeof proof !== 'string') return 'mismatch'
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(hash),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const signature = Uint8Array.from(atob(proof), (letter) => letter.charCodeAt(0))
  const signedText = encoder.encode(`${nonce} ${address}`)
  return (await crypto.subtle.verify('HMAC', key, signature, signedText)) ? 'verified' : 'mismatch'
}

async function sha256(text: string): Promise<string> {
  return base64(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))))
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
