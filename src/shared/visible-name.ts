/** Signs of format that are drawn: the Arabic, Syriac and Kaithi ones that number or end what follows. */
const DRAWN = '\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}'
/** Zero width non-joiner and joiner. */
const JOINERS = '\u200c\u200d'
/** Controls, what breaks lines, and halves of pairs: a space stands for them. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu
/** Marks of direction, of no width, soft hyphens, tags, and letters that are drawn as nothing. */
const UNSEEN = new RegExp(
  `[[\\p{Cf}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u3164\\uffa0]--[${DRAWN}${JOINERS}]]+`,
  'gv',
)
/**
 * A joiner shapes the letters of Persian, of Indian scripts and the parts of an emoji: between two of these it stays.
 * Latin, Ethiopic and other letters that never join are the same with it and without.
 */
const JOINED = '[\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}]'
const UNJOINED = '[\\p{Script=Latin}\\p{Script=Ethiopic}\\p{Script=Greek}\\p{Script=Cyrillic}]'
const LOOSE_JOINER = new RegExp(
  `(?<!(?!${UNJOINED})${JOINED})[${JOINERS}]+|[${JOINERS}]+(?!(?!${UNJOINED})${JOINED})|(?<=[${JOINERS}])[${JOINERS}]+`,
  'gu',
)

/**
 * A name as it may be shown, and given to a file: without marks that turn the direction of what is read ("exe.3pm" that
 * looks like "mp3.exe"), without controls and all else that nobody sees; joiners stay where a script needs them.
 * @example `visibleName('news\u202e3pm.exe')` is `'news3pm.exe'`.
 */
export function visibleName(name: string): string {
  return name.replace(BREAKS, ' ').replace(UNSEEN, '').replace(LOOSE_JOINER, '')
}
