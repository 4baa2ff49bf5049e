import { anyCase } from '#speech/languages/common/any-case.ts'
import {
  DOTTED_FORMS,
  SHORT_FORMS,
  TITLES,
  TITLES_WITHOUT_STOP,
  WITHOUT_STOP,
} from './abbreviation-table.ts'
import { asWritten } from './letter-case.ts'
import { readRanks } from './ranks.ts'
import { readReferenceLabels } from './reference-labels.ts'
import { sentenceMayEnd } from './sentence-start.ts'

/** Names behind "St". */
export const SAINTS =
  'Mary|John|Paul|Pauls|Peter|Patrick|Louis|Lucia|Kitts|Petersburg|Andrew|George|Thomas|James|Gregory|Nicholas|Finbarr|Finbar|Saviour|Jude|Agnes|Anthony|Augustine|Francis|Joseph|Michael|Martin|Stephen|Theresa|Teresa|Catherine|Vincent|Helena|Helens|Mark|Luke|Matthew|Matthias|Dominic|Benedict|Charles|Leo|Bernard|Clair|Xavier|Tropez|Moritz|David|Philip|Anne|Ann|Monica|Rita|Mulumba|Kizito|Simon|Barnabas|Bartholomew|Albans|Lawrence'
const SAINT = new RegExp(`(?<!\\p{L})St\\.? (?=(?:${SAINTS})(?!\\p{Ll}))`, 'gu')
const SAINT_OR_STREET = /(?<!\p{L})St(\.?)(?![\p{L}'])( \p{Lu})?/gu
const STREET_BEFORE = /(?:(?:\p{Lu}[\p{L}']+|\d(?:st|nd|rd|th)|first|second|third|\p{Ll}+th)) $/u
const NOT_STREET_BEFORE =
  /(?:^|[^\p{L}])(?:The|At|In|Near|From|To|And|Of|On|For|By|With|Visit|See|Our|Old|New|Saint|Feast|Dear) $/u
const DRIVE = /(?<=\p{Lu}\p{Ll}{2,20} )Dr(?:\.?(?= ?[,;])|(?=\.?$))/gmu

const TITLE = new RegExp(
  `(?<!\\p{L}'?)(${Object.keys(TITLES).join('|')})\\.(?=-\\p{Lu}| ?(?:[\\p{Lu}(]|& |and |or )|(?<=\\(\\p{L}{1,7}\\.)\\))`,
  'gu',
)
const BARE_TITLE = new RegExp(`(?<![\\p{L}'-])(${TITLES_WITHOUT_STOP.join('|')})(?= \\p{Lu})`, 'gu')
/** "Gen Bako"; a generation has a letter or a name of its own. */
const BARE_GENERAL =
  /(?<![\p{L}'-]|(?:Doctor|Mister|Missus|Miz|Professor) )Gen(?= (?!Alpha|Beta|Con|Xer|Next|Zer)\p{Lu}\p{Ll})/gu
/** "Chief (Mrs) Ade" */
const BRACKETED_TITLE = new RegExp(`(?<=\\()(${TITLES_WITHOUT_STOP.join('|')})(?=\\))`, 'gu')
/** "mr. Ade": as people type it. */
const SMALL_TITLE = /(?<![\p{L}'’.-])(mr|mrs|ms|dr|prof|engr|barr|capt|sgt)\. ?(?=\p{Lu}\p{Ll})/gu
const SENIOR_SISTER = /(?<!\p{L})Sr\. (?=\p{Lu})/gu
const SHORT_FORM = new RegExp(
  `(?<![\\p{L}'\\-@])(?=\\p{L})(${anyCase(
    Object.keys(SHORT_FORMS)
      .sort((a, b) => b.length - a.length)
      .join('|'),
  )})\\.(?!\\p{L})`,
  'gu',
)
/** Also whole words: only an abbreviation before a figure, a name or another abbreviation, not at a sentence's end. */
const ALSO_WORDS = new Set([
  'art',
  'ref',
  'max',
  'min',
  'co',
  'ed',
  'temp',
  'pop',
  'ext',
  'fig',
  'para',
  'est',
  'dir',
  'exec',
  'sec',
  'ch',
  'cont',
  'prob',
  'sch',
  'rd',
  'inc',
  'corp',
  'bal',
  'dist',
  'esp',
  'admin',
  'anon',
  'lit',
  'inst',
  'nr',
  'opp',
  'pron',
  'wt',
])
const BARE = new RegExp(
  `(?<![\\p{L}\\d'/@-])(${Object.keys(WITHOUT_STOP)
    .sort((a, b) => b.length - a.length)
    .join('|')})(?![\\p{L}\\d'@])`,
  'gu',
)
const NUMBER_BEFORE_FIGURE = /(?<!\p{L})[Nn](?:o|r)(s?)(?:\.? ?(?=\d)|\. (?=[A-Z]{1,5}[-/]?\d))/gu
const PAGES =
  /(?<!\p{L})(?:(pp?|pgs?)\. ?|(pp) ?)(?=\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty)(?!\p{L}))/gu
const POSTBOX = /(?<!\p{L})P\.? ?O\.? ?B(?:ox|\.)(?!\p{L})/gu
const KILOMETRE_MARK =
  /(?<!\p{L})(?:Km|KM|(?<!\d ?|\) ?|(?:per|hundred|thousand|million) )km(?=\.? ))\.? ?(?=\d)/gu
const ABOUT = /(?<![\p{L}\d)]|\d )~ ?(?=[\d$£€₦])/gu

/** "lat. 6°27′N, long. 3°24′E", "Lat: 6.45, Lon: 3.39" */
const LATITUDE = /(?<!\p{L})[Ll]at(?:\.:?|:)? ?(?=[-−+]?\d{1,2}(?:\.\d{1,8})?(?:°|, ?[Ll]on))/gu
const LONGITUDE = /(?<!\p{L})[Ll]ong?(?:\.:?|:)? ?(?=[-−+]?\d{1,3}(?:\.\d{1,8}|°|\.\d{1,8}°))/gu

/** "2nd ed. London", "rev. ed." */
const EDITION = /(?<=\d(?:st|nd|rd|th) )edn?\.(?=,|\)| |$)|(?<!\p{L})([Rr]ev\. )ed\./gmu
/** "Obi (ed.)", "Obi, ed." */
const EDITOR = /(?<=\p{Lu}\p{L}{1,20},? \(|\p{Lu}\p{L}{1,20}, )ed(s?)\.(?=\)|,)/gu

/** Abbreviations that decide how the figure after them is read, so they come before the numbers. */
export function readNumberLabels(text: string): string {
  return readReferenceLabels(text)
    .replace(POSTBOX, 'PO Box')
    .replace(NUMBER_BEFORE_FIGURE, (match: string, many: string) => {
      // "no 5" may be "no" and a five; with a capital or a stop it is a number.
      return /^n/.test(match) && !match.includes('.') ? match : `number${many} `
    })
    .replace(PAGES, (_, page?: string) => (/^pg?$/.test(page ?? 'pp') ? 'page ' : 'pages '))
    .replace(
      /(?<!\p{L})Mk\.? ?(?=\d|(?:one|two|three|four|five|six|seven|eight|nine|ten)(?!\p{L}))/gu,
      'Mark ',
    )
    .replace(KILOMETRE_MARK, 'kilometre ')
    .replace(/(?<!\p{L})[Ff]ig(s?)\.? ?(?=\d)/gu, 'figure$1 ')
    .replace(/(?<!\p{L})(?:Ch|ch|Chap|chap)\. ?(?=\d)/gu, 'chapter ')
    .replace(/(?<!\p{L})(?:Vol|vol)\.? ?(?=\d)/gu, 'volume ')
    .replace(/§§ ?/g, 'sections ')
    .replace(/¶¶ ?/g, 'paragraphs ')
    .replace(/(?<![\p{L}\d.])(?:[Ss]ec|[Ss]s?)\. ?(?=\d)|§ ?/gu, 'section ')
    .replace(/(?<!\p{L})(?:Art|art)\. ?(?=\d)/gu, 'article ')
    .replace(/(?<!\p{L})[Ee]q(s?)\. ?(?=\(?\d)/gu, 'equation$1 ')
    .replace(/(?<!\p{L})vv\. ?(?=\d)/gu, 'verses ')
    .replace(/(?<!\p{L})(?:Rm|rm)\.? ?(?=\d)/gu, 'room ')
    .replace(/(?<!\p{L})[Ee]xt\.? ?(?=\d)/gu, 'extension ')
    .replace(LATITUDE, 'latitude ')
    .replace(LONGITUDE, 'longitude ')
    .replace(EDITION, (_, revised?: string) => (revised ? 'revised edition' : 'edition'))
    .replace(EDITOR, (_, many: string) => `editor${many}`)
    .replace(ABOUT, 'about ')
}

/** Abbreviations in full: "Dr. Smith" → Doctor Smith, "Broad St." → Broad Street, "etc." → et cetera. A stop stays where it ends the sentence. */
export function readAbbreviations(text: string): string {
  const dotted = DOTTED_FORMS.reduce(
    (rest, [pattern, spoken]) => rest.replace(pattern, spoken),
    readRanks(text),
  )
  return dotted
    .replace(SAINT, 'Saint ')
    .replace(SAINT_OR_STREET, readSaintOrStreet)
    .replace(DRIVE, 'Drive')
    .replace(SENIOR_SISTER, (match: string, offset: number, whole: string) => {
      return /\p{Lu}\p{Ll}+,? $/u.test(whole.slice(Math.max(0, offset - 20), offset))
        ? match
        : 'Sister '
    })
    .replace(TITLE, (_, title: string) => TITLES[title] ?? title)
    .replace(SMALL_TITLE, (match: string, title: string, offset: number, whole: string) => {
      if (sentenceMayEnd(whole, offset + title.length + 1)) return match
      return `${TITLES[`${title.charAt(0).toUpperCase()}${title.slice(1)}`]} `
    })
    .replace(BARE_TITLE, (_, title: string) => TITLES[title] ?? title)
    .replace(BARE_GENERAL, 'General')
    .replace(BRACKETED_TITLE, (title) => TITLES[title] ?? title)
    .replace(SHORT_FORM, readShortForm)
    .replace(BARE, (form: string) => WITHOUT_STOP[form] ?? form)
}

function readSaintOrStreet(match: string, ...parts: (string | number | undefined)[]): string {
  const [stop, name, offset, whole] = parts
  const start = Number(offset)
  const before = String(whole).slice(Math.max(0, start - 24), start)
  const follows = typeof name === 'string' ? name : ''
  if (STREET_BEFORE.test(before) && !NOT_STREET_BEFORE.test(before)) {
    const end = start + match.length - follows.length
    return `Street${stop && sentenceMayEnd(String(whole), end) ? '.' : ''}${follows}`
  }
  return follows === '' ? match : `Saint${follows}`
}

function readShortForm(match: string, form: string, offset: number, whole: string): string {
  const key = form.toLowerCase()
  const spoken = SHORT_FORMS[key]
  const end = offset + match.length
  const ends = sentenceMayEnd(whole, end)
  if (spoken === undefined || (ALSO_WORDS.has(key) && ends)) return inNames(match, form, ends)
  if (ALSO_WORDS.has(key) && /^[a-z]/.test(form) && /^\s+\p{Lu}/u.test(whole.slice(end, end + 3)))
    return match
  return `${asWritten(form, spoken)}${ends ? '.' : ''}`
}

/** "Acme Co." ends a sentence and is still a company; "Max." is a man. */
function inNames(match: string, form: string, ends: boolean): string {
  const spoken = /^(?:Co|Inc|Corp|Rd|Ext)$/.test(form) ? SHORT_FORMS[form.toLowerCase()] : undefined
  return spoken ? `${asWritten(form, spoken)}${ends ? '.' : ''}` : match
}
