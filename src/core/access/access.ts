import type { Caller } from './caller.ts'

/** Who may come in. */
export interface Access {
  /** Who a bearer token stands for. Throws AppError('access/refused') in words. Compares in constant time. */
  authenticate(token: string): Promise<Caller>
  /** Made at the very first start, otherwise undefined. Shown once and stored only as a hash. */
  readonly first: string | undefined
}
