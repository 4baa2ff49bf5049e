import { sentenceCased } from './letter-case.ts'
import { cardinal } from './number-words.ts'

const BOOKS =
  "Genesis|Exodus|Leviticus|Numbers|Deuteronomy|Joshua|Judges|Ruth|Samuel|Kings|Chronicles|Ezra|Nehemiah|Esther|Job|Psalms?|Proverbs|Ecclesiastes|Song of Songs|Isaiah|Jeremiah|Lamentations|Ezekiel|Daniel|Hosea|Joel|Amos|Obadiah|Jonah|Micah|Nahum|Habakkuk|Zephaniah|Haggai|Zechariah|Malachi|Matthew|Mark|Luke|John|Acts|Romans|Corinthians|Galatians|Ephesians|Philippians|Colossians|Thessalonians|Timothy|Titus|Philemon|Hebrews|James|Peter|Jude|Revelation|Surah|Sura|Quran|Qur'an"
const VERSE = new RegExp(
  `(?<!\\p{L})(?:([123]) )?(${BOOKS}|${BOOKS.toUpperCase()}|${BOOKS.toLowerCase()}) (\\d{1,3})(?::| : )(\\d{1,3})(?:\\s?[-–]\\s?(\\d{1,3}))?(?![\\p{L}\\d:]| ?[ap]\\.?m(?!\\p{L}))`,
  'gu',
)
/** Books that are no other word; the others have to be told from times and scores where they have no capital. */
const SMALL_BOOKS =
  /^(?:genesis|exodus|leviticus|deuteronomy|psalms?|proverbs|ecclesiastes|song of songs|isaiah|jeremiah|lamentations|ezekiel|hosea|obadiah|habakkuk|zephaniah|haggai|zechariah|malachi|romans|corinthians|galatians|ephesians|philippians|colossians|thessalonians|philemon|hebrews|revelation|surah?|quran|qur'an)$/
const NAMES_OF_BOOKS =
  /^(?:matthew|luke|john|samuel|chronicles|timothy|peter|daniel|joshua|nehemiah|micah|titus|jude|esther|ezra|joel|amos|jonah|nahum|james|mark|acts)$/
const CUE =
  /(?:^|[.!?;:\n] ?|(?<!\p{L})(?:read|reads|reading|in|from|says|see also|bible|scripture|verse|text|book of|gospel of|memory verse|anchor) )$/iu
const OF_THE_CLOCK =
  /^ (?:today|tomorrow|tonight|on|at|am|pm|sharp|prompt|works|for|till|to)(?!\p{L})/u
const SHORT_BOOKS: Readonly<Record<string, string>> = {
  Gen: 'Genesis',
  Exod: 'Exodus',
  Deut: 'Deuteronomy',
  Ps: 'Psalm',
  Prov: 'Proverbs',
  Isa: 'Isaiah',
  Jer: 'Jeremiah',
  Matt: 'Matthew',
  Rom: 'Romans',
  Cor: 'Corinthians',
  Gal: 'Galatians',
  Eph: 'Ephesians',
  Phil: 'Philippians',
  Col: 'Colossians',
  Thess: 'Thessalonians',
  Tim: 'Timothy',
  Heb: 'Hebrews',
  Jas: 'James',
  Pet: 'Peter',
  Rev: 'Revelation',
}
const SHORT_BOOK = new RegExp(
  `(?<!\\p{L})(${Object.keys(SHORT_BOOKS).join('|')})\\.? (?=\\d{1,3}:\\d)|(?<!\\p{L})(gen|exod|deut|prov|jer|rom|cor|gal|eph|thess|heb|(?<=[123] )(?:tim|pet)|ps(?= (?:2[5-9]|[3-9]\\d|1\\d\\d):))\\.? (?=\\d{1,3}:\\d)`,
  'gu',
)
const WHICH = ['', 'First ', 'Second ', 'Third ']

/** Chapter and verse: "1 John 3:16" → First John chapter three verse sixteen. */
export function readBible(text: string): string {
  const full = text.replace(SHORT_BOOK, (_, large?: string, small = '') => {
    return `${SHORT_BOOKS[large ?? sentenceCased(small)]} `
  })
  return full.replace(VERSE, (match: string, ...rest: unknown[]) => {
    const [which, book, chapter = '', from = '', to] = rest as (string | undefined)[]
    const [offset, whole] = rest.slice(5) as [number, string]
    if (
      /^\p{Ll}/u.test(book ?? '') &&
      !isVerse(rest as string[], whole.slice(0, offset), whole.slice(offset + match.length))
    )
      return match
    const verses = to ? `verses ${cardinal(from)} to ${cardinal(to)}` : `verse ${cardinal(from)}`
    const name = /\p{Lu}\p{Ll}/u.test(book ?? '') ? (book ?? '') : sentenceCased(book ?? '')
    const part = name.startsWith('Psalm') ? 'Psalm' : `${name} chapter`
    return `${WHICH[Number(which ?? 0)]}${part} ${cardinal(chapter)} ${verses}`
  })
}

/** Whether a book in small letters is one, and no friend who is met at that hour. */
function isVerse(
  [which, book = '', chapter, verse]: readonly string[],
  before: string,
  after: string,
): boolean {
  if (SMALL_BOOKS.test(book) || Number(chapter) > 24) return true
  if (verse === '00' || OF_THE_CLOCK.test(after)) return false
  // Friends meet at 3:15, not at 3:16.
  const isNoHour = Number(verse) % 5 !== 0
  return (
    NAMES_OF_BOOKS.test(book) && (which !== undefined || isNoHour || CUE.test(before.slice(-20)))
  )
}
