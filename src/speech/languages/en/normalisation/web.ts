import { spell } from './letters.ts'
import { cardinal, digitByDigit } from './number-words.ts'
import { isPronounceable } from './pronounceable.ts'

const SAFE_ENDINGS =
  'com|org|net|ng|gov|edu|info|biz|io|ai|app|dev|tech|africa|online|site|store|blog|news|xyz|co|uk|za|ke|gh|tv|fm|eu|de|fr|cn|jp|ca|au|us|et|me'
const FILE_ENDINGS =
  'pdf|docx?|xlsx?|pptx?|txt|csv|jpe?g|png|gif|mp3|mp4|wav|zip|html?|json|exe|js|ts|py|xml|md|apk|svg'
const SCHEME = /(?<![\p{L}\d])(?:https?|ftp):\/\/([^\s<>"'()[\]{}]{1,2000})/giu
const EMAIL =
  /(?<![\p{L}\d._%+@-])(?:mailto:)?([a-z\d._%+-]{1,64})@((?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24})(?![\p{L}\d@])/giu
const PATH = '(?:[:/][^\\s<>"\'()\\[\\]{}]{0,2000})?'
/** A name with a capital ("Amazon.com") is a site, too; a sentence that begins behind a stop has its capital there. */
const LABELS = '(?:[A-Za-z\\d-]{1,63}\\.){1,8}'
/** "Ada <ada@example.com>" */
const BRACKETED = /<((?:mailto:)?[^\s<>@]{1,64}@[^\s<>]{1,200}|https?:\/\/[^\s<>]{1,2000})>/giu
const BARE_SITE = new RegExp(
  `(?<![\\p{L}\\d.@/_-])((?:[Ww]{3}\\.${LABELS}[a-z]{2,24}|${LABELS}(?:${SAFE_ENDINGS}))(?![\\p{L}\\d@-])${PATH})`,
  'gu',
)
const SITE_IN_CAPITALS = new RegExp(
  `(?<![\\p{L}\\d.@/_-])((?:[A-Z\\d-]{2,63}\\.){1,8}(?:${SAFE_ENDINGS.toUpperCase()})(?![\\p{L}\\d@-]))`,
  'gu',
)
/** An ending that is no word of ours is one where a path follows: "bit.ly/2abc". */
const SHORT_LINK =
  /(?<![\p{L}\d.@/_-])((?:[a-z\d-]{2,63}\.){1,3}[a-z]{2,6}\/[A-Za-z\d][^\s<>"'()[\]{}]{0,2000})/gu
const LOCAL_HOST =
  /(?<![\p{L}\d.@/_-])(localhost|(?:\d{1,3}\.){3}\d{1,3}):(\d{2,5})(?![\p{L}\d.])/gu
/** "the .com boom", ".NET" */
const LONE_ENDING = new RegExp(
  `(?<![\\p{L}\\d.)\\]}"'!?])\\.(${SAFE_ENDINGS}|NET|COM|ORG|NG|${FILE_ENDINGS})(?![\\p{L}\\d.-])`,
  'gu',
)
const UNIX_PATH = /(?<![\p{L}\d/.:<])(~?(?:\/[\p{L}\d._-]{1,100}){2,20}\/?)(?![\p{L}\d/])/gu
const WINDOWS_PATH = /(?<![\p{L}\d])([A-Z]):((?:\\[\p{L}\d._ -]{0,80}[\p{L}\d._-]){1,20})\\?/gu
const FILE = new RegExp(
  `(?<![\\p{L}\\d.@/_-])([\\p{L}\\d][\\p{L}\\d_-]{0,60})\\.(${FILE_ENDINGS})(?![\\p{L}\\d@])`,
  'giu',
)
const HANDLE = /(?<![\p{L}\d@])@([\p{L}\d_]{1,60})/gu
const HASHTAG = /(?<![\p{L}\d&#])#(?=\d{0,30}[\p{L}_])([\p{L}\d_]{1,140})/gu
const SAID_ENDINGS = new Set([
  'com',
  'org',
  'net',
  'gov',
  'edu',
  'info',
  'biz',
  'app',
  'dev',
  'tech',
  'africa',
  'online',
  'site',
  'store',
  'blog',
  'news',
  'co',
  'gif',
  'zip',
  'doc',
])
/** A name without vowels is spelled; these short names are too. */
const SPELLED_LABELS = new Set([
  'ng',
  'uk',
  'io',
  'ai',
  'us',
  'eu',
  'au',
  'ca',
  'za',
  'ke',
  'tv',
  'de',
  'pdf',
  'exe',
  'api',
  'faq',
  'ui',
  'id',
])

/** Web and mail addresses, files, handles and hashtags, as a person reads them out: "info@griot.ng" → info at griot dot N G. */
export function readAddresses(text: string): string {
  return text
    .replace(BRACKETED, ' $1 ')
    .replace(EMAIL, (address: string, user: string, host: string) => {
      const isShouted = address === address.toUpperCase()
      const [name, place] = isShouted ? [user.toLowerCase(), host.toLowerCase()] : [user, host]
      return ` ${pieces(name)} at ${readHost(place)} `
    })
    .replace(SCHEME, (_, address: string) => readAddress(address))
    .replace(LOCAL_HOST, (_, host: string, port: string) => {
      const name = host.split('.').map((part) => (/\d/.test(part) ? digitByDigit(part) : part))
      return `${name.join(' dot ')} port ${digitByDigit(port)}`
    })
    .replace(BARE_SITE, (_, address: string) => readAddress(address))
    .replace(SITE_IN_CAPITALS, (_, address: string) => readAddress(address.toLowerCase()))
    .replace(SHORT_LINK, (_, address: string) => readAddress(address))
    .replace(UNIX_PATH, (_, path: string) => readPath(path))
    .replace(WINDOWS_PATH, (_, drive: string, path: string) => {
      return `${spell(drive)} colon${path
        .split('\\')
        .filter((step) => step !== '')
        .map((step) => ` backslash ${step.split(' ').map(pieces).join(' ')}`)
        .join('')}`
    })
    .replace(FILE, (_, name: string, ending: string) => `${pieces(name)} dot ${label(ending)}`)
    .replace(/(?<= dot \p{L}{2,12}) +(?='s(?!\p{L}))/gu, '')
    .replace(LONE_ENDING, (_, ending: string) => ` dot ${label(ending.toLowerCase())}`)
    .replace(HASHTAG, (_, tag: string) => `hashtag ${words(tag)}`)
    .replace(HANDLE, (_, name: string) => `at ${pieces(name)}`)
}

/** Queries that only tell a site where its readers come from. */
const TRACKING = /utm_|clid=|token|session|ref=/i

/** The host, the path and a query of at most 40 characters; a longer one and a mark after "#" are for machines and left out. */
function readAddress(written: string): string {
  const address = written.replace(/[.,;:!?]+$/, '')
  const after = written.slice(address.length)
  const [place = ''] = address.split(/[?#]/)
  const query = /^\?([^#]{1,40})(?:#|$)/.exec(address.slice(place.length))?.[1]
  const asked = query && !TRACKING.test(query) ? ` question mark ${pieces(decoded(query))}` : ''
  const [host = '', ...path] = place.replace(/^www\./i, '').split('/')
  const [name = '', port] = host.split(':')
  const steps = path.filter((step) => step !== '').map((step) => ` slash ${pieces(decoded(step))}`)
  return ` ${readHost(name)}${port ? ` port ${digitByDigit(port.replace(/\D/g, ''))}` : ''}${steps.join('')}${asked}${after} `
}

/** "/usr/bin" → slash usr slash bin. */
function readPath(path: string): string {
  const home = path.startsWith('~') ? 'tilde' : ''
  const steps = path
    .replace(/^~/, '')
    .split('/')
    .filter((step) => step !== '')
  return `${home}${steps.map((step) => ` slash ${pieces(step)}`).join('')}`
}

function decoded(step: string): string {
  return step.replace(/(?:%[\da-f]{2})+/gi, '-')
}

function readHost(host: string): string {
  return host.split('.').map(pieces).join(' dot ')
}

/** A name with its marks: "first.last-name" → first dot last dash name. */
function pieces(name: string): string {
  return name
    .split(/([.\-_+%~=&,:;@!*'])/)
    .map((piece) => MARKS[piece] ?? words(piece))
    .filter((piece) => piece !== '')
    .join(' ')
}

const MARKS: Readonly<Record<string, string>> = {
  '.': 'dot',
  '-': 'dash',
  _: 'underscore',
  '+': 'plus',
  '=': 'equals',
  '&': 'and',
  '@': 'at',
  '~': 'tilde',
}

/** A run of letters and digits as words: "EndSARS2020" → End SARS twenty twenty. */
function words(run: string): string {
  const parts = run.match(/\d+|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{L}+/gu) ?? []
  return parts.map((part) => (/\d/.test(part) ? number(part) : label(part))).join(' ')
}

function number(digits: string): string {
  if (/^20[1-9]\d$|^19\d\d$/.test(digits)) {
    return `${cardinal(digits.slice(0, 2))} ${digits.endsWith('00') ? 'hundred' : cardinal(digits.slice(2))}`
  }
  return digits.length <= 2 && !digits.startsWith('0') ? cardinal(digits) : digitByDigit(digits)
}

function label(name: string): string {
  if (name.length === 1) return spell(name)
  if (/^\p{Lu}+$/u.test(name)) return name
  const small = name.toLowerCase()
  if (SAID_ENDINGS.has(small)) return name
  const isSpelled =
    SPELLED_LABELS.has(small) ||
    (name.length <= 6 && !/[aeiouy]/.test(small)) ||
    (name.length <= 4 && !isPronounceable(small))
  return isSpelled ? spell(name) : name
}
