import { Decrypter, Encrypter } from 'age-encryption'
import { AppError } from '#shared/errors.ts'

/** First bytes of an encrypted backup (https://age-encryption.org/v1). */
export const AGE_HEAD = 'age-encryption.org/v1\n'

/** Bytes that "age" decrypts with the same passphrase. `workFactor`: of scrypt, as a power of two; left out: 18. */
export async function encrypted(
  bytes: ReadableStream<Uint8Array>,
  passphrase: string,
  workFactor?: number,
): Promise<ReadableStream<Uint8Array>> {
  const age = new Encrypter()
  age.setPassphrase(passphrase)
  if (workFactor !== undefined) age.setScryptWorkFactor(workFactor)
  return age.encrypt(bytes)
}

/** Decrypts a stream. Throws AppError('storage/failed') for another passphrase. */
export async function decrypted(
  bytes: ReadableStream<Uint8Array>,
  passphrase: string,
): Promise<ReadableStream<Uint8Array>> {
  const age = new Decrypter()
  age.addPassphrase(passphrase)
  try {
    return await age.decrypt(bytes)
  } catch (error) {
    throw new AppError(
      'storage/failed',
      'The backup cannot be opened with this passphrase. Check it for typos; nobody can open the backup without it.',
      error,
    )
  }
}
