import { statSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { Certificate } from '#shared/provenance.ts'
import type { SigningKeySettings } from './c2pa/key-settings.ts'
import { createKeyStore, type KeyFile, keyFiles } from './c2pa/key-store.ts'
import { readOperatorKey } from './c2pa/operator-key.ts'
import { certificateFromDer } from './trusted-certificates.ts'

/** A key that signs here. `origin` says in words whose it is. */
export interface ActiveKey {
  readonly origin: string
  readonly certificate: Certificate
}

const OTHERS = 0o077

/**
 * Lists the keys that sign here; an operator's key replaces all others. Makes none. Throws AppError('sign/key') with the
 * reason where one cannot be used: it is unreadable, out of date or readable by others.
 */
export async function activeKeys(
  home: string,
  settings: SigningKeySettings,
  now: Date,
): Promise<readonly ActiveKey[]> {
  const [operatorLeaf] = readOperatorKey(settings, now)?.chain ?? []
  if (operatorLeaf)
    return [{ origin: "the operator's", certificate: certificateFromDer(operatorLeaf) }]
  const folder = join(home, 'provenance')
  const keys = await keyFiles(folder)
  for (const key of keys) await check(key, folder, now)
  return keys.map(({ isEncrypted, leaf }) => ({
    origin: isEncrypted ? "the desktop app's, encrypted" : 'of this computer',
    certificate: certificateFromDer(leaf),
  }))
}

/** Checks dates and access rights, and that the key can be read. One that the desktop has encrypted is not decrypted. */
async function check(
  { path, isEncrypted, leaf }: KeyFile,
  folder: string,
  now: Date,
): Promise<void> {
  const { notBefore, notAfter } = certificateFromDer(leaf)
  if (now < new Date(notBefore) || now > new Date(notAfter))
    throw new AppError(
      'sign/key',
      `the certificate in ${path} is valid from ${notBefore} to ${notAfter}, and the clock of this computer says ${now.toISOString()}. Set the clock right, or have a new key made: griot provenance rotate-key --yes.`,
    )
  if (process.platform !== 'win32' && statSync(path).mode & OTHERS)
    throw new AppError(
      'sign/key',
      `other users of this computer can read ${path}. Take that right away (chmod 600), and have a new key made if they may have read it.`,
    )
  if (isEncrypted) return
  const issuer = { name: '', organisation: '' }
  await createKeyStore({ folder, issuer, encryption: undefined, now: () => now }).load()
}
