const LINK = /!?\[([^[\]\n]{1,300})\]\((?:[^\s()]{1,1000})\)/g
const TAG =
  /<\/?(?:a|b|i|u|p|br|hr|em|strong|small|sub|sup|span|div|ul|ol|li|code|pre|h[1-6]|blockquote)(?:\s[^<>\n]{0,300})?\/?>/gi
/** "<note>…</note>", "<gap/>": whatever its name, what is closed is a tag. */
const CLOSED = /<\/([a-z][\w:-]{0,30})\s?>|<([a-z][\w:-]{0,30})(?:\s[^<>\n]{0,300})?\/>/gi
const ANY_TAG = /<\/?([a-z][\w:-]{0,30})(?:[\s=][^<>\n]{0,300})?\/?>/gi
/** "<name>": a word that is to be filled in. */
const ANGLES = /(?<![^\s("'])<(\p{L}[\p{L}\d_-]{0,40})>(?![^\s.,;:!?)"'])/gu
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&nbsp;': ' ',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&rsquo;': "'",
  '&ndash;': '–',
  '&mdash;': '—',
  '&hellip;': '…',
}
const ENTITY = new RegExp(Object.keys(ENTITIES).join('|'), 'g')
const HEADING = /^[ ]*#{1,6} +/gm
const QUOTED = /^[ ]*(?:> ?)+(?![\d=.$£€₦-]| ?\d)/gm
const BULLET = /^[ ]*(?:[-*+•‣◦▪●○■□◆▶–—✓✔✗☐☑·∙⁃]|\[[ xX]\]) +(?:\[[ xX]\] )?/gm
const NUMBERED = /^[ ]*\(?(\d{1,3})(?:[.)]|\)) +(?=\S)(?!\d{3})/gm
const LETTERED = /^[ ]*\(?([a-zA-Z])\) +(?=\S)/gm
const SMALL_ROMAN = /^[ ]*\(?([ivx]{1,5})[.)] +(?=\S)/gm
const SECOND_ROMAN = /^[ ]*\(?ii[.)] /m
const ROMAN_ITEMS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']
const RULE = /^[ ]*[-*_=~+#.·•]{3,}[ ]*$/gm
const EMPHASIS = /\*\*|__|~~|`+|(?<![\p{L}\d*])\*(?=[\p{L}"'])|(?<=[\p{L}.,!?"'])\*(?![\p{L}\d*])/gu

/** Plain lines from text with markup: no tags, bullets or emphasis; the number of a list item is kept, with a break. */
export function dropMarkup(text: string): string {
  const closed = new Set(
    [...text.matchAll(CLOSED)].map(([, name, own]) => (name ?? own ?? '').toLowerCase()),
  )
  const hasSecondItem = SECOND_ROMAN.test(text)
  return text
    .replace(/(?<=\p{L})`(?=\p{L})/gu, "'")
    .replace(LINK, '$1')
    .replace(TAG, ' ')
    .replace(ANY_TAG, (tag, name: string) => (closed.has(name.toLowerCase()) ? ' ' : tag))
    .replace(ANGLES, ' $1')
    .replace(ENTITY, (entity) => ENTITIES[entity] ?? entity)
    .replace(RULE, '')
    .replace(QUOTED, '')
    .replace(HEADING, '')
    .replace(BULLET, '')
    .replace(NUMBERED, '$1, ')
    .replace(SMALL_ROMAN, (match: string, numeral: string) => {
      const value = ROMAN_ITEMS.indexOf(numeral) + 1
      return value === 0 || (numeral.length === 1 && !hasSecondItem) ? match : `${value}, `
    })
    .replace(LETTERED, (_, letter: string) => `${letter.toUpperCase()}, `)
    .replace(EMPHASIS, '')
}
