/**
 * PostgreSQL keeps every character but U+0000, which SQLite keeps too, and which JSON and forms can carry. It is stored as
 * two characters of a private area, and so is the first of these two where a text has it: every text comes back as it was
 * given, and no two texts become one.
 */
const MARK = '\uF8FE'
const NUL = `${MARK}0`
const ITSELF = `${MARK}1`

/** A text as PostgreSQL stores it. */
export function toStored(text: string): string {
  if (!text.includes('\0') && !text.includes(MARK)) return text
  return text.replaceAll(MARK, ITSELF).replaceAll('\0', NUL)
}

/** A stored text as it was given. */
export function fromStored(text: string): string {
  if (!text.includes(MARK)) return text
  return text.replaceAll(/\uF8FE([01])/g, (_, which: string) => (which === '0' ? '\0' : MARK))
}

/** The texts of a JSON list (`listOf` of storage/db/steps.ts) as PostgreSQL stores them, in JSON. */
export function listToStored(json: string): string {
  // What JSON writes with an escape is rare: other lists stay as they are.
  if (!json.includes('\\u') && !json.includes(MARK)) return json
  const texts: unknown[] = JSON.parse(json)
  return JSON.stringify(
    texts.map((one) => (typeof one === 'string' ? toStored(one.toWellFormed()) : one)),
  )
}
