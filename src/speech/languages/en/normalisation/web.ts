import { spell } from './letters.ts'
import { cardinal, digitByDigit } from './number-words.ts'
import { isPronounceable } from './pronounceable.ts'

const SAFE_ENDINGS =
  'com|org|net|ng|gov|edu|mil|info|biz|io|ai|app|dev|tech|africa|online|site|store|blog|news|xyz|co|uk|za|ke|gh|tv|fm|eu|de|fr|cn|jp|ca|au|us|et|me|museum|travel|mobi|aero|jobs|club|shop|media|agency|gg|ly|gl|rw|tz|ug|zm|zw|bw|na|cm|ci|sn|nz|ie|nl|ch|se|dk|fi|pl|cz|hu|ro|ru|ua|tr|il|br|mx|ar|kr|hk|sg|pk|lk|bd|th|vn|int|asia|gr|lt|lv|ee|bg|rs|hr|si|sk|cl|uy|ec|ve|cr|tw|kh|np|ir|iq|ae|qa|kw|jo|lb|eg|dz|tn|mu|mw|mz|ao|kz|uz|cy|mt|lu|li|mc|su|(?:co|org|net|gov|ac|nic)\\.(?:in|it|id|at|my)|gt|hn|sv|ni|pa|pe|py|bo|gq|tg|ne|bf|mg|mk|md|ba|ge|kg|tj|tm|mn|np|mm|ye|sy|af|ps|cc|ws|cat|pro|xxx|wiki|guru|ninja|nyc|tokyo|berlin|wales|scot|kiwi'
/** Endings that are words or short forms, too: only sites in small letters have them. */
const WORD_ENDINGS = 'in|it|es|be|at|pt|ph'
const FILE_ENDINGS =
  'pdf|docx?|xlsx?|pptx?|odt|rtf|epub|txt|csv|tsv|log|jpe?g|png|gif|bmp|tiff?|webp|psd|mp3|mp4|m4a|wav|ogg|flac|avi|mkv|mov|webm|heic|zip|rar|tar|gz|html?|css|php|aspx?|jsp|json|ya?ml|ini|exe|dll|bat|js|jsx|ts|tsx|py|cpp|java|rb|rs|sh|sql|xml|md|apk|iso|dmg|deb|rpm|svg'
