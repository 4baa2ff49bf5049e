import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  X509Certificate,
} from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { findSecret, storeSecret } from '#storage/db/secrets.ts'
import type { RowDatabase } from '#storage/db/steps.ts'
import { certificatesIn } from './c2pa/signing-key.ts'
import { type CertificateIssuer, type IssuingRoot, makeIssuingRoot } from './c2pa/x509.ts'

const NAME = 'signing-root'
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
/** Salt, nonce and tag stand before the sealed text. */
const SIZES = { salt: 32, nonce: 12, tag: 16 } as const
const KEY = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n?/

/**
 * The root that issues the signing keys of all nodes of a service. It lies in their database, sealed with `secret` (AES-256-GCM, key by
 * HKDF with SHA-256, RFC 5869), and is made by the first node that signs; `issuer` gives its names. Loaded once. What it returns throws
 * AppError('sign/key') for another secret than the one it was sealed with, and what the database throws.
 */
export function issuingRootOf(
  database: Pick<RowDatabase, 'perform'>,
  secret: string,
  issuer: () => CertificateIssuer,
  now: () => Date,
): () => Promise<IssuingRoot> {
  let loaded: Promise<IssuingRoot> | undefined
  const load = async (): Promise<IssuingRoot> => {
    const known = await database.perform(() => findSecret(NAME))
    if (known) return opened(known, secret)
    const made = sealed(await makeIssuingRoot(issuer(), now()), secret)
    return opened(await database.perform(() => storeSecret(NAME, () => made)), secret)
  }
  return () => {
    loaded ??= load().catch((error) => {
      // A database that is gone for a moment is asked again.
      loaded = undefined
      throw error
    })
    return loaded
  }
}

function sealed({ root, privateKeyPem }: IssuingRoot, secret: string): Uint8Array {
  const [salt, nonce] = [randomBytes(SIZES.salt), randomBytes(SIZES.nonce)]
  const cipher = createCipheriv(CIPHER, keyOf(secret, salt), nonce)
  const text = `${privateKeyPem}${new X509Certificate(root).toString()}`
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), content])
}

function opened(bytes: Uint8Array, secret: string): IssuingRoot {
  try {
    const parts = Buffer.from(bytes)
    const salt = parts.subarray(0, SIZES.salt)
    const nonce = parts.subarray(SIZES.salt, SIZES.salt + SIZES.nonce)
    const head = SIZES.salt + SIZES.nonce + SIZES.tag
    const decipher = createDecipheriv(CIPHER, keyOf(secret, salt), nonce)
    decipher.setAuthTag(parts.subarray(SIZES.salt + SIZES.nonce, head))
    const text = Buffer.concat([decipher.update(parts.subarray(head)), decipher.final()]).toString()
    const [root] = certificatesIn(text)
    const privateKeyPem = KEY.exec(text)?.[0]
    if (root && privateKeyPem !== undefined) return { root, privateKeyPem }
  } catch {
    // The cause stays behind: what a parser says of a key might quote it.
  }
  throw new AppError(
    'sign/key',
    'The signing root of this service cannot be opened: it was sealed with another GRIOT_CLUSTER_SECRET. Give every node the secret that the service began with.',
  )
}

function keyOf(secret: string, salt: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, salt, 'griot signing root', KEY_BYTES))
}
