import type { Caller } from '#app/access/caller.ts'
import type { Scope } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'

/** Who may do something: callers whose token has the scope, and guests if they may at all. */
export interface CallerAccess {
  /** Left out: any token will do. */
  readonly scope?: Scope | undefined
  readonly guests: boolean
}

type Token = Pick<Caller, 'kind' | 'scopes'>

/** Whether a caller's token has the scope, and is of nobody whom `access` leaves out. */
export function hasAccess({ kind, scopes }: Token, { scope, guests }: CallerAccess): boolean {
  return (guests || kind !== 'guest') && (!scope || scopes.has(scope))
}

/** Throws AppError('access/forbidden') where a caller's token lacks a scope, or is one of a guest. */
export function requireAccess(caller: Token, access: CallerAccess): void {
  if (hasAccess(caller, access)) return
  throw new AppError(
    'access/forbidden',
    caller.kind === 'guest' && !access.guests
      ? 'A guest token may speak with system voices and work on texts, nothing else. Use an API key.'
      : `This token may not do that: it lacks the scope "${access.scope}". Use a key that has it.`,
  )
}
