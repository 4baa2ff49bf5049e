import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { certificatesIn, type InstallationKey, localSigningKey } from './signing-key.ts'
import {
  type CertificateIssuer,
  type IssuedCertificates,
  type IssuingRoot,
  issueCertificates,
  issueFrom,
} from './x509.ts'

/** Encryption of the private key on the disk: Electron's safeStorage, or none. */
export interface KeyEncryption {
  encrypt(plain: string): Promise<Uint8Array>
  decrypt(encrypted: Uint8Array): Promise<string>
}

/** A key file without its private key. Certificates are DER. */
export interface KeyFile {
  readonly path: string
  readonly isEncrypted: boolean
  readonly leaf: Uint8Array
  readonly root: Uint8Array
}

/** Store of the key of this installation, in one file with its certificates, and of the roots of former keys. */
export interface KeyStore {
  /** Loads the key, and makes it at the first call ever. Throws AppError('sign/key'). */
  load(): Promise<InstallationKey>
  /** Roots (DER) of the present and of former keys, by which files made here are recognised. */
  roots(): Promise<readonly Uint8Array[]>
  /** Makes a new key, and a new root where none was given. Files that were signed before stay "made here". Throws AppError('sign/key'). */
  rotate(): Promise<InstallationKey>
}

export interface KeyStoreOptions {
  readonly folder: string
  readonly issuer: CertificateIssuer
  /** Root that issues the certificates of all nodes of a service. Left out: every key gets a root of its own, which issues no other. */
  readonly issuingRoot?: IssuingRoot | undefined
  readonly encryption: KeyEncryption | undefined
  readonly now: () => Date
}

const KEY_FILE = 'signing-key.pem'
/** Encrypted by the desktop app, which alone can decrypt it: other programs with the same folder sign with their own key. */
const ENCRYPTED_KEY_FILE = 'sealed-signing-key.pem'
const FORMER_FILE = 'former-roots.pem'
const OWNER_ONLY = 0o600
const ENCRYPTED = /-----BEGIN SEALED PRIVATE KEY-----\n([^-]+)-----END SEALED PRIVATE KEY-----/
const PLAIN = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/

/** Opens the key store of a folder, whose files their owner alone may read. Two processes that start at once agree on one key. */
export function createKeyStore(parts: KeyStoreOptions): KeyStore {
  const { folder } = parts
  const path = join(folder, fileFor(parts.encryption))
  const former = join(folder, FORMER_FILE)
  const { issuingRoot } = parts
  const issue = async (): Promise<string> => {
    const issued = issuingRoot
      ? await issueFrom(issuingRoot, parts.issuer, parts.now())
      : await issueCertificates(parts.issuer, parts.now())
    return bundle(issued, parts.encryption)
  }
  const load = async (): Promise<InstallationKey> => {
    const text = (await textAt(path)) ?? (await createOnce(path, await issue()))
    return ownKey(text, parts.encryption)
  }
  /** A new key, the root of the old one among the former ones. */
  const replaceKey = async ({ root }: InstallationKey): Promise<InstallationKey> => {
    const known = (await textAt(former)) ?? ''
    const pem = new X509Certificate(root).toString()
    // First the old root among the former ones, then the new key: a crash in between loses nothing.
    if (!known.includes(pem)) await replace(former, `${known}${pem}`)
    const text = await issue()
    await replace(path, text)
    return ownKey(text, parts.encryption)
  }
  return {
    async load() {
      const key = await load()
      // The folder has served another service, or a single computer.
      const isForeign = issuingRoot && Buffer.compare(key.root, issuingRoot.root) !== 0
      return isForeign ? replaceKey(key) : key
    },
    async roots() {
      await load()
      return knownRoots(folder)
    },
    rotate: async () => replaceKey(await load()),
  }
}

/** Lists the keys of a folder. Makes none and decrypts none. Throws AppError('sign/key'). */
export async function keyFiles(folder: string): Promise<readonly KeyFile[]> {
  const keys: KeyFile[] = []
  for (const name of [KEY_FILE, ENCRYPTED_KEY_FILE]) {
    const path = join(folder, name)
    const text = await textAt(path)
    if (text === undefined) continue
    const [leaf, root] = readable(text, name)
    if (!leaf || !root) throw unreadable(name)
    keys.push({ path, isEncrypted: name === ENCRYPTED_KEY_FILE, leaf, root })
  }
  return keys
}

