import type { LanguageCode } from '#shared/languages/languages.ts'
import { folded } from '#translation/statistical/unknown-words.ts'

/** Two-letter codes of countries whose names the languages have (Unicode CLDR, which comes with the program's engine). */
const REGIONS =
  `NG ET GH CM BJ TG NE TD ML SN CI KE UG TZ RW BI SD SS SO ER DJ EG LY DZ MA TN ZA ZW ZM MW MZ AO CD CG GA GQ CF BF LR SL
GN GW GM CV ST NA BW LS SZ MG MU SC KM MR US GB FR DE IT ES PT NL BE CH AT SE NO DK FI PL RU UA TR GR IE IL PS JO LB SY IQ IR SA YE OM AE
QA KW BH AF PK IN BD LK NP CN JP KR KP VN TH MY SG ID PH AU NZ CA MX BR AR CL CO PE VE CU JM HT`.split(
    /\s+/u,
  )
const TONGUES = [
  'en',
  'am',
  'ha',
  'ig',
  'yo',
  'pcm',
  'fr',
  'ar',
  'pt',
  'es',
  'de',
  'zh',
  'sw',
  'so',
  'om',
  'ti',
  'ff',
]

/** Names that are other words in other languages and that CLDR does not have, each in all languages. */
const OTHERS: readonly Readonly<Partial<Record<LanguageCode, string>>>[] = [
  {
    en: 'god',
    pcm: 'god',
    ha: 'allah ubangiji',
    ig: 'chineke chukwu',
    yo: 'ọlọ́run',
    am: 'እግዚአብሔር አምላክ አላህ',
  },
  { en: 'jesus', pcm: 'jesus', ha: 'yesu isa', ig: 'jisọs jizọs', yo: 'jésù', am: 'ኢየሱስ እየሱስ' },
  {
    en: 'christ',
    pcm: 'christ',
    ha: 'kristi almasihu',
    ig: 'kraịst kraist',
    yo: 'krístì',
    am: 'ክርስቶስ',
  },
  {
    en: 'africa african africans',
    pcm: 'africa',
    ha: 'afirka afrika afirika',
    ig: 'afrika',
    yo: 'áfíríkà áfíríka',
    am: 'አፍሪካ አፍሪቃ',
  },
  { en: 'europe european', pcm: 'europe', ha: 'turai', ig: 'yurop', yo: 'yúróòpù', am: 'አውሮፓ' },
  {
    en: 'america american americans us usa',
    pcm: 'america',
    ha: 'amurka',
    ig: 'amerịka amerika',
    yo: 'amẹ́ríkà',
    am: 'አሜሪካ',
  },
  {
    en: 'england english britain british',
    pcm: 'england english',
    ha: 'ingila turanci biritaniya burtaniya',
    ig: 'england bekee britain',
    yo: 'gẹ̀ẹ́sì ọba',
    am: 'እንግሊዝ እንግሊዝኛ ብሪታንያ',
  },
  {
    en: 'nigeria nigerian nigerians',
    pcm: 'naija nigeria',
    ha: "najeriya nijeriya 'yannajeriya",
    ig: 'naijiria naịjirịa',
    yo: 'nàìjíríà',
    am: 'ናይጄሪያ ናይጀሪያ',
  },
  {
    en: 'ethiopia ethiopian ethiopians',
    pcm: 'ethiopia',
    ha: 'habasha',
    ig: 'itiopia etiopia',
    yo: 'ẹtiópíà',
    am: 'ኢትዮጵያ ኢትዮጵያውያን',
  },
  { en: 'addis ababa', am: 'አዲስ አበባ' },
  { en: 'ibadan', yo: 'ìbàdàn' },
  { en: 'lagos', yo: 'èkó lagos', ha: 'legas', ig: 'legọs', pcm: 'lagos', am: 'ሌጎስ' },
  {
    en: 'islam islamic muslim muslims',
    ha: 'musulunci musulmi',
    ig: 'alakụba',
    yo: 'mùsùlùmí ìsìláàmù',
    am: 'እስልምና ሙስሊም ሙስሊሞች እስላም',
    pcm: 'muslim',
  },
  { en: 'quran', ha: "alkur'ani alqur'ani", am: 'ቁርአን' },
  {
    en: 'christian christians',
    ha: 'kirista kiristoci',
    yo: 'kristẹni onígbàgbọ́',
    ig: 'onyekraịst',
    am: 'ክርስቲያን ክርስቲያኖች',
  },
  { en: 'arab arabs arabic', ha: 'larabawa larabci', am: 'አረብ አረብኛ' },
  { en: 'jerusalem', ha: 'urushalima kudus', am: 'ኢየሩሳሌም' },
  { en: 'egypt', ha: 'masar misra', yo: 'ijipiti íjíbítì', ig: 'ijipt', am: 'ግብጽ ግብፅ' },
]

