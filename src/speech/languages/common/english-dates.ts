const MONTHS =
  'January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec'
const DECADE = /(?<![\p{L}\p{M}\d.,])((?:1\d|20)\d0)'?s(?![\p{L}\p{M}\d])/gu
const HYPHENS = new RegExp(`(?<![\\p{L}\\d-])(\\d{1,2})-(${MONTHS})-(\\d{4})(?![\\d-])`, 'gu')
const SHORT_BEFORE_DAY = new RegExp(`(?<!\\p{L})(${MONTHS})\\.(?= \\d)`, 'gu')

/**
 * Rewrites English dates as the rules of other languages expect them: "1990s" → 1990 (the s is not said), "5-May-2024"
 * → 5 May 2024, "Oct. 1" → Oct 1.
 * @example `plainEnglishDates('the 1990s, 5-May-2024')` is `'the 1990, 5 May 2024'`.
 */
export function plainEnglishDates(text: string): string {
  return text.replace(DECADE, '$1').replace(HYPHENS, '$1 $2 $3').replace(SHORT_BEFORE_DAY, '$1')
}
