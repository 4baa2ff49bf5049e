import { spellCapitals } from './letters.ts'

/** Names with signs that are said, and short forms with a stroke. */
const WITH_SIGNS: readonly (readonly [pattern: RegExp, spoken: string])[] = [
  [/(?<!\p{L})(ASP|VB|ADO)\.NET(?!\p{L})/gu, '$1 dot net'],
  [/(?<![\p{L}/.])w\/e(?= \d| ending)/gu, 'week ending'],
  [/(?<![\p{L}/.])y\/e(?![\p{L}/])/gu, 'year end'],
  [/(?<=\d ?)p\/a(?![\p{L}/])/gu, ' per annum'],
  [/(?<=(?<!\p{L})\p{L}{1,12})\+\+(?![\p{L}+])/gu, ' plus plus '],
  [/(?<!\p{L})([CF])#(?!\p{L})/gu, '$1 sharp'],
  [/(?<![\p{L}/.])n\/a(?![\p{L}/])/giu, 'not applicable'],
  [/(?<!\p{L})s\/he(?!\p{L})/giu, 'she or he'],
  [/(?<=(?:GMT|UTC) ?)[-−](?=\d)/g, ' minus '],
  [/(?<!\p{L})y\/y(?!\p{L})/giu, 'year on year'],
  [/(?<!\p{L})m\/m(?!\p{L})/gu, 'month on month'],
  [/(?<!\p{L})q\/q(?!\p{L})/gu, 'quarter on quarter'],
  // Books, parts of music, and gold by its carats.
  [/(?<!\p{L})[Bb]k\.? (?=\d|[IVX]{1,5}(?![\p{L}'])|[ivx]{1,5}(?![\p{L}'.]))/gu, 'book '],
  [/(?<!\p{L})Ch\.? (?=[IVX]{1,6}(?![\p{L}']))/gu, 'Chapter '],
  [/(?<!\p{L})[Nn]o\. (?=(?:[VX]|[IVX]{2,6})(?![\p{L}'.]))/gu, 'number '],
  [/(?<!\p{L})[Oo]p\. ?(\d{1,3})(?:\/(\d{1,2})(?![\d/]))/gu, 'Opus $1 number $2'],
  [/(?<!\p{L})[Oo]p\. ?(?=\d)/gu, 'Opus '],
  [/(?<![\p{L}.])([KDR])\. (?=\d{3}[a-e]?(?![\p{L}\d]))/gu, '$1 '],
  [/(?<=(?<![\p{L}\d.,])\d{1,2}) ?[kK](?= (?:\p{Ll}{4,6} )?gold(?!\p{L}))/gu, ' carat'],
  [/(?<=(?<![\p{L}\d.,])\d{1,2}(?:\.\d)?) ?%[ -]?(?:pts|points)(?!\p{L})/gu, ' percentage points'],
  [/(?<![\p{L}-])[yY]-o-[yY](?![\p{L}-])/gu, 'year on year'],
  [/(?<![\p{L}-])[qQ]-o-[qQ](?![\p{L}-])/gu, 'quarter on quarter'],
  [/(?<![\p{L}-])[mM]-o-[mM](?![\p{L}-])/gu, 'month on month'],
  [/(?<!\p{L})(\p{Lu})\.(?=\d)/gu, '$1 '],
  [/(?<![\p{L}.])h\.(?=26[3-6](?!\d))/gu, 'H'],
  // Networks: "4g".
  [/(?<![\p{L}\d.,/])24x7(?![\p{L}\d])/giu, '24/7'],
  [
    /(?<![\p{L}\d.,])([2-6])g(?=\/[2-6][gG](?!\p{L})| (?:network|signal|phone|data|internet|coverage|technology|service|mast|tower|modem|connection|speed)s?(?!\p{L}))/gu,
    '$1G',
  ],
  [/(?<=(?<![\p{L}\d])[2-6]G\/)([2-6])g(?!\p{L})/gu, '$1G'],
  // Engines by the number of their cylinders.
  [
    /(?<![\p{L}\d])v(?=(?:6|8|10|12) (?:engine|motor|diesel|petrol|turbo|hybrid)s?(?!\p{L}))/gu,
    'V',
  ],
  [/(?<=\d\.\d(?:[ -]?(?:L|l|litres?|liters?))? )V (?=(?:6|8|10|12)(?![\d.,]))/gu, 'V'],
  [/(?<!\p{L})[Nn]o(?=\d{1,3}(?![\p{L}\d]))/gu, 'number '],
  [/(?<=\d(?:st|nd|rd|th) )c\.(?!\p{L})/gu, 'century'],
  [
    /(?<=\d(?:st|nd|rd|th) )[Cc](?=$|[,;:)]|\.?$| (?:AD|BC|BCE|CE|and|or|to|in)(?!\p{L}))/gmu,
    'century',
  ],
  [/(?<=\p{L} )ft\.? (?=\p{Lu})/gu, 'featuring '],
  [
    /(?<=[\p{L})]"?,? \(?)feat\.? (?=\p{Lu})(?!(?:The|He|She|It|We|They|But|And|In|On|This|That|No|His|Her)(?!\p{L}))/gu,
    'featuring ',
  ],
  [/(?<![\p{L}\d&])#(?=\d{1,4}[a-z](?![\p{L}\d_]))/gu, 'number '],
  [/\+ ?\/ ?[-−]/gu, ' ± '],
  [/(?<![\p{L}/.])i\/o(?![\p{L}/])/gu, 'IO'],
  [/(?<![\p{L}/.])b\/c(?![\p{L}/%])/gu, 'because'],
  [/(?<![\p{L}/.])a\/k\/a(?![\p{L}/])/giu, 'also known as'],
  [/(?<![\p{L}/.])d\/b\/a(?![\p{L}/])/giu, 'doing business as'],
  [/(?<![\p{L}/.])w\/c(?= \d)/gu, 'week commencing'],
  [
    /(?<!\p{L})AM(?=\/FM(?!\p{L})| (?:radio|station|band|broadcast\w{0,4}|frequency|transmitter|stereo)(?!\p{L}))/gu,
    'A M',
  ],
  [/(?<=\d ?)am\/pm(?!\p{L})|(?<!\p{L})(?:AM\/PM|am\/pm)(?!\p{L})/gu, ' A M P M'],
  [
    /(?<![\p{L}\d.,])(\d{1,2})[kK](?= (?:run|races?|walks?|fun run|time trial|road race)(?!\p{L}))/gu,
    '$1 K',
  ],
  [/(?<=\d )v(?= \d)/gu, 'versus'],
  // Parts of a firm's year.
  [/(?<=(?<!\p{L})(?:FY|CY|Q[1-4]|H[12])) ?'(?=\d\d(?!\d))/gu, ' '],
  [/(?<=(?<!\p{L})\p{Lu}\p{Ll}{2,20}, )(N|K|W)y(?![\p{L}'])/gu, '$1Y'],
  [/(?<=(?<!\p{L})FM\/)AM(?!\p{L})/gu, 'A M'],
  [/(?<=\d)\.x(?![\p{L}\d])/gu, ' point X'],
  [
    /(?<!\p{L})T[-−–](?=\d{1,3}(?::\d| (?:seconds?|minutes?|hours?|days?|weeks?|months?)(?!\p{L})))/gu,
    'T minus ',
  ],
  [/(?<!\p{L})WW II(?![\p{L}\d])/gu, 'World War 2'],
  [/(?<!\p{L})WW I(?![\p{L}\d'’])/gu, 'World War 1'],
  [/(?<!\p{L})[yY]\/[nN](?!\p{L})/gu, 'yes or no'],
  [/(?<=(?<![\p{L}\d])[A-Z]\d{1,3})\(M\)/gu, ' M'],
  [/(?<=\d ?)y\/?o(?!\p{L})/gu, ' year old'],
  [/(?<=\d)-?pdrs?(?!\p{L})/gu, ' pounder'],
  // The opening of a lens.
  [/(?<![\p{L}\d/.])[fF]\/(?=\d{1,2}(?:\.\d)?(?![\p{L}\d/]))/gu, 'F '],
  [/(?<=\d) ?yrs?-old(?!\p{L})/gu, '-year-old'],
  [/(?<=\d)[ -]?(?:bdrms?|bdr|bdm|bedrms?)(?!\p{L})/gu, ' bedroom'],
  // Books and accounts.
  [/(?<![\p{L}/])(?:a\/c|A\/C)(?= (?:[Nn]o\.?|[Nn]umber|[Nn]ame)(?!\p{L}))/gu, 'account'],
  [/(?<![\p{L}/])S\/[Nn]o\.?(?!\p{L})/gu, 'serial number'],
  [/(?<=(?<!\p{L})[Bb]al(?:ance|\.)? )b\/f(?!\p{L})/gu, 'brought forward'],
  [/(?<=(?<!\p{L})[Bb]al(?:ance|\.)? )c\/f(?!\p{L})/gu, 'carried forward'],
  [/(?<=(?<!\p{L})[Bb]al(?:ance|\.)? )b\/d(?!\p{L})/gu, 'brought down'],
  [/(?<=(?<!\p{L})[Bb]al(?:ance|\.)? )c\/d(?!\p{L})/gu, 'carried down'],
  [/(?<!\p{L})Ph(?=[.:]{1,2} ?\+?\(?\d{2})/gu, 'Phone'],
  [
    /(?<!\p{L})HE (?=(?:Dr|Mr|Mrs|Gov|Governor|Sen|Senator|Chief|Amb|Ambassador|Prof|President|Alhaji|Engr|Barr)\.? \p{Lu}\p{Ll})/gu,
    'H.E. ',
  ],
  [
    /(?<!\p{L})[Ss]q\.? ?(?=(?:miles?|feet|foot|met(?:re|er)s?|kilomet(?:re|er)s?|yards?|inch(?:es)?)(?!\p{L}))/gu,
    'square ',
  ],
  [/(?<!\p{L})[Cc]u\. ?(?=(?:feet|foot|met(?:re|er)s?|yards?|inch(?:es)?)(?!\p{L}))/gu, 'cubic '],
  // Pages from and to, of which the second may be short: "pp. 112–15".
  [/(?<=(?<!\p{L})(?:pp\.?|[Pp]ages) ?\d{1,4}) ?[-–] ?(?=\d{1,4}(?![\p{L}\d-]))/gu, ' to '],
  [/(?<=(?<!\p{L})percentage )pts(?!\p{L})/gu, 'points'],
  // As British papers write it: "up 1.2pc".
  [/(?<=(?<![\p{L}\d])\d{1,3}(?:\.\d{1,2})?)pc(?![\p{L}\d])/gu, ' percent'],
  [/(?<!\p{L})WW(?:II|2)(?![\p{L}\d])/gu, 'World War 2'],
  [/(?<!\p{L})WW(?:I|1)(?![\p{L}\d])/gu, 'World War 1'],
  // The numbers of American savings plans and charities.
  [/(?<![\p{L}\d.,])40([13])(?:\(([kb])\)|(k|(?<=3)b))s(?![\p{L}\d(])/gu, "four oh $1 K's"],
  [/(?<![\p{L}\d.,])40([13])(?:\(([kb])\)|(k|(?<=3)b))(?![\p{L}\d(])/gu, 'four oh $1 $2$3'],
  // A section of the Nigerian Criminal Code, and what it forbids.
  [
    /(?<![\p{L}\d.,/-])419(?= (?:scams?|fraud|frauds|fraudsters?|kingpins?|e?-?mails?|letters?|syndicates?|schemes?|tricks?|law)(?!\p{L}))/gu,
    'four one nine',
  ],
  [/(?<![\p{L}\d.,])501 ?\(([a-z])\)(?:\((\d{1,2})\))?/gu, 'five oh one $1 $2'],
  [/(?<![\p{L}\d.,])(\d) ?★(?= \p{Ll})/gu, '$1 star'],
  [/(?<![\p{L}\d.,])(\d) ?★/gu, '$1 stars'],
  [/(?<![\p{L}\d])#(?= (?:of|in|per) )/gu, 'number'],
  [/(?<=(?<!\p{L})(?:the|The|a|A|this|that) )#(?= \p{L})/gu, 'number'],
  [/(?<!\p{L})[nN]° ?(?=\d)/gu, 'number '],
  [/(?<=\d)_(?=\d{3}(?!\d))/g, ''],
  [/(?<![\p{L}\d$/])\$(?= \p{Ll})/gu, 'dollar'],
  [/(?<=iPhone )(\d{1,2})s(?!\p{L})/gu, '$1 S'],
  [/(?<!\p{L})A\/C(?!\p{L})/gu, 'AC'],
]
/** A rating: as many stars as are drawn. */
const STARS = /(?<!★)★{2,10}(?!★)/gu
/** Beginnings of surnames that are written with a capital after them and said as one word. */
const SURNAME = /^(?:Mc|Mac|O'|De|Le|La|Di|Du|Van|Fitz|D')\p{Lu}/u
const MIXED_WORD =
  /(?<!\p{L}'?)(?=\p{L}{0,39}\p{Ll}\p{Lu}|\p{Lu}{2,39}\p{Ll}{2})[\p{L}]{3,40}(?![\p{L}])/gu
/** Degrees and systems with small letters inside that are still spelled. */
const MIXED_ACRONYMS: Readonly<Record<string, string>> = {
  PhD: 'PHD',
  PhDs: "PH D's",
  DPhil: 'D Phil',
  BSc: 'BSC',
  MSc: 'MSC',
  BEd: 'B Ed',
  MEd: 'M Ed',
  BEng: 'B Eng',
  MEng: 'M Eng',
  BTech: 'B Tech',
  eNaira: 'E naira',
  YoY: 'year on year',
  QoQ: 'quarter on quarter',
  MoM: 'month on month',
  MiG: 'Mig',
  iOS: 'IOS',
  IPv: 'IPV',
  NVMe: 'NVME',
  BAe: 'BAE',
  IgA: 'IGA',
  IgD: 'IGD',
  IgE: 'IGE',
  IgG: 'IGG',
  IgM: 'IGM',
  IReV: 'I rev',
  PCIe: 'PCIE',
  siRNA: 'SIRNA',
  miRNA: 'MIRNA',
  kHz: 'kilohertz',
  dB: 'decibels',
  macOS: 'mac OS',
  PoS: 'POS',
  GHz: 'gigahertz',
  MHz: 'megahertz',
  SaaS: 'sass',
  pH: 'PH',
  PLoS: 'Plos',
  TeX: 'tek',
  LaTeX: 'lay tek',
}
const MIXED_ACRONYM = new RegExp(
  `(?<!\\p{L}'?)(?:${Object.keys(MIXED_ACRONYMS).join('|')})(?!\\p{L})`,
  'gu',
)
const PLURAL_ACRONYM = /^\p{Lu}{2,}s$/u

/** Names with capitals inside, as their words: "YouTube" → You Tube, "iPhone" → i Phone, "GTBank" → GT Bank; "McDonald" stays. */
export function readBrands(text: string): string {
  return text
    .replace(MIXED_ACRONYM, (name) => spellCapitals(MIXED_ACRONYMS[name] ?? name))
    .replace(MIXED_WORD, (name) => {
      if (SURNAME.test(name) || PLURAL_ACRONYM.test(name)) return name
      const parts =
        name.match(
          /Mc\p{Lu}\p{Ll}+|\p{Lu}+(?=\p{Lu}\p{Ll}{2})|\p{Lu}?\p{Ll}+|\p{Lu}+s?(?!\p{Ll})|\p{L}/gu,
        ) ?? []
      return parts.map((part) => (part.length === 1 ? part.toUpperCase() : part)).join(' ')
    })
}

/** Names that have signs in them: "C++" → C plus plus, "C#" → C sharp. */
export function readNamesWithSigns(text: string): string {
  const named = WITH_SIGNS.reduce((rest, [pattern, spoken]) => rest.replace(pattern, spoken), text)
  return named.replace(STARS, (stars) => `${stars.length} stars`)
}