/** What an address may have behind its host; brackets stand in pairs, as in "wiki/Lagos_(state)". */
const REST = '(?:[^\\s<>"()[\\]{}]|\\([^\\s<>"()[\\]{}]{0,80}\\))'
const SCHEME = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:https?|ftps?|sftp):|(?<![:/])(?=\\/\\/(?:[a-z\\d-]{1,63}\\.){1,5}[a-z]{2}))\\/\\/(${REST}{1,2000})`,
  'giu',
)
/** "http: //example.com", as text that was wrapped or taken apart has it. */
const SCHEME_APART =
  /(?<![\p{L}\d])(https?|ftps?)(?: ?: ?\/ ?\/ ?|\/\/)(?=[\p{L}\d-]{1,63}\.[\p{L}\d])/giu
/** "www. example.com" */
const WWW_APART = /(?<![\p{L}\d.])www\. (?=[a-z\d-]{2,63}\.[a-z]{2})/gu
/** "informationhttp://example.com", "example.comRead more": text of a page whose pieces were run together. */
const RUN_TOGETHER =
  /(?<=\p{Ll}{3})(?=https?:\/\/)|(?=\p{Lu}\p{Ll})(?<=(?<![\p{L}\d@/])[A-Za-z\d-]{3,40}\.(?:com|org|net)|\/[a-z\d_-]{1,60}\.(?:html?|php|aspx?|cfm|pdf))/gu
/** Punctuation that follows an address and is no part of it. */
const END_MARKS = /[.,;:!?'’]+$/
/** "irc://…", "ssh://…": schemes that are no page's are said. */
const OTHER_SCHEME = new RegExp(
  `(?<![\\p{L}\\d+.-])([a-z][a-z\\d+.-]{1,15}):\\/\\/(?=[\\p{L}\\d])(${REST}{1,2000})`,
  'gu',
)
const FILE_SCHEME = new RegExp(`(?<![\\p{L}\\d])file:\\/\\/(\\/${REST}{1,500})`, 'giu')
const EMAIL =
  /(?<![\p{L}\d._%+@-]|:\/\/[^\s/]{0,60})(?:mailto:)?([a-z\d._%+'-]{1,64})@((?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24})(?![\p{L}\d@])((?:\/|\?(?=[a-z]+=)|:(?=[\w-]{1,40}\/))[^\s<>"()[\]{}]{1,500})?/giu
const PATH = `(?:[:/]${REST}{0,2000}|[?#](?=[A-Za-z\\d])${REST}{1,2000})?`
/** A name with a capital ("Amazon.com") is a site, too; a sentence that begins behind a stop has its capital there. */
const LABELS = '(?:[A-Za-z\\d-]{1,63}\\.){1,8}'
/** "Ada <ada@example.com>" */
const BRACKETED =
  /<((?:mailto:)?[^\s<>@]{1,64}@[^\s<>]{1,200}|https?:\/\/[^\s<>]{1,2000}|www\.[^\s<>]{1,2000})>/giu
/** "Elpais.es", "(Vg.no)": behind a name with a capital such endings are those of a country where no sentence goes on. */
const CAPITAL_SITE =
  /(?<![\p{L}\d.@/_-])([A-Z][A-Za-z\d-]{1,40}\.(?:(?:es|it|pt|ph)(?= \p{Ll}| \()|(?:es|it|pt|ph|no|is|be|at|in)(?=[),;:]|['’]s(?!\p{L})|\.?(?:\s*$|"))))(?![\p{L}\d@-]|\.\p{L}{2})/gmu
const BARE_SITE = new RegExp(
  `(?<![\\p{L}\\d.@/_-])((?:[Ww]{3}\\.${LABELS}[a-z]{2,24}|${LABELS}(?:${SAFE_ENDINGS})|(?:[a-z\\d-]{3,63}\\.){1,3}(?:${WORD_ENDINGS}))(?![\\p{L}\\d@-]|\\.\\p{L}{2})${PATH})`,
  'gu',
)
/** "Overstock.Com", "EXAMPLE.COM" */
const SITE_IN_CAPITALS = new RegExp(
  `(?<![\\p{L}\\d.@/_-])((?:[A-Z\\d-]{2,63}\\.){1,8}(?:${SAFE_ENDINGS.toUpperCase()})|(?:[A-Z][A-Za-z\\d-]{2,63}\\.){1,8}(?:Com|COM|Org|ORG|Net|NET))(?![\\p{L}\\d@-])`,
  'gu',
)
/** An ending that is no word of ours is one where a path follows: "bit.ly/2abc". */
const SHORT_LINK =
  /(?<![\p{L}\d.@/_-])((?:[a-z\d-]{2,63}\.){1,3}[a-z]{2,6}\/[A-Za-z\d][^\s<>"'()[\]{}]{0,2000})/gu
const LOCAL_HOST =
  /(?<![\p{L}\d.@/_-])(localhost|(?:\d{1,3}\.){3}\d{1,3}):(\d{2,5})((?:\/[\p{L}\d._-]{1,60}){0,8}(?<!\.))(?![\p{L}\d]|\.\d)/gu
/** "doi:10.1000/182": the name of a paper. */
const DOI = /(?<!\p{L})(?:doi|DOI)(:? ?)(10\.\d{4,9})\/([\w.;()/:-]{1,100}[\w)])/gu
/** "2001:db8::1", "fe80::1" */
const IPV6 =
  /(?<![\p{L}\d:.])(?=[\da-f:]{0,39}(?:::|(?::[\da-f]{1,4}){7}))(?=[\da-f:]{0,39}\d)(?:[\da-f]{1,4}(?::{1,2}[\da-f]{1,4}){1,7}|::[\da-f]{1,4}(?::[\da-f]{1,4}){0,6})(?![\p{L}\d:])/giu
/** "00:1B:44:11:3A:B7": the address of a network card. */
const CARD_ADDRESS =
  /(?<![\p{L}\d:])(?=[\da-f:]{0,16}[a-f])[\da-f]{2}(?::[\da-f]{2}){5}(?![\p{L}\d:])/giu
/** "0x1F" */
const HEXADECIMAL = /(?<![\p{L}\d.])0x[\da-f]{1,16}(?![\p{L}\d])/giu
/** "src/index.ts", "./run.sh", "../a/b.txt", "~/.bashrc" */
const RELATIVE_PATH = new RegExp(
  `(?<![\\p{L}\\d/.:<~_-])((?:(?:~|\\.{1,2})\\/)?(?:[\\p{L}\\d._-]{1,60}\\/){1,12}[\\p{L}\\d_-][\\p{L}\\d._-]{0,60}\\.(?:${FILE_ENDINGS})|(?:~|\\.{1,2})\\/[\\p{L}\\d._-]{1,60}(?<=[\\p{L}\\d]))(?![\\p{L}\\d@/])`,
  'gu',
)
/** "the .com boom", ".NET" */
const LONE_ENDING = new RegExp(
  `(?<![\\p{L}\\d.)\\]}"'!?])\\.(?:(com|co|org|net|gov|edu|ac|go)\\.)?(${SAFE_ENDINGS}|NET|COM|ORG|NG|${FILE_ENDINGS})(?![\\p{L}\\d-]|\\.[\\p{L}\\d])`,
  'gu',
)
/** ".gitignore", ".bashrc": files that are not shown. */
const HIDDEN_FILE =
  /(?<![\p{L}\d.)\]}"'!?/])\.(?=(?:git(?:ignore|attributes|modules)?|env|htaccess|ssh|profile|dockerignore|editorconfig|[a-z]{1,10}rc)(?![\p{L}\d]))/gu
/** Words that begin a sentence whose space and capital were forgotten: "he came.then he left". */
const BEGINNINGS =
  'and|but|or|so|then|he|she|it|we|they|you|the|this|that|these|those|there|if|when|while|after|before|because|in|on|at|for|from|with|by|to|what|why|how|who|where|is|are|was|were|will|can|could|should|do|does|did|has|have|had|no|not|yes|all|some|now|today|please|let|here|also|my|his|her|our|your|its|as|an|one|just|only|even|still|dem|na|wetin|una|abeg|make'
/** "node.path", "foo.bar-baz": names with a stop inside, not abbreviations and not sentences without a space. */
const DOTTED_NAME = new RegExp(
  `(?<![\\p{L}\\d.@/_'-])((?!(?:sq|cu|etc|vs|no|approx|dept|cf|al|figs?|mr|mrs|ms|dr|st|ave|inc|ltd|co|vol|pp|eds?|est|govt|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)\\.)[a-z][a-z\\d_-]{1,40}(?:\\.(?!(?:${BEGINNINGS})(?![a-z\\d_-]))[a-z][a-z\\d_-]{1,40}){1,4}(?![\\p{L}\\d@'_-]|\\.\\p{L})${PATH})`,
  'gu',
)
const UNIX_PATH = /(?<![\p{L}\d/.:<])(~?(?:\/[\p{L}\d._-]{1,100}){2,20}\/?)(?![\p{L}\d/])/gu
/** "text/html": the kind of a file (RFC 6838). */
const MEDIA_TYPE =
  /(?<=(?<![\p{L}\d/.])(?:application|text|image|audio|video|multipart|font))\/(?=(?:x-)?(?:json|html|plain|css|csv|xml|javascript|pdf|zip|png|jpe?g|gif|svg|webp|mp[34]|mpeg|ogg|wav|webm|octet|form|mixed|woff2?)(?!\p{L}))/gu
/** "r/Nigeria": a room of a forum. */
const FORUM = /(?<=(?<![\p{L}\d/.])[ru])\/(?=[A-Za-z][A-Za-z\d_]{3,30}(?![\p{L}\d/]))/gu
const WINDOWS_PATH = /(?<![\p{L}\d])([A-Z]):((?:\\[\p{L}\d._ -]{0,80}[\p{L}\d._-]){1,20})\\?/gu
const FILE = new RegExp(
  `(?<![\\p{L}\\d.@/_-])([\\p{L}\\d][\\p{L}\\d_-]{0,60}(?:\\.[\\p{L}\\d_-]{1,30}){0,3})\\.(${FILE_ENDINGS})(\\?[\\w-]{1,40}=[\\w%&=.+-]{0,200}(?<![.]))?(?:#([\\w-]{1,60}))?(?![\\p{L}\\d@])`,
  'giu',
)
/** "\\\\server\\share" */
const SHARE = /(?<![\p{L}\d\\])\\\\[\p{L}\d._-]{1,60}(?:\\[\p{L}\d._$-]{1,60}){1,12}/gu
/** "stdio.h", "main.c": endings of one letter, behind a name in small letters. */
const SOURCE_FILE =
  /(?<![\p{L}\d.@/_'-])(?!etc\.)([a-z_][a-z\d_]{2,40})\.([cho])(?![\p{L}\d.@'_-])/gu
const HANDLE = new RegExp(
  `(?<![\\p{L}\\d@])@([\\p{L}\\d_]{1,60}(?:\\.(?!(?:${BEGINNINGS})(?![a-z\\d_]))[\\p{Ll}\\d_]{1,60}){0,4})`,
  'gu',
)
const HASHTAG =
  /(?<![\p{L}\d&#])#(?=\d{0,30}[\p{L}_])(?!\d{1,4}\p{L}?(?![\p{L}\d_])|\p{Lu}{1,4}-?\d)([\p{L}\d_]{1,140})/gu
/** "#topic#" */
const TAG_IN_HASHES = /(?<![\p{L}\d&#])#(?=\d{0,30}\p{L})([\p{L}\d_]{1,140})#(?![\p{L}\d#])/gu
const SAID_ENDINGS = new Set([
  'jobs',
  'shop',
  'mobi',
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
  'gg',
  'de',
  'pdf',
  'exe',
  'url',
  'usb',
  'faqs',
  'py',
  'ie',
  'in',
  'fi',
  'ua',
  'il',
  'cm',
  'api',
  'faq',
  'ui',
  'id',
])

/** Web and mail addresses, files, handles and hashtags, as a person reads them out: "info@griot.ng" → info at griot dot N G. */
export function readAddresses(text: string): string {
  return text
    .replace(BRACKETED, ' $1 ')
    .replace(RUN_TOGETHER, ' ')
    .replace(SCHEME_APART, '$1://')
    .replace(WWW_APART, 'www.')
    .replace(DOI, (_, mark: string, prefix: string, rest: string) => {
      return `${spell('doi')}${mark.trim()} ${pieces(prefix)} slash ${pieces(rest)}`
    })
    .replace(EMAIL, (address: string, user: string, host: string, written = '') => {
      const isShouted = address === address.toUpperCase()
      const [name, place] = isShouted ? [user.toLowerCase(), host.toLowerCase()] : [user, host]
      const path = written.replace(END_MARKS, '')
      const said = [pieces(name), 'at', readHost(place), ...readPath(path)]
      return ` ${said.join(' ')}${written.slice(path.length)} `
    })
    .replace(SCHEME, (_, address: string) => readAddress(address))
    .replace(OTHER_SCHEME, (_, scheme: string, address: string) => {
      return `${pieces(scheme)} colon slash slash ${readAddress(address).trimStart()}`
    })
    .replace(FILE_SCHEME, (_, path: string) => readFilePath(path))
    .replace(LOCAL_HOST, (_, host: string, port: string, path: string) => {
      const name = host.split('.').map((part) => (/\d/.test(part) ? digitByDigit(part) : part))
      return `${name.join(' dot ')} port ${digitByDigit(port)}${readFilePath(path)}`
    })
    .replace(BARE_SITE, (_, address: string) => readAddress(address))
    .replace(CAPITAL_SITE, (_, address: string) => readAddress(address))
    .replace(SITE_IN_CAPITALS, (_, address: string) => {
      const isShouted = address === address.toUpperCase()
      return readAddress(
        isShouted
          ? address.toLowerCase()
          : address.replace(/\.\w+$/, (ending) => ending.toLowerCase()),
      )
    })
    .replace(SHORT_LINK, (_, address: string) => readAddress(address))
    .replace(CARD_ADDRESS, (address) => address.split(':').map(spelledPart).join(', '))
    .replace(IPV6, readIpv6)
    .replace(HEXADECIMAL, (code) => spelledPart(code))
    .replace(RELATIVE_PATH, (_, path: string) => readRelativePath(path))
    .replace(UNIX_PATH, (_, path: string) => {
      const own = path.replace(END_MARKS, '')
      return `${readFilePath(own)}${path.slice(own.length)}`
    })
    .replace(MEDIA_TYPE, ' slash ')
    .replace(FORUM, ' slash ')
    .replace(WINDOWS_PATH, (_, drive: string, path: string) => {
      return `${spell(drive)} colon${path
        .split('\\')
        .filter((step) => step !== '')
        .map((step) => ` backslash ${step.split(' ').map(pieces).join(' ')}`)
        .join('')}`
    })
    .replace(SHARE, (path) => path.split('\\').map(pieces).join(' backslash ').trim())
    .replace(FILE, (_, name: string, ending: string, query?: string, mark?: string) => {
      const asked = query === undefined ? '' : ` ${readQuery(query.slice(1))}`
      return `${pieces(name)} dot ${words(ending)}${asked}${mark === undefined ? '' : ` hash ${pieces(mark)}`}`
    })
    .replace(
      SOURCE_FILE,
      (_, name: string, letter: string) => `${pieces(name)} dot ${spell(letter)}`,
    )
    .replace(DOTTED_NAME, (_, name: string) => readAddress(name).trim())
    .replace(/(?<= dot \p{L}{2,12}) +(?='s(?!\p{L}))/gu, '')
    .replace(LONE_ENDING, (_, first: string | undefined, ending: string) => {
      return `${first === undefined ? '' : ` dot ${words(first)}`} dot ${words(ending.toLowerCase())}`
    })
    .replace(HIDDEN_FILE, ' dot ')
    .replace(TAG_IN_HASHES, (_, tag: string) => `hash ${words(tag)} hash`)
    .replace(HASHTAG, (_, tag: string) => `hashtag ${words(tag)}`)
    .replace(HANDLE, (_, name: string) => `at ${pieces(name)}`)
}

/** Parts of a query that only tell a site where its reader comes from; the address leads to the same place without them. */
const TRACKING = /^(?:utm_\w+|\w*clid|ref|ref_src|referrer|session\w*|sid|token|igshid|mc_[ce]id)=/i

/** The host, the port, the path, the query without what tracks its reader, and what stands behind "#". */
function readAddress(written: string): string {
  const address = written.replace(END_MARKS, '')
  const after = written.slice(address.length)
  const [authority = ''] = /^[^/?#]*/.exec(address) ?? []
  const [user = '', site = ''] = authority.includes('@') ? authority.split('@') : ['', authority]
  const [host = '', port = ''] = splitPort(site.replace(/^www\./i, ''))
  const isShouted = written === written.toUpperCase()
  const said = [
    user === '' ? '' : `${pieces(user)} at`,
    readHost(isShouted ? host.toLowerCase() : host),
    port === '' ? '' : `port ${digitByDigit(port)}`,
    ...readPath(address.slice(authority.length)),
  ]
  return ` ${said.filter((part) => part !== '').join(' ')}${after} `
}

/** What stands behind the host: "/a/b?c=d#e". */
function readPath(written: string): readonly string[] {
  if (written.startsWith(':'))
    return ['colon', written.slice(1).split('/').map(pieces).join(' slash ')]
  const [, path = '', query = '', mark = ''] =
    /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/u.exec(written) ?? []
  const [, ...steps] = path.split('/')
  return [
    ...steps.map((step, at) => {
      // The two strokes of an address inside an address; otherwise an empty step says nothing.
      if (step === '') return steps[at - 1]?.endsWith(':') ? 'slash' : ''
      return `slash ${pieces(decoded(step))}`
    }),
    readQuery(query),
    mark === '' ? '' : `hash ${pieces(decoded(mark)).replaceAll('/', ' slash ')}`,
  ].filter((part) => part !== '')
}

function splitPort(site: string): readonly [host: string, port: string] {
  const [, host = site, port = ''] = /^(.*):(\d{1,5})$/.exec(site) ?? []
  return [host.replaceAll(':', ' '), port]
}

function readQuery(query: string): string {
  const parts = query.split('&').filter((part) => part !== '' && !TRACKING.test(part))
  if (parts.length === 0) return ''
  return `question mark ${parts.map((part) => pieces(decoded(part))).join(' ampersand ')}`
}

function readIpv6(address: string): string {
  return address
    .split(/(:)/)
    .map((part) => (part === ':' ? 'colon' : spelledPart(part)))
    .filter((part) => part !== '')
    .join(' ')
}

/** Letters and figures one by one: "db8" → D B eight. */
function spelledPart(part: string): string {
  return [...part].map((sign) => (/\d/.test(sign) ? digitByDigit(sign) : spell(sign))).join(' ')
}

/** "./src/index.ts" → dot slash src slash index dot T S. */
function readRelativePath(path: string): string {
  return path
    .split('/')
    .map((step) => (/^\.+$/.test(step) ? [...step].map(() => 'dot').join(' ') : pieces(step)))
    .join(' slash ')
}

/** "/usr/bin" → slash usr slash bin. */
function readFilePath(path: string): string {
  const home = path.startsWith('~') ? 'tilde' : ''
  const steps = path
    .replace(/^~/, '')
    .split('/')
    .filter((step) => step !== '')
  return `${home}${steps.map((step) => ` slash ${pieces(step)}`).join('')}`
}

/** Letters that are written as percent signs and figures; other signs stay so, as people would type them. */
function decoded(step: string): string {
  return step.replace(/(?:%[\da-f]{2})+/gi, (code) => {
    try {
      const text = decodeURIComponent(code)
      return /^[\p{L}\p{N}]+$/u.test(text) ? text : code
    } catch {
      return code
    }
  })
}

function readHost(host: string): string {
  return host.split('.').map(pieces).join(' dot ')
}

/** A name with its marks: "first.last-name" → first dot last dash name. */
function pieces(name: string): string {
  return name
    .split(/([.\-_+%~=&,:;@!*'()$|^#?/])/)
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
  '&': 'ampersand',
  '@': 'at',
  '~': 'tilde',
  '%': 'percent',
  ',': 'comma',
  ':': 'colon',
  ';': 'semicolon',
  '!': 'exclamation mark',
  '*': 'asterisk',
  "'": 'apostrophe',
  '(': 'open bracket',
  ')': 'close bracket',
  $: 'dollar sign',
  '|': 'bar',
  '^': 'caret',
  '#': 'hash',
  '?': 'question mark',
  '/': 'slash',
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
