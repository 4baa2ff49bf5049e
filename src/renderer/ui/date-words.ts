/** A time as people of this system write it: the day, and hours and minutes. `iso`: ISO 8601. */
export function dateWords(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}
