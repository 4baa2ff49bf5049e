/** A statement of the row stores, as PostgreSQL is asked it. */
export interface Numbered {
  readonly sql: string
  /** Which of its values, from 0, are JSON lists. */
  readonly lists: ReadonlySet<number>
}

/**
 * SQL with `$1`, `$2`, … for PostgreSQL in place of the `?` of the row stores, and with its own function for the texts of a JSON
 * list. A question mark in a quoted string stays as it is.
 */
export function numbered(sql: string): Numbered {
  const lists = new Set<number>()
  let count = 0
  const text = sql.replace(/'(?:[^']|'')*'|json_each\(\?\)|\?/g, (found) => {
    if (found.startsWith("'")) return found
    const place = `$${++count}`
    if (found === '?') return place
    lists.add(count - 1)
    return `json_array_elements_text(${place}::json)`
  })
  return { sql: text, lists }
}
