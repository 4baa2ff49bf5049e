/** How a language says where a verse stands. */
export interface VerseWords {
  /** Names of the books of the Bible, as sources of regular expressions. */
  readonly books: readonly string[]
  /** Words that mean a chapter themselves, and how the number follows each. */
  readonly chapterWords: Readonly<Record<string, (number: string) => string>>
  /** "3" → chapter three, after the name of a book. */
  readonly chapter: (number: string) => string
  /** "16" → verse sixteen. */
  readonly verse: (number: string) => string
  /** A number that follows "to": the last of several verses. */
  readonly lastVerse: (number: string) => string
  /** What behind the figures says that they are a time, as source of a regular expression. */
  readonly times: string
}

/**
 * A reader of chapter and verse, before their colon is taken for that of a clock: "Yohanna 3:16". Elsewhere the text stays as it
 * is.
 */
export function verseReader({
  books,
  chapterWords,
  chapter,
  verse,
  lastVerse,
  times,
}: VerseWords): (text: string) => string {
  const words = Object.keys(chapterWords)
  const names = [...books, ...words].sort((a, b) => b.length - a.length).join('|')
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{M}])([በየከለ]?)(${names})\\.? (\\d{1,3}) ?: ?(\\d{1,3})(?: ?[-–] ?(\\d{1,3}))?(?![\\d:])(?! ?(?:${times}))`,
    'giu',
  )
  return (text) =>
    text.replace(pattern, (_, ...parts: [string, string, string, string, string?]) => {
      const [prefix, book, first, from, last] = parts
      const after = chapterWords[book.toLowerCase()]
      const place = after ? after(first) : chapter(first)
      const verses = `${verse(from)}${last === undefined ? '' : ` ${lastVerse(last)}`}`
      return `${prefix}${book} ${place}, ${verses}`
    })
}
