import { asWritten, eitherCase } from './letter-case.ts'

/**
 * Short forms in texts that are typed without capitals, as messages are: "dr bello", "st kilda", "warner bros". A name is not told by its capital
 * there, so what stands around a form decides.
 */

const START = "(?<![\\p{L}\\p{N}'’.@/_#&-])"
const END = "(?![\\p{L}\\p{N}'’@/_-])"

/** Nobody says these as they are written. */
const ALWAYS: Readonly<Record<string, string>> = {
  mr: 'mister',
  mrs: 'missus',
  messrs: 'messers',
  engr: 'engineer',
  jr: 'junior',
  jnr: 'junior',
  snr: 'senior',
  blvd: 'boulevard',
}
const ALWAYS_FORM = new RegExp(
  `${START}(${eitherCase(Object.keys(ALWAYS))})(?:\\.(?= \\p{Ll}))?${END}`,
  'gu',
)

/** Before a name; some are words of their own elsewhere ("my prof", "rev the engine", "50 sen"). */
const BEFORE_NAMES: Readonly<Record<string, string>> = {
  prof: 'professor',
  rev: 'reverend',
  gov: 'governor',
  sen: 'senator',
  pres: 'president',
  amb: 'ambassador',
  barr: 'barrister',
  alh: 'alhaji',
  pst: 'pastor',
  col: 'colonel',
  maj: 'major',
  lt: 'lieutenant',
  capt: 'captain',
  cpl: 'corporal',
  sgt: 'sergeant',
  cllr: 'councillor',
  insp: 'inspector',
  supt: 'superintendent',
}
const NOT_NAMES =
  'is|was|are|were|am|be|been|has|had|have|will|would|can|could|should|may|might|must|said|says|told|and|or|but|if|so|as|of|to|in|on|at|for|by|from|with|into|over|up|out|off|down|not|no|yes|do|does|did|the|an?|this|that|who|which|what|when|where|how|why|i|you|he|she|it|we|they|di|dey|don|wey|na|dem|una|wan|fit|go|im|dis|dat|abeg|my|your|his|her|our|their|me|him|us|them|please|all|any|per|via|than|then|there|here|dot|slash|counter|counters|limiter|match|range|engine|engines'
const DETERMINERS =
  "(?<!(?<![\\p{L}'’])(?:the|an?|my|your|his|her|our|their|this|that|which|every|some|any|no|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|hundred|thousand|next|dot) )"
