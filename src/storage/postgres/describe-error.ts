import { AppError } from '#shared/errors.ts'

/** What a failed step means for its caller. */
export type Failure =
  /** Nothing was written; the same may succeed in a moment. */
  | 'again'
  /** The connection was lost: what was sent may have been done or not. */
  | 'unknown'
  /** It would fail again. */
  | 'final'

/** Codes of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html) after which nothing was written. */
const AGAIN =
  /^(40001|40P01|55P03|57014|57P01|57P02|57P03|53300|08001|08004|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** A connection that ended while an answer was awaited. */
const LOST = /^(08000|08003|08006|08007|ECONNRESET|EPIPE|ETIMEDOUT|ECONNABORTED)$/
/** pg says these in words alone. */
const LOST_WORDS =
  /Connection terminated|connection (?:error|was closed)|Query read timeout|not queryable|socket hang up/i
const NOT_CONNECTED_WORDS = /timeout exceeded when trying to connect|timeout expired/i

/** What the failure of a statement or of a connection means. */
export function failureOf(error: unknown): Failure {
  const code = codeOf(error)
  const words = error instanceof Error ? error.message : ''
  if (AGAIN.test(code) || NOT_CONNECTED_WORDS.test(words) || isConnecting(error)) return 'again'
  if (LOST.test(code) || LOST_WORDS.test(words)) return 'unknown'
  return 'final'
}

/** Whether the server could not be reached, or does not let anybody in now: it stops or starts. */
export function isConnectionLost(error: unknown): boolean {
  const failure = failureOf(error)
  return (
    failure === 'unknown' ||
    (failure === 'again' && !/^(40001|40P01|55P03|57014)$/.test(codeOf(error)))
  )
}

/** A failure of the database at `place` ("HOST:PORT/NAME") in words; what is wrong in our own SQL stays a bug. */
export function describePostgresError(error: unknown, place: string): unknown {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  // pg's own words where the server asks for a password and the address has none.
  if (error instanceof Error && error.message.startsWith('SASL:')) return refused(place, error)
  const advice = ADVICE.find(([pattern]) => pattern.test(code))
  if (advice)
    return new AppError(advice[1], `${advice[2].replace('%s', () => place)} (${code})`, error)
  const failure = failureOf(error)
  if (failure === 'again')
    return new AppError(
      'storage/busy',
      `The database ${place} does not answer. Check that PostgreSQL runs there and that the network reaches it. (${code || 'no answer'})`,
      error,
    )
  if (failure === 'unknown')
    return new AppError(
      'storage/failed',
      `The connection to the database ${place} broke while something was written: look whether it is there before you send it again.`,
      error,
    )
  return error
}

function refused(place: string, error: Error): AppError {
  return new AppError(
    'storage/failed',
    `The database ${place} asks for a password, and the address that starts with postgres:// has none that it takes.`,
    error,
  )
}

const ADVICE: readonly (readonly [RegExp, 'storage/failed' | 'storage/full', string])[] = [
  [
    /^(28P01|28000)$/,
    'storage/failed',
    'The database %s refuses this user or password. Check the address that starts with postgres://.',
  ],
  [
    /^3D000$/,
    'storage/failed',
    'There is no database %s. Create it ("createdb NAME"), or correct the address that starts with postgres://.',
  ],
  [
    /^(42501|25006)$/,
    'storage/failed',
    'The database %s does not let this user write. Grant it the rights to create and change tables.',
  ],
  [
    /^(53100|53200|54000)$/,
    'storage/full',
    'The database %s has no room left. Free some space on its disk and try again.',
  ],
]

/** Of several attempts to connect (one for each address of a host), Node reports all. */
function isConnecting(error: unknown): boolean {
  return error instanceof AggregateError && error.errors.every((one) => AGAIN.test(codeOf(one)))
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return ''
}
