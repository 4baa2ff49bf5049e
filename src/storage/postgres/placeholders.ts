/**
 * SQL with `$1`, `$2`, … for PostgreSQL in place of the `?` of the row stores, and with its own function for the texts of a JSON
 * list. A question mark in a quoted string stays as it is.
 */
export function numbered(sql: string): string {
  let count = 0
  return sql.replace(/'(?:[^']|'')*'|json_each\(\?\)|\?/g, (found) => {
    if (found.startsWith("'")) return found
    const place = `$${++count}`
    return found === '?' ? place : `json_array_elements_text(${place}::json)`
  })
}
