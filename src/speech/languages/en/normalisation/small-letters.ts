import { TITLES } from './abbreviation-table.ts'
import { SAINTS } from './abbreviations.ts'
import { asWritten, eitherCase, FORM_START, sentenceCased } from './letter-case.ts'

/**
 * Short forms in texts that are typed without capitals, as messages are: "dr bello", "st kilda", "warner bros". A name is not told by its capital
 * there, so what stands around a form decides.
 */

const END = "(?![\\p{L}\\p{N}'’@/_-])"

/** Nobody says these as they are written. */
const ALWAYS = ['mr', 'mrs', 'messrs', 'engr'] as const
const ALWAYS_IN_FULL: Readonly<Record<string, string>> = {
  ...{ jr: 'junior', jnr: 'junior', blvd: 'boulevard' },
}
const ALWAYS_FORM = new RegExp(
  `${FORM_START}(${eitherCase([...ALWAYS, ...Object.keys(ALWAYS_IN_FULL)])})(?:\\.(?= \\p{Ll}))?${END}(?! (?:filling|oil|petrol|station))`,
  'gu',
)

const COUNTS =
  'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand'
/** Words that are no name. */
const NOT_NAMES = `${COUNTS}|is|was|are|were|am|be|been|has|had|have|will|would|can|could|should|may|might|must|said|says|told|and|or|but|if|so|as|of|to|in|on|at|for|by|from|with|into|over|up|out|off|down|not|no|yes|do|does|did|the|an?|this|that|these|those|both|things|who|which|what|when|where|how|why|i|you|he|she|it|we|they|di|dey|don|wey|na|dem|una|wan|fit|go|im|dis|dat|abeg|my|your|his|her|our|their|me|him|us|them|please|all|any|per|via|than|then|there|here|come|dot|slash`

/** Before a name, where no article is before them: "my prof" is a word. */
const BEFORE_NAMES = ['prof', 'alh', 'capt', 'sgt', 'cllr', 'insp', 'supt'] as const
const DETERMINERS =
  "(?<!(?<![\\p{L}'’])(?:[Tt]he|[Aa]n?|[Mm]y|your|ur|his|her|our|their|this|that|which|every|some|any|no|di) )"
const TITLE_BEFORE_NAME = new RegExp(
  `${FORM_START}${DETERMINERS}(${eitherCase(BEFORE_NAMES)})\\.? (?!(?:${NOT_NAMES})${END})(?=\\p{Ll}{2})`,
  'gu',
)
/** Words and names of their own ("amartya sen", "rev it up", "uk gov sites"): only where a clause begins, or after what stands before a person. */
const IN_PLACE = 'rev|gov|sen|pres|amb|barr|col|gen|maj|lt'
const NOT_PERSONS =
  'names?|things|counters?|limiter|match|range|engines?|z|zers?|x|y|alpha|beta|con|xer|next|ai|shutdown|websites?|sites?|guidelines|officials?|house|workers|agenc(?:y|ies)|polic(?:y|ies)|contracts?|data|services?|du|de|la|sedan|bodies|coin|protein'
const TITLE_IN_PLACE = new RegExp(
  `(?<=^|[.!?;:,] |(?<!\\p{L})(?:by|and|with|from|under|dear|hello|hi|thank|thanks|ask|asked|tell|told|meet|met|visit|visited|is|was|that|when|while|says|said|late|former|retired|state|ruler|president|chief|minister) )(${IN_PLACE})\\.? (?!(?:${NOT_NAMES}|${NOT_PERSONS})${END})(?=\\p{Ll}{2})`,
  'gmu',
)
const HONOURABLE = new RegExp(
  `${FORM_START}[Hh]on\\.? (?=(?:member|minister|speaker|commissioner|justice|chairman|senator|governor|secretary)(?!\\p{L}))`,
  'gu',
)
/** "maj gen bako", "lt col bako" */
const RANK_OF_TWO = new RegExp(
  `${FORM_START}([Mm]aj|[Ll]t|[Bb]rig)\\.? (gen|col|cdr|gov)\\.? (?!(?:${NOT_NAMES})${END})(?=\\p{Ll}{3})`,
  'gu',
)

