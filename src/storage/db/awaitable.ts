/** A value, or the promise of one: SQLite answers at once, PostgreSQL in its own time. `await` takes both. */
export type Awaitable<T> = T | Promise<T>
