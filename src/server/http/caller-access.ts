import type { Caller } from '#app/access/caller.ts'
import type { Scope } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'

/** Who may do something: callers whose token has the scope, and guests if they may at all. */
export interface CallerAccess {
  /** Left out: any token will do. */
  readonly scope?: Scope | undefined
  readonly guests: boolean
}

/** Throws AppError('access/forbidden') where a caller's token lacks a scope, or is one of a guest. */
export function requireAccess(
  { kind, scopes }: Pick<Caller, 'kind' | 'scopes'>,
  { scope, guests }: CallerAccess,
): void {
  if (kind === 'guest' && !guests)
    throw new AppError(
      'access/forbidden',
      'A guest token may speak with system voices and work on texts, nothing else. Use an API key.',
    )
  if (scope && !scopes.has(scope))
    throw new AppError(
      'access/forbidden',
      `This token may not do that: it lacks the scope "${scope}". Use a key that has it.`,
    )
}
