/** Signs that are said wherever they stand. */
const SAID: Readonly<Record<string, string>> = {
  '&': 'and',
  '=': 'equals',
  '≈': 'is about',
  '≤': 'is less than or equal to',
  '≥': 'is greater than or equal to',
  '±': 'plus or minus',
  '×': 'times',
  '÷': 'divided by',
  '√': 'the square root of',
  '→': 'to',
  '@': 'at',
  '§': 'section',
  '¶': 'paragraph',
  $: 'dollar',
  '£': 'pound',
  '€': 'euro',
  '₦': 'naira',
  '¥': 'yen',
  '₩': 'won',
  '₹': 'rupee',
  '¢': 'cent',
  '°': 'degrees',
}
/** Signs that are talked about: "the # sign", "a * before the name". */
const NAMES_OF_SIGNS: Readonly<Record<string, string>> = {
  '&': 'ampersand',
  '#': 'hash',
  '*': 'asterisk',
  '/': 'slash',
  '\\': 'backslash',
  '~': 'tilde',
  '^': 'caret',
  '|': 'vertical bar',
  _: 'underscore',
  '%': 'percent',
  '°': 'degree',
  '@': 'at',
  '+': 'plus',
  '=': 'equals',
  '!': 'exclamation mark',
  '?': 'question mark',
  ';': 'semicolon',
}
const TALKED_OF =
  /(?<=(?<!\p{L})(?:the|an?|The|An?|this|that|two|three|of|or|with|like|by|use|type|press|means|symbols?|sign|character|key|press) ["'“‘]?)([&#*/\\~^|_%°@+=!?;])(?=["'”’]? (?:signs?|symbols?|marks?|keys?|characters?|buttons?|before|after|between|and|or|in|is|means|at)(?!\p{L})|["'”’]?[.,;)]|["'”’]?$)/gmu
const SAID_SIGNS = new RegExp(`[${Object.keys(SAID).join('')}]`, 'gu')
/** "?!" is a question; three dots before a small letter are a pause. */
const ELLIPSIS = /(?:\.[ ]?){2,}\.?|…+/g
const MARKS_RUN = /[!?]{2,}/g
const EITHER =
  /(?<!\p{L})(he|his|him|himself|yes|true|male|father|mother|husband|brother|boy|sir|son|and|man|mr|day)\/(she|her|hers|herself|no|false|female|mother|father|wife|sister|girl|madam|daughter|or|woman|mrs|night)(?!\p{L})/giu
const PLUS = /(?<=[\p{L}\d)]) ?\+ ?(?=[\p{L}\d(])/gu

/** Signs as words, breaks as punctuation; signs that nobody says are left out. */
export function readSymbols(text: string): string {
  return text
    .replace(/(?<=[\p{L}\d] )_(?= [\p{L}\d])/gu, 'underscore')
    .replace(EITHER, (_, left: string, right: string) =>
      left === 'and' ? 'and or' : `${left} or ${right}`,
    )
    .replace(/(?<![-=])(?:[-=]{1,2}>|-{3}>)/g, ' to ')
    .replace(/(?<==[^=\n]{0,40}|[\p{L}\d)] ?)==(?= ?[\p{L}\d(])/gu, ' equals ')
    .replace(/(?<=[\p{L}\d)]) < (?=[\p{L}\d(])/gu, ' is less than ')
    .replace(/(?<=[\p{L}\d)]) > (?=[\p{L}\d(])/gu, ' is greater than ')
    .replace(/<(?= ?\p{Ll})/gu, ' less than ')
    .replace(/>(?= ?\p{Ll})/gu, ' more than ')
    .replace(/<=/g, ' is less than or equal to ')
    .replace(/>=/g, ' is greater than or equal to ')
    .replace(/!=/g, ' is not equal to ')
    .replace(/(?<=\p{L})([&@$£€%])\1+(?=\p{L})|(?<=\p{L}{2})([$£€])\2(?![\p{L}\d$£€])/gu, nameEach)
    .replace(/([=&@$£€%])\1+/g, ' ')
    .replace(/(?<=[\p{L}\d])#(?=[\p{L}\d])/gu, ' hash ')
    .replace(PLUS, ' plus ')
    .replace(/(?<=\p{L})\+(?![\p{L}\d])/gu, ' plus')
    .replace(/ - | -(?=\s)|-{2,}/g, ' — ')
    .replace(/–/g, (_, offset: number, whole: string) => {
      return /\p{L}/u.test(whole.charAt(offset - 1)) && /\p{L}/u.test(whole.charAt(offset + 1))
        ? ' '
        : ' — '
    })
    .replace(/—/g, ' — ')
    .replace(/ − /g, ' minus ')
    .replace(SAID_SIGNS, (sign) => ` ${SAID[sign]} `)
    .replace(ELLIPSIS, (_, offset: number, whole: string) => {
      const rest = whole.slice(offset, offset + 200).replace(/^[. …]+/, '')
      return /^["')\]]* *\p{Ll}|^ *[,;:—]/u.test(rest) ? ' — ' : '. '
    })
    .replace(MARKS_RUN, (marks) => (marks.includes('?') ? '?' : '!'))
    .replace(/[()[\]{}]|\|+/g, ', ')
    .replace(/[-/\\_]/g, ' ')
}

/** Signs inside a code, each by its name: "ab$$c". */
function nameEach(signs: string): string {
  return [...signs].map((sign) => ` ${SAID[sign] ?? NAMES_OF_SIGNS[sign] ?? ''} `).join('')
}

/** ":D", ";-P", "love you <3": faces and hearts of chat, which nobody says. */
const FACE = /(?<=^|\s)[:;=]-?[DPpOo](?=$|\s|[.,!?])|(?<=\p{L}{2}[.!,]? )<3(?=[ .!]*$)/gmu
/** "1990--1995": a dash of typewriters between numbers. */
const TYPED_DASH = /(?<=\d)--(?=\d)/g

/** Names of signs that a text is about, before they are taken for what they mean: "the # key" → the hash key. */
export function readNamedSigns(text: string): string {
  return text
    .replace(FACE, '')
    .replace(TYPED_DASH, '–')
    .replace(TALKED_OF, (sign) => NAMES_OF_SIGNS[sign] ?? sign)
}