const TITLE_BEFORE_NAME = new RegExp(
  `${START}${DETERMINERS}(${eitherCase(Object.keys(BEFORE_NAMES))})\\.? (?!(?:${NOT_NAMES})${END})(?=\\p{Ll}{2})`,
  'gu',
)
const HONOURABLE =
  /(?<![\p{L}\p{N}'’.-])[Hh]on\.? (?=(?:member|minister|speaker|commissioner|justice|chairman|senator|governor|secretary)(?!\p{L}))/gu
/** "maj gen bako", "lt col bako", "brig gen bako", "gen bako" at the beginning of a line. */
const RANK_OF_TWO =
  /(?<![\p{L}\p{N}'’.-])([Mm]aj|[Ll]t|[Bb]rig)\.? (gen|col|cdr|gov)\.? (?=\p{Ll}{3})/gu
const RANKS: Readonly<Record<string, string>> = {
  maj: 'major',
  lt: 'lieutenant',
  brig: 'brigadier',
  gen: 'general',
  col: 'colonel',
  cdr: 'commander',
  gov: 'governor',
}
const GENERAL = new RegExp(
  `(?<=^|[.!?] |(?<!\\p{L})(?:by|and|with|from|to|under|president|dear|former|late|retired|state|army|military|ruler|governor) )gen\\.? (?!(?:z|x|y|alpha|beta|con|xer|next|ai|${NOT_NAMES})${END})(?=\\p{Ll}{3})`,
  'gmu',
)

const COUNTS =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred)'
/** "12 palm dr, ikeja": a house number, a name, and an end. */
const DRIVE = new RegExp(
  `(?<=${COUNTS}[a-z]? \\p{Ll}{3,20}(?: \\p{Ll}{3,20})? )dr\\.?(?=[,;]|[.]?$|[.] )`,
  'gmu',
)
const DOCTOR = new RegExp(
  `${START}(?<!${COUNTS} )[Dd]r(?:\\.(?= \\p{Ll}))?(?! cr${END})${END}`,
  'gu',
)
const LETTERS_BEFORE =
  'word|excel|office|windows|teams|outlook|access|paint|dos|project|powerpoint|visio|sql|edge|store|degree|programme|program|thesis|student|patient|patients|symptoms'
/** "dr congo", "ms word": letters. */
const LETTERS_ALONE = new RegExp(
  `${START}(?:[Dd]r(?= congo${END})|ms(?= (?:${LETTERS_BEFORE})${END}))`,
  'gu',
)
const MILLISECONDS =
  /(?<=(?<!\p{L})(?:few|several|some|many|of|in) )ms(?= (?:later|after|before|each|delay|latency)|[,.;]|$)/gmu
/** "ms bello", where neither milliseconds, nor a program, nor an illness is meant. */
const MIZ = new RegExp(
  `(?<=^|[.,!?:;] |(?<!\\p{L})(?:by|and|or|with|from|to|for|dear|hello|hi|thank|thanks|is|was|that|when|ask|asked|tell|told|meet|met|see|saw|call|called) )[Mm]s\\.? (?!(?:${NOT_NAMES}|${LETTERS_BEFORE}|later|after|before|each|delay|latency)${END})(?=\\p{Ll}{2})`,
  'gmu',
)

const SAINTS =
  'mary|john|paul|peter|patrick|louis|lucia|kitts|kilda|petersburg|andrew|george|thomas|james|gregory|nicholas|finbarr|jude|agnes|anthony|augustine|francis|joseph|michael|stephen|theresa|teresa|catherine|vincent|helena|helens|luke|matthew|dominic|benedict|charles|bernard|tropez|moritz|david|philip|anne|monica|rita|valentine|albans|ives|pancras|barts|mirren|johnstone'
const SAINT = new RegExp(
  `(?<![\\p{L}\\p{N}'’.-])(?<!\\d |(?:high|main|first|second|third|th) )st\\.? (?=(?:${eitherCase(SAINTS.split('|'))})(?:['’]?s)?(?!\\p{L}))`,
  'gu',
)
/** "he lives on main st", "5th ave", "allen ave, ikeja", "ring rd": a street's name and an end, or a word that goes on about the place. */
const STREET = new RegExp(
  `(?<=(?<!\\p{L})(?:main|high|broad|market|church|king|queen|wall|oxford|baker|bourbon|downing|fleet|bond|mill|park|elm|oak|pine|maple|cedar|bridge|station|mission|canal|front|water|state|court|union|college|school|north|south|east|west|old|new|ring|airport|allen|marina|madison|fifth|first|second|third|\\p{Ll}{2,12}th|${COUNTS} \\p{Ll}{3,20}|(?:on|at|off|along|down) \\p{Ll}{3,20}) )(st|ave|rd)(?:\\.(?= \\p{Ll}))?(?=[,.;!?)]|$| (?:in|and|at|near|between|to|from|was|is|by|opposite|where|then|before|after)${END})`,
  'gmu',
)
const STREETS: Readonly<Record<string, string>> = { st: 'street', ave: 'avenue', rd: 'road' }

const MOUNT =
  /(?<![\p{L}\p{N}'’.-])mt\.? (?=(?:everest|kenya|kilimanjaro|cameroon|fuji|etna|olympus|sinai|zion|rushmore|elgon|blanc|rainier|vesuvius|carmel|ararat|hood)(?!\p{L}))/gu
const FORT =
  /(?<![\p{L}\p{N}'’.-])ft\.? (?=(?:worth|lauderdale|knox|bragg|wayne|myers|hood|collins|meade|benning|portal)(?!\p{L}))/gu

const SENIOR_AT_WORK =
  /(?<![\p{L}\p{N}'’.-])(?<!\d )[Ss]r\.? (?=(?:software|developer|engineer|manager|analyst|editor|producer|officer|consultant|designer|reporter|accountant|lecturer|nurse|staff|director|executive|associate|scientist|researcher|vice)(?!\p{L}))/gu
const CORPORATION =
  /(?<=(?<!\p{L})(?!(?:the|a|an|of|drum|marine|peace) )\p{Ll}{2,20} )corp\.?(?=[,;:!?)]|\.?$| \p{Ll})(?! (?:tax|finance|comms|gov|members?)(?!\p{L}))/gmu
const INCORPORATED =
  /(?<=\p{Ll}{2} )inc\.?(?=[,;:!?)]|\.?$| \p{Ll})(?! (?:vat|tax|gst|postage|delivery|p and p|the|a|all)(?!\p{L}))/gmu
const COMPANY_LIMITED = /(?<![\p{L}\p{N}'’.-])co\.? (?=(?:ltd|limited|inc)(?!\p{L}))/gu
const BROTHERS =
  /(?<=(?<!\p{L})(?:warner|mario|marx|wright|super smash|chemical|doobie|jonas|everly|lehman|ringling|isley|righteous|blues|allman) )bros\.?(?!\p{L})|(?<![\p{L}\p{N}'’.-])bros\.?(?= (?:ltd|limited|inc|records|pictures|studios|circus|motors|stores|furniture|construction|(?:&|and) (?:sons|co))(?!\p{L}))/gu

/** Headlines and forms in capitals: "MR BELLO", "DR AMINA BELLO". The DR Congo and an MR scan are none. */
const LOUD_TITLE =
  /(?<![\p{L}\p{N}'’.-])(MR|MRS|DR|PROF|ENGR|CAPT|SGT|REV|ALH)\.? (?!CONGO|IMAGING|SCAN|SITE|PLAN|TEST|DRILL|SCANNER|ANGIOGRAPHY)(?=\p{Lu}{3,}(?!\p{L}))/gu
const LOUD_TITLES: Readonly<Record<string, string>> = {
  ...{ MR: 'Mister', MRS: 'Missus', DR: 'Doctor', PROF: 'Professor', ENGR: 'Engineer' },
  ...{ CAPT: 'Captain', SGT: 'Sergeant', REV: 'Reverend', ALH: 'Alhaji' },
}

/** Short forms in small letters in full, after numbers are words: "mr bello" → mister bello, "12 palm dr" → twelve palm drive. */
export function readSmallLetters(text: string): string {
  return text
    .replace(LOUD_TITLE, (_, title: string) => `${LOUD_TITLES[title]} `)
    .replace(RANK_OF_TWO, (match, first: string, second: string) => {
      return asWritten(match, `${RANKS[first.toLowerCase()]} ${RANKS[second.toLowerCase()]} `)
    })
    .replace(GENERAL, (match) => asWritten(match, 'general '))
    .replace(LETTERS_ALONE, (form) => form.toUpperCase())
    .replace(MILLISECONDS, 'milliseconds')
    .replace(DRIVE, 'drive')
    .replace(DOCTOR, (match) => asWritten(match, 'doctor'))
    .replace(MIZ, (match) => asWritten(match, 'miz '))
    .replace(ALWAYS_FORM, (match, form: string) =>
      asWritten(match, ALWAYS[form.toLowerCase()] ?? form),
    )
    .replace(TITLE_BEFORE_NAME, (match, title: string) =>
      asWritten(match, `${BEFORE_NAMES[title.toLowerCase()]} `),
    )
    .replace(HONOURABLE, (match) => asWritten(match, 'honourable '))
    .replace(STREET, (_, form: string) => STREETS[form] ?? form)
    .replace(SAINT, 'saint ')
    .replace(MOUNT, 'mount ')
    .replace(FORT, 'fort ')
    .replace(SENIOR_AT_WORK, (match) => asWritten(match, 'senior '))
    .replace(COMPANY_LIMITED, 'company ')
    .replace(CORPORATION, 'corporation')
    .replace(INCORPORATED, 'incorporated')
    .replace(BROTHERS, 'brothers')
}
