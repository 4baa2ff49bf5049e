/** Wrong use of the command line: exit code 2. The message is a whole sentence that says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