/** Reads the roots (DER) of the present and former keys of a folder. Makes none. Throws AppError('sign/key'). */
export async function knownRoots(folder: string): Promise<readonly Uint8Array[]> {
  const former = await textAt(join(folder, FORMER_FILE))
  return [
    ...(await keyFiles(folder)).map(({ root }) => root),
    ...readable(former ?? '', FORMER_FILE),
  ]
}

function readable(text: string, name: string): Uint8Array[] {
  try {
    return certificatesIn(text)
  } catch {
    // The cause stays behind: the text holds a key.
    throw unreadable(name)
  }
}

async function bundle(
  { privateKeyPem, leaf, root }: IssuedCertificates,
  encryption: KeyEncryption | undefined,
): Promise<string> {
  const certificates = [leaf, root].map((der) => new X509Certificate(der).toString())
  const key = encryption ? await encrypted(privateKeyPem, encryption) : privateKeyPem
  return [key, ...certificates].join('')
}

async function encrypted(privateKeyPem: string, encryption: KeyEncryption): Promise<string> {
  const base64 = Buffer.from(await encryption.encrypt(privateKeyPem)).toString('base64')
  return `-----BEGIN SEALED PRIVATE KEY-----\n${base64}\n-----END SEALED PRIVATE KEY-----\n`
}

async function ownKey(
  text: string,
  encryption: KeyEncryption | undefined,
): Promise<InstallationKey> {
  const name = fileFor(encryption)
  try {
    const key = createPrivateKey(await privateKeyIn(text, encryption))
    const [leaf, root] = certificatesIn(text)
    if (!leaf || !root || !new X509Certificate(leaf).checkPrivateKey(key)) throw unreadable(name)
    return { ...localSigningKey(key, [leaf]), root }
  } catch (error) {
    // Any other cause stays behind: what a parser says of a key might quote it.
    throw error instanceof AppError ? error : unreadable(name)
  }
}

async function privateKeyIn(text: string, encryption: KeyEncryption | undefined): Promise<string> {
  const [, base64] = ENCRYPTED.exec(text) ?? []
  if (base64 === undefined) return PLAIN.exec(text)?.[0] ?? ''
  if (!encryption) throw unreadable(fileFor(encryption))
  return encryption.decrypt(Buffer.from(base64, 'base64'))
}

const fileFor = (encryption: KeyEncryption | undefined): string =>
  encryption ? ENCRYPTED_KEY_FILE : KEY_FILE

/** Tells the name and no path: callers from elsewhere hear it too. */
const unreadable = (name: string): AppError =>
  new AppError(
    'sign/key',
    `The signing key of this computer cannot be read. It may have been encrypted by the desktop app, or come from another computer. Move "${name}" out of the folder "provenance" of the data folder to have a new one made.`,
  )

async function textAt(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw notStored(error)
  }
}

/** Only one of several processes gets its file in; every one returns what is there then. */
async function createOnce(path: string, text: string): Promise<string> {
  const written = await writeBeside(path, text)
  try {
    await link(written, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
      throw notStored(error)
  } finally {
    await rm(written, { force: true })
  }
  return (await textAt(path)) ?? text
}

async function replace(path: string, text: string): Promise<void> {
  const written = await writeBeside(path, text)
  try {
    await rename(written, path)
  } catch (error) {
    await rm(written, { force: true })
    throw notStored(error)
  }
}

async function writeBeside(path: string, text: string): Promise<string> {
  const beside = join(dirname(path), `.griot-${randomBytes(8).toString('hex')}.part`)
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(beside, 'wx', OWNER_ONLY)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    return beside
  } catch (error) {
    await rm(beside, { force: true })
    throw notStored(error)
  }
}

/** System errors name the file and the call, never what was written. */
function notStored(error: unknown): AppError {
  const why = error instanceof Error ? error.message : String(error)
  return new AppError(
    'sign/key',
    `The folder of the signing key cannot be used (${why}). Check that you may write there and that the disk has room.`,
    error,
  )
}
