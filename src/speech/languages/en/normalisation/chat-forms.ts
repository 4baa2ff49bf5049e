import { INITIALS, writeNairaSign } from '#speech/languages/common/small-letters.ts'
import { asWritten, eitherCase, FORM_START } from './letter-case.ts'

/** Words of messages that nobody says as they are typed. */
const CHAT_WORDS: Readonly<Record<string, string>> = {
  ...{ '2moro': 'tomorrow', '2morrow': 'tomorrow', '2mrw': 'tomorrow', tmr: 'tomorrow' },
  ...{ tmw: 'tomorrow', yday: 'yesterday', '2nite': 'tonight', nxt: 'next', wknd: 'weekend' },
  ...{ '4ever': 'forever', '4eva': 'forever', '4u': 'for you', gr8: 'great', l8r: 'later' },
  ...{ str8: 'straight', any1: 'anyone', some1: 'someone', sum1: 'someone', every1: 'everyone' },
  ...{ bday: 'birthday', hbd: 'happy birthday', llnp: 'long life and prosperity' },
  ...{ ur: 'your', abt: 'about', frm: 'from', ppl: 'people', pple: 'people', bcos: 'because' },
  ...{ bcoz: 'because', bcuz: 'because', tnx: 'thanks', thnx: 'thanks', plss: 'please' },
  ...{ plsss: 'please', mtg: 'meeting', appt: 'appointment' },
}
/** With a capital these are names: a firm, a city of Sumer. */
const NAMES = new Set(['abt', 'ur'])
const CHAT_WORD = new RegExp(
  `${FORM_START}(${eitherCase(Object.keys(CHAT_WORDS))})(?:\\.(?= \\p{Ll}))?(?![\\p{L}\\p{N}'’@/_-]|\\.\\p{L})`,
  'gu',
)
const END = '(?![\\p{L}\\p{N}])'
/** Forms that are other words or codes as well, with what must stand around them. */
const IN_CONTEXT: readonly (readonly [pattern: RegExp, spoken: string])[] = (
  [
    [`${FORM_START}ur(?= welcome${END})`, "you're"],
    [`${FORM_START}Ur(?= welcome${END})`, "You're"],
    [`${FORM_START}(?<!(?:a|an|the|\\d) )2day${END}`, 'today'],
    [`${FORM_START}(?<!(?:a|an|the|\\d) )2night${END}`, 'tonight'],
    [
      `${FORM_START}(?<!(?:vitamin|room|size|paper|block|flat|level|gate|exit|row|pawn|at|to) )b4(?= (?:i|you|u|he|she|it|we|they|e|d|di|dem|una|the|my|ur|your|his|her|our|their|a|an|going|leaving|coming|now|then|dark|noon|midnight|sunset|christmas|xmas|easter|breakfast|lunch|dinner|work|school|\\p{Ll}{2,}ing|\\d{1,2}(?:[ap]m|:\\d\\d))${END})`,
      'before',
    ],
    [`${FORM_START}w8(?= (?:for|till|until|here|there|pls|please|4)${END})`, 'wait'],
    [`(?<=(?<!\\p{L})(?:so|too|very|am|i'm|im|it's|its|be|is|was|running|r) )l8${END}`, 'late'],
    [`(?<=(?<!\\p{L})(?:i|u|you|we|they|really|dont|don't) )h8${END}`, 'hate'],
    [`(?<=(?<!\\p{L})(?:hey|hi|thanks|thx|cheers|alright|ok|okay|my|yes|job) )m8${END}`, 'mate'],
    [
      `${FORM_START}hw(?= (?:(?:r|are|do|did|can|were) (?:u|you|ya|i|we|they|things)|far|much|many|u|una|you)${END})`,
      'how',
    ],
    [
      `(?<=(?<!\\p{L})(?:my|your|her|his|the|new|dear|primary|secondary|high|boarding|to|in|from|at) )sch(?=[.,;!?]|$| (?:fees?|bag|uniform|bus|is|was|on|resumes|today|tomorrow)${END})`,
      'school',
    ],
    [`(?<=(?<!\\p{L})(?:this|next|nxt|last|per|a|every|each|one|two|three|four) )wk${END}`, 'week'],
    [`(?<=(?<!\\p{L})(?:this|next|nxt|last|per|a|every|each|one) )yr${END}`, 'year'],
    [`${FORM_START}yr (?=\\d{1,2}${END})`, 'year '],
    [`(?<=(?:^|(?<!\\p{L})(?:on|see|at|to|from|turn|read|open) ))pg (?=\\d{1,3}${END})`, 'page '],
    [`${FORM_START}dob(?=:? (?:is |was )?\\d)`, 'date of birth'],
    [
      `(?<=(?:^|[.,!?] |(?<!\\p{L})(?:the|a|federal|state|fed|from|to|by|at) ))min(?= of (?:health|education|works|finance|justice|defence|agriculture|foreign|information|petroleum|interior|power|transport|trade|women)${END})`,
      'ministry',
    ],
    [
      `${FORM_START}gud(?= (?:morning|afternoon|evening|night|day|luck|idea|news|job|work)${END})`,
      'good',
    ],
    [`${FORM_START}h\\/w(?=$|[.,;:!?]| (?:and|or|is|s\\/w|issue|problem|fault))`, 'hardware'],
    [
      `${FORM_START}s\\/w(?=$|[.,;:!?]| (?:and|or|is|h\\/w|issue|problem|update|version))`,
      'software',
    ],
    // Years of study at Nigerian universities.
    [
      `(?<=(?<![\\p{L}\\p{N}.,])[1-6]00) ?l(?= (?:students?|courses?|exams?|results?)${END})`,
      ' level',
    ],
    [`${FORM_START}sec(?:-| )gen${END}`, 'secretary general'],
  ] as const
).map(([pattern, spoken]) => [new RegExp(pattern, 'gmu'), spoken])

