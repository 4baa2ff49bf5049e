import { safeStorage } from 'electron'

/**
 * Whether this system can encrypt secrets for its user. Chromium's `basic_text`, used on Linux without a keyring, only
 * obfuscates them with a fixed, public password.
 */
export async function canEncrypt(): Promise<boolean> {
  const isOnlyObfuscated =
    process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'
  return !isOnlyObfuscated && (await safeStorage.isAsyncEncryptionAvailable())
}

/** Encrypts a secret with a key that the system keeps for this user; returns base64. Throws if the keyring refuses. */
export async function encrypt(plain: string): Promise<string> {
  return (await safeStorage.encryptStringAsync(plain)).toString('base64')
}

/** Decrypts base64 from `encrypt`. Throws if the keyring refuses. */
export async function decrypt(encrypted: string): Promise<string> {
  return (await safeStorage.decryptStringAsync(Buffer.from(encrypted, 'base64'))).result
}