/** "12 palm dr, ikeja": a house number, and a name of one or two words. */
const DRIVE = new RegExp(
  `(?<=(?<!\\p{L})(?:${COUNTS}) \\p{Ll}{3,20}(?: \\p{Ll}{3,20})? )dr(?:\\.(?= \\p{Ll}))?${END}`,
  'gu',
)
const NO_DOCTOR = `(?! (?:cr|${COUNTS}|in|and|at|near|to)${END})`
/** A stop behind it ends the sentence where an article is before it: "i saw the dr. he said no". */
const DOCTOR = new RegExp(
  `${FORM_START}(?:dr(?:(?<!(?:the|a|my|your|his|her|our|their|di) dr)\\.(?= \\p{Ll})|\\.(?= (?:said|says|is|was|has|had|will|told|gave|came|asked|wants|saw)(?!\\p{L})))?(?! (?:cr|${COUNTS})${END})${END}|(?<!\\p{Lu}\\p{Ll}{2,20} )Dr\\.?${NO_DOCTOR}(?= \\p{Ll}{3}))`,
  'gu',
)
const LETTERS_BEFORE =
  'word|excel|office|windows|teams|outlook|access|paint|dos|project|powerpoint|visio|sql|edge|store|degree|programme|program|thesis|student|patients?|symptoms|sufferers|society|drugs|research|dhoni'
/** "dr congo", "ms word": letters. */
const LETTERS_ALONE = new RegExp(
  `${FORM_START}(?:[Dd]r\\.?(?= congo(?!\\p{L}))|ms(?= (?:${LETTERS_BEFORE})${END}))`,
  'gu',
)
const MILLISECONDS =
  /(?<=(?<!\p{L})(?:few|several|many) )ms(?= (?:later|after|before|delay|latency)|[,.;]|$)/gmu
/** "ms bello", where neither milliseconds, nor a program, nor an illness is meant. */
const MIZ = new RegExp(
  `(?<=^|[.!?:;] |(?<!\\p{L})(?:by|to|dear|hello|hi|thank|thanks|ask|asked|tell|told|meet|met|see|saw|call|called) |(?:mrs?|dr|prof)\\.? \\p{L}{2,20} and )[Mm]s\\.? (?!(?:${NOT_NAMES}|${LETTERS_BEFORE}|later|after|before|each|delay|latency)${END})(?=\\p{Ll}{2})`,
  'gmu',
)

const SAINT = new RegExp(
  `${FORM_START}(?<!(?:high|main|first|second|third|th) )st\\.? (?=(?:${eitherCase(SAINTS.toLowerCase().split('|'))}|[Kk]ilda|[Vv]alentine|[Pp]ancras|[Mm]irren)(?:['’]?s)?(?!\\p{L}))`,
  'gu',
)
const PLACE_AFTER = `(?:\\.(?= \\p{Ll}))?(?=[,.;!?)]|$| (?:in|and|at|near|between|to|from|was|is|by|opposite|where|then|before|after)${END})`
const NAMED_STREET = `(?:${COUNTS}) \\p{Ll}{3,20}|(?:on|at|off|along|down) \\p{Ll}{3,20}`
/** "he lives on main st", "5th ave", "allen ave, ikeja": a street's name and an end, or a word that goes on about the place. */
const STREET = new RegExp(
  `(?<=(?<!\\p{L})(?:main|high|broad|market|church|king|queen|wall|oxford|baker|bourbon|downing|fleet|bond|mill|park|elm|oak|pine|maple|cedar|bridge|station|mission|canal|front|water|state|court|union|college|school|north|south|east|west|allen|marina|madison|fifth|first|second|third|\\p{Ll}{2,12}th|${NAMED_STREET}) )(st|ave)${PLACE_AFTER}`,
  'gmu',
)
const ROAD = new RegExp(
  `(?<=(?<!\\p{L})(?:old|new|ring|main|high|airport|market|church|school|station|mission|allen|${NAMED_STREET}) )rd${PLACE_AFTER}`,
  'gmu',
)

const MOUNT = new RegExp(
  `${FORM_START}mt\\.? (?=(?:everest|kenya|kilimanjaro|cameroon|fuji|etna|olympus|sinai|zion|rushmore|elgon|blanc|rainier|vesuvius|carmel|ararat|hood)(?!\\p{L}))`,
  'gu',
)
const FORT = new RegExp(
  `${FORM_START}ft\\.? (?=(?:worth|lauderdale|knox|bragg|myers|hood|collins|meade|benning|portal)(?!\\p{L}))`,
  'gu',
)