/** Names that are read by their letters, or have a reading of their own, once they have their capitals. */
const CAPITALS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...INITIALS, 'ai', 'eod', 'eu', 'lga', 'nba', 'nta', 'oau', 'ppro', 'unhcr'].map((name) => [
      name,
      name.toUpperCase(),
    ]),
  ),
  ...{ lgas: 'LGAs', msmes: 'MSMEs', ngos: 'NGOs', idps: 'IDPs', afcfta: 'AfCFTA', iot: 'IoT' },
}
const SMALL_NAME = new RegExp(
  `${FORM_START}(?:${Object.keys(CAPITALS).join('|')})(?![\\p{L}\\p{N}@/_-]|[.'’](?!s(?!\\p{L}))\\p{L}| weiwei)`,
  'gu',
)
/** "from march 2", "5 may 2020", "5 march": months that are words as well. */
const MARCH_OR_MAY =
  /(?<=(?<!\p{L})(?:on|from|until|till|by|since|before|after|between) )(march|may)(?= \d{1,2}(?:st|nd|rd|th)?(?:[,.;]|$| (?:to|and|at|in|\d{4})(?!\p{L})))|(?<=(?<![\p{L}\d.,])(?:[12]?\d|3[01])(?:st|nd|rd|th)? )(march|may)(?=,? \d{4}(?!\d)|\.?$)|(?<=(?:march|may) \d{1,2} to )(march|may)(?= \d)/gmu
/** "world no 1" */
const NUMBER_ONE =
  /(?<=(?<!\p{L})(?:world|ranked|seeded|platform) )no(?= \d{1,3}(?:[,.;]|$| (?:in|is|was|and|player|seed|for|has)(?!\p{L})))/gmu
const NETWORK =
  'lte|networks?|data|internet|phones?|sims?|services?|routers?|modems?|coverage|mifi|wi-?fi|speeds?|spectrum|roll-?out|masts?|licences?|technology|devices?|signal|connection'
/** "4g data", "mtn 4g": generations of mobile networks, not grams. */
const GENERATION = new RegExp(
  `(?<![\\p{L}\\p{N}.,])[2-6]g(?= (?:${NETWORK})(?!\\p{L}))|(?<=(?<!\\p{L})(?:mtn|glo|airtel|9mobile|lte) )[2-6]g(?![\\p{L}\\d])`,
  'giu',
)
/** "3g and 4g", "4g/5g": one and the next. */
const GENERATIONS = new RegExp(
  `(?<![\\p{L}\\p{N}.,])([2-4])g( (?:and|or|to) |\\/)([3-5])g(?=$|[.!?]| (?:${NETWORK}|is|are|in|for|on)(?!\\p{L}))`,
  'gimu',
)

/** What messages are typed with: "see u 2nite, gr8" → see u tonight, great; "n5000" → ₦5000; "4g data" → 4G data. Before numbers are read. */
export function readChatForms(text: string): string {
  const signed = writeNairaSign(text)
  return IN_CONTEXT.reduce((rest, [pattern, spoken]) => rest.replace(pattern, spoken), signed)
    .replace(CHAT_WORD, (match: string, form: string) => {
      const small = form.toLowerCase()
      return form !== small && NAMES.has(small) ? match : asWritten(form, CHAT_WORDS[small] ?? form)
    })
    .replace(SMALL_NAME, (name) => CAPITALS[name] ?? name)
    .replace(MARCH_OR_MAY, (month) => `M${month.slice(1)}`)
    .replace(NUMBER_ONE, 'number')
    .replace(GENERATIONS, (match: string, one: string, link: string, next: string) => {
      return Number(next) === Number(one) + 1 ? `${one}G${link}${next}G` : match
    })
    .replace(GENERATION, (form: string) => form.toUpperCase())
}