/** Capitalised words that are ordinary ones: titles, and parts of names of offices. They may be translated or small. */
const ORDINARY = new Set(
  `mr mrs ms miss dr prof professor sir chief alhaji alhaja mallam malam pastor bishop archbishop pope imam sheikh rev reverend
  president vice minister governor gov senator honourable honorable hon king queen prince princess emir oba general gen colonel captain
  commissioner chairman chairperson director secretary speaker judge justice ambassador mayor leader deputy assistant inspector
  superintendent commander head state states government federal central national international republic democratic united nations
  union european parliament congress senate house representatives assembly council committee commission ministry department
  office agency authority board bank court high supreme appeal police army navy force forces air command university college school
  institute academy hospital church mosque market street road avenue river lake mountain sea ocean airport station stadium park hotel
  north south east west northern southern eastern western centre center new old great grand saint st world cup league premier
  champions championship association federation party people's peoples movement group company limited ltd corporation foundation
  society club team city town village local area region zone district province county island islands day week month year
  health education finance works power water information communication science technology security defence defense justice trade
  development economic social political public private service services report project program programme plan policy act law bill
  constitution election elections electoral independent independence holy bible book life lord father mother brother sister son daughter
  uncle aunt doctor teacher nurse engineer lawyer baba mama oga i i'm i've i'll i'd ok tv internet christmas easter ramadan sunday monday
  tuesday wednesday thursday friday saturday january february march april may june july august september october november december
  gunmen court senator lawmaker boss command`.split(/\s+/u),
)

/** Whether a capitalised English or Pidgin word, in small letters, is an ordinary one. */
export function isOrdinary(bare: string): boolean {
  return ORDINARY.has(bare)
}

const tables = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>()

/** How a known name or a part of one, in small letters without marks, may be written in another language; undefined for all others. */
export function knownForms(
  bare: string,
  from: LanguageCode,
  to: LanguageCode,
): ReadonlySet<string> | undefined {
  const key = `${from} ${to}`
  const table = tables.get(key) ?? tableOf(from, to)
  tables.set(key, table)
  return table.get(bare)
}

function tableOf(from: LanguageCode, to: LanguageCode): ReadonlyMap<string, ReadonlySet<string>> {
  const table = new Map<string, Set<string>>()
  const add = (name: string | undefined, forms: string | undefined): void => {
    if (!name || !forms) return
    for (const part of partsOf(name)) {
      const known = table.get(part) ?? new Set<string>()
      for (const form of partsOf(forms)) known.add(form)
      table.set(part, known)
    }
  }
  const both = (type: 'region' | 'language', codes: readonly string[]): void => {
    const [one, other] = [namesIn(from, type), namesIn(to, type)]
    for (const code of codes) add(one.of(code), other.of(code))
  }
  both('region', REGIONS)
  both('language', TONGUES)
  for (let month = 0; month < 12; month++)
    add(dateName(from, { month: 'long' }, month, 15), dateName(to, { month: 'long' }, month, 15))
  for (let day = 0; day < 7; day++)
    add(
      dateName(from, { weekday: 'long' }, 5, day + 1),
      dateName(to, { weekday: 'long' }, 5, day + 1),
    )
  for (const forms of OTHERS) add(forms[from], forms[to])
  return table
}

function namesIn(language: LanguageCode, type: 'region' | 'language'): Intl.DisplayNames {
  return new Intl.DisplayNames([language], { type, fallback: 'none' })
}

function dateName(
  language: LanguageCode,
  style: Intl.DateTimeFormatOptions,
  month: number,
  day: number,
): string {
  const date = new Date(Date.UTC(2020, month, day))
  return new Intl.DateTimeFormat(language, {
    ...style,
    timeZone: 'UTC',
    calendar: 'gregory',
  }).format(date)
}

/** Words that are parts of many names tell nothing. */
const TOO_COMMON = new Set([
  'oṣu',
  'osu',
  'ojo',
  'ede',
  'the',
  'of',
  'and',
  'republic',
  'united',
  'lángwej',
  'langwej',
  'orile',
])

function partsOf(name: string): readonly string[] {
  return folded(name.toLowerCase())
    .split(/[\s()-]+/u)
    .filter((part) => part.length > 1 && !TOO_COMMON.has(part))
}
