/**
 * Counts in SQL how many attempts at a chunk were lost: their program ended before it gave an answer. `unanswered` has what else was in work
 * when the last attempt began, and is NULL once that has an answer. Loss by loss it becomes likelier that the chunk itself ends programs,
 * above all if nothing else was in work (`lost_alone`).
 */

/** Begins an attempt, and counts the one before as lost if it has no answer. Its value: `companyOf`. */
export const BEGIN_COUNTED = `
  lost = lost + CASE WHEN unanswered IS NULL THEN 0 ELSE 1 END,
  lost_alone = lost_alone + CASE WHEN unanswered = 'alone' THEN 1 ELSE 0 END,
  unanswered = ?`

/** Notes that the last attempt has an answer. */
export const ANSWERED = 'unanswered = NULL'

/** Forgets all losses. */
export const NOTHING_LOST = `lost = 0, lost_alone = 0, ${ANSWERED}`

/** What `unanswered` says of an attempt that begins. */
export function companyOf(isAlone: boolean): 'alone' | 'beside' {
  return isAlone ? 'alone' : 'beside'
}
