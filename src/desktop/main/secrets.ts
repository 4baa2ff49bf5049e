import { safeStorage } from 'electron'

/**
 * Whether this system keeps secrets for its user. Chromium's `basic_text` on Linux without a keyring only disguises
 * them with a password that everybody knows.
 */
export async function canSeal(): Promise<boolean> {
  const hidesOnly =
    process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'
  return !hidesOnly && (await safeStorage.isAsyncEncryptionAvailable())
}

/** Seals a secret with a key that the system keeps for this user; answers in base64. Throws where it refuses. */
export async function seal(plain: string): Promise<string> {
  return (await safeStorage.encryptStringAsync(plain)).toString('base64')
}

/** Opens what was sealed, given in base64. Throws where the system refuses. */
export async function openSealed(sealed: string): Promise<string> {
  return (await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'))).result
}
