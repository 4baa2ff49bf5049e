/**
 * SQL with `$1`, `$2`, … for PostgreSQL in place of the `?` of the row stores. A question mark in a quoted string stays as it
 * is.
 */
export function numbered(sql: string): string {
  let count = 0
  return sql.replace(/'(?:[^']|'')*'|\?/g, (found) => (found === '?' ? `$${++count}` : found))
}
