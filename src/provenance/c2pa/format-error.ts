/**
 * Bytes that are not what their format promises. It never leaves this folder: the verifier turns it into a verdict,
 * the signer into an AppError.
 */
export class FormatError extends Error {
  override readonly name = 'Unreadable'
}

/** Throws `Unreadable` with `message` unless `condition` holds. */
export function expectThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw new FormatError(message)
}