const SENIOR_AT_WORK = new RegExp(
  `${FORM_START}(?:[Ss]r|snr)\\.? (?=(?:software|special|advocate|citizens?|developer|engineer|manager|analyst|editor|producer|officer|consultant|designer|reporter|accountant|lecturer|nurse|staff|director|executive|associate|scientist|researcher|vice|pastor|prefect|secondary|brother|sister)(?!\\p{L}))`,
  'gu',
)
/** What a sentence says of a firm. */
const OF_FIRM =
  '(?=[,;:!?)]|\\.?$| (?:is|are|was|were|has|have|had|said|says|will|announced|and)(?!\\p{L}))'
const CORPORATION = new RegExp(
  `(?<=(?<!\\p{L})(?!(?:the|a|an|of|drum|marine|peace|youth|us|uk|manager|senior) )\\p{Ll}{2,20} )corp\\.?${OF_FIRM}`,
  'gmu',
)
const INCORPORATED = new RegExp(
  `(?<=(?<!\\p{L})(?!(?:dollars?|pounds?|euros?|naira|kobo|pence|cents|everyone|people|all|fee|price|cost|rent|night|person|month|week|year|day) )\\p{Ll}{2,20} )inc\\.?${OF_FIRM}`,
  'gmu',
)
const COMPANY_LIMITED = new RegExp(`${FORM_START}co\\.? (?=(?:ltd|limited|inc)(?!\\p{L}))`, 'gu')
const BROTHERS = new RegExp(
  `(?<=(?<!\\p{L})(?:warner|mario|marx|wright|super smash|chemical|doobie|jonas|everly|lehman|ringling|isley|righteous|blues|allman) )bros\\.?(?!\\p{L})|${FORM_START}bros\\.?(?= (?:ltd|limited|inc|records|pictures|studios|circus|motors|stores|furniture|construction|(?:&|and) (?:sons|co))(?!\\p{L}))`,
  'gu',
)

/** Headlines and forms in capitals: "MR BELLO", "DR AMINA BELLO". The DR Congo and an MR scan are none. */
const LOUD_TITLE =
  /(?<![\p{L}\p{N}'’.-])(MR|MRS|DR|PROF|ENGR|CAPT|SGT|ALH)\.? (?!CONGO|IMAGING|SCAN|SITE|PLAN|TEST|DRILL|ANGIOGRAPHY|OIL|FILLING|NIGERIA)(?=\p{Lu}{3,}(?!\p{L}))/gu

/** Short forms in small letters in full, after numbers are words: "mr bello" → mister bello, "12 palm dr" → twelve palm drive. */
export function readSmallLetters(text: string): string {
  return text
    .replace(LOUD_TITLE, (_, title: string) => `${inFull(sentenceCased(title))} `)
    .replace(RANK_OF_TWO, (_, first: string, second: string) => {
      return `${inFull(first)} ${inFull(second)} `
    })
    .replace(LETTERS_ALONE, (form) => form.replace('.', '').toUpperCase())
    .replace(MILLISECONDS, 'milliseconds')
    .replace(DRIVE, 'drive')
    .replace(DOCTOR, (match) => asWritten(match, 'doctor'))
    .replace(MIZ, (match) => asWritten(match, 'miz '))
    .replace(ALWAYS_FORM, (_, form: string) =>
      asWritten(form, ALWAYS_IN_FULL[form.toLowerCase()] ?? inFull(form)),
    )
    .replace(TITLE_BEFORE_NAME, (_, title: string) => `${inFull(title)} `)
    .replace(TITLE_IN_PLACE, (_, title: string) => `${inFull(title)} `)
    .replace(HONOURABLE, (match) => asWritten(match, 'honourable '))
    .replace(STREET, (_, form: string) => (form === 'st' ? 'street' : 'avenue'))
    .replace(ROAD, 'road')
    .replace(SAINT, 'saint ')
    .replace(MOUNT, 'mount ')
    .replace(FORT, 'fort ')
    .replace(SENIOR_AT_WORK, (match) => asWritten(match, 'senior '))
    .replace(COMPANY_LIMITED, 'company ')
    .replace(CORPORATION, 'corporation')
    .replace(INCORPORATED, 'incorporated')
    .replace(BROTHERS, 'brothers')
}

/** A title in full, with a capital where the short form has one: "dr" → doctor, "Prof" → Professor. */
function inFull(title: string): string {
  const full = TITLES[sentenceCased(title)] ?? title
  return asWritten(title, full.toLowerCase())
}
