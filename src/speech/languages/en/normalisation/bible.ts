import { eitherCase } from './letter-case.ts'
import { cardinal } from './number-words.ts'

const BOOKS =
  "Genesis|Exodus|Leviticus|Numbers|Deuteronomy|Joshua|Judges|Ruth|Samuel|Kings|Chronicles|Ezra|Nehemiah|Esther|Job|Psalms?|Proverbs|Ecclesiastes|Song of Songs|Isaiah|Jeremiah|Lamentations|Ezekiel|Daniel|Hosea|Joel|Amos|Obadiah|Jonah|Micah|Nahum|Habakkuk|Zephaniah|Haggai|Zechariah|Malachi|Matthew|Mark|Luke|John|Acts|Romans|Corinthians|Galatians|Ephesians|Philippians|Colossians|Thessalonians|Timothy|Titus|Philemon|Hebrews|James|Peter|Jude|Revelation|Surah|Sura|Quran|Qur'an"
const VERSE = new RegExp(
  `(?<!\\p{L})(?:([123]) )?(${BOOKS}|${BOOKS.toUpperCase()}|${BOOKS.toLowerCase()}) (\\d{1,3})(?::| : )(\\d{1,3})(?:\\s?[-–]\\s?(\\d{1,3}))?(?![\\d:])`,
  'gu',
)
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
  `(?<!\\p{L})(${eitherCase(Object.keys(SHORT_BOOKS))})\\.? (?=\\d{1,3}:\\d)`,
  'gu',
)
const WHICH = ['', 'First ', 'Second ', 'Third ']

/** Chapter and verse: "1 John 3:16" → First John chapter three verse sixteen. */
export function readBible(text: string): string {
  const full = text.replace(SHORT_BOOK, (_, book: string) => `${SHORT_BOOKS[titled(book)]} `)
  return full.replace(VERSE, (_, ...parts: string[]) => {
    const [which, book, chapter = '', from = '', to] = parts
    const verses = to ? `verses ${cardinal(from)} to ${cardinal(to)}` : `verse ${cardinal(from)}`
    const name = /\p{Lu}\p{Ll}/u.test(book ?? '') ? (book ?? '') : titled(book ?? '')
    const part = name.startsWith('Psalm') ? 'Psalm' : `${name} chapter`
    return `${WHICH[Number(which ?? 0)]}${part} ${cardinal(chapter)} ${verses}`
  })
}

function titled(book: string): string {
  return `${book.charAt(0).toUpperCase()}${book.slice(1).toLowerCase()}`
}
