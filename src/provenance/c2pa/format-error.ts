/**
 * Thrown for bytes that violate their format. It never leaves this folder: the verifier makes a verdict of it, the signer
 * an AppError.
 */
export class FormatError extends Error {
  override readonly name = 'FormatError'
}

/** Throws `FormatError` with `message` unless `condition` holds. */
export function expectThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw new FormatError(message)
}
