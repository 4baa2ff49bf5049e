import { writeNairaSign } from '#speech/languages/common/small-letters.ts'
import { asWritten, eitherCase } from './letter-case.ts'

/** Words of messages that nobody says as they are typed. */
const CHAT_WORDS: Readonly<Record<string, string>> = {
  ...{ '2day': 'today', '2moro': 'tomorrow', '2morrow': 'tomorrow', '2mrw': 'tomorrow' },
  ...{ '2nite': 'tonight', '2night': 'tonight', '4ever': 'forever', '4eva': 'forever' },
  ...{ gr8: 'great', l8r: 'later', l8: 'late', str8: 'straight', h8: 'hate', m8: 'mate' },
  ...{ any1: 'anyone', some1: 'someone', sum1: 'someone', every1: 'everyone', '4u': 'for you' },
  ...{ tmr: 'tomorrow', tmw: 'tomorrow', yday: 'yesterday', nxt: 'next', wknd: 'weekend' },
  ...{ bday: 'birthday', hbd: 'happy birthday', llnp: 'long life and prosperity' },
  ...{ ur: 'your', urs: 'yours', abt: 'about', frm: 'from', ppl: 'people' },
  ...{ pple: 'people', bcos: 'because', bcoz: 'because', bcuz: 'because', tnx: 'thanks' },
  ...{ thnx: 'thanks', plss: 'please', plsss: 'please', pls: 'please', plz: 'please' },
  ...{ mtg: 'meeting', appt: 'appointment', expy: 'expressway', mths: 'months' },
  ...{ 'h/w': 'hardware', 's/w': 'software', 'p/w': 'password' },
}
/** Forms that are other words or codes as well, with what must stand around them. */
const IN_CONTEXT: readonly (readonly [pattern: RegExp, spoken: string])[] = [
  [/(?<![\p{L}\p{N}'’.-])ur(?= welcome(?!\p{L}))/gu, "you're"],
  [/(?<![\p{L}\p{N}'’.-])Ur(?= welcome(?!\p{L}))/gu, "You're"],
  [
    /(?<![\p{L}\p{N}'’.-])(?<!(?:vitamin|room|size|paper|block|flat|level|gate|exit|row|pawn|at|to) )b4(?= (?:i|you|u|he|she|it|we|they|di|dem|una|the|my|ur|your|his|her|our|their|a|an|going|leaving|coming|now|then|dark|noon|sunset|breakfast|lunch|dinner|work|school|\p{Ll}{2,}ing)(?!\p{L}))/gu,
    'before',
  ],
  [/(?<![\p{L}\p{N}'’.-])w8(?=$|[.!?,]| (?:for|till|until|here|there|a)(?!\p{L}))/gmu, 'wait'],
  [
    /(?<![\p{L}\p{N}'’.-])hw(?= (?:r|are|is|do|did|can|far|much|many|u|you|was|were)(?!\p{L}))/gu,
    'how',
  ],
  [
    /(?<=(?<!\p{L})(?:my|your|her|his|the|new|of|dear|primary|secondary|high|boarding|to|in|from|at) )sch(?=[.,;!?]|$| (?:fees?|bag|uniform|bus|is|was|on|today|tomorrow))/gmu,
    'school',
  ],
  [/(?<=(?<!\p{L})(?:this|next|last|per|a|every|each|one|two|three|four) )wk(?!\p{L})/gu, 'week'],
  [/(?<=(?<!\p{L})(?:this|next|last|per|a|every|each|one) )yr(?!\p{L})/gu, 'year'],
  [/(?<![\p{L}\p{N}'’.-])yr (?=\d{1,2}(?![\p{L}\d]))/gu, 'year '],
  [/(?<![\p{L}\p{N}'’.-])pg (?=\d{1,3}(?![\p{L}\d]))/gu, 'page '],
  [/(?<![\p{L}\p{N}'’.-])dob(?=:? (?:is |was )?\d)/gu, 'date of birth'],
  [
    /(?<![\p{L}\p{N}'’.-])min(?= of (?:health|education|works|finance|justice|defence|agriculture|foreign|information|petroleum|interior|power|transport|trade|women)(?!\p{L}))/gu,
    'ministry',
  ],
  [
    /(?<![\p{L}\p{N}'’.-])gud(?= (?:morning|afternoon|evening|night|day|luck|idea|news|job|work)(?!\p{L}))/gu,
    'good',
  ],
  // Years of study at Nigerian universities.
  [
    /(?<=(?<![\p{L}\p{N}.,])[1-6]00) ?l(?= (?:students?|courses?|exams?|results?)(?!\p{L}))/gu,
    ' level',
  ],
  [/(?<![\p{L}\p{N}'’.-])sec(?:-| )gen(?!\p{L})/gu, 'secretary general'],
]
/** Names that are read by their letters, or have a reading of their own, once they have their capitals. */
const CAPITALS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'aac adc agf ai eod epl eprdf fcta icc ict igp iita inec ipob nba ndlea nta nuj nysc oau ppro tuc unhcr usd ussd utme'
      .split(' ')
      .map((name) => [name, name.toUpperCase()]),
  ),
  ...{ lgas: 'LGAs', msmes: 'MSMEs', ngos: 'NGOs', idps: 'IDPs', afcfta: 'AfCFTA', iot: 'IoT' },
}
const SMALL_NAME = new RegExp(
  `(?<![\\p{L}\\p{N}'’.@/_#&-])(?:${Object.keys(CAPITALS).join('|')})(?![\\p{L}\\p{N}@/_-]|[.'’](?!s(?!\\p{L}))\\p{L})`,
  'gu',
)
/** "from march 2", "5 may 2020", "5 march": months that are words as well. */
const MARCH_OR_MAY =
  /(?<=(?<!\p{L})(?:on|from|until|till|by|since|before|after|between) )(march|may)(?= \d{1,2}(?:st|nd|rd|th)?(?:[,.;]|$| (?:to|and|at|in|\d{4})(?!\p{L})))|(?<=(?<![\p{L}\d.,])(?:[12]?\d|3[01])(?:st|nd|rd|th)? )(march|may)(?=,? \d{4}(?!\d)|[,;.)](?!\p{L})|$)|(?<=(?:march|may) \d{1,2} to )(march|may)(?= \d)/gmu
/** "world no 1", "great britain v chile" */
const NUMBER_ONE = /(?<=(?<!\p{L})(?:world|ranked|seeded|platform|public enemy) )no(?= \d)/gu
const VERSUS =
  /(?<=(?<!\p{L})(?!(?:vitamin|type|form|part|figure|table|section|letter|title|chapter|class|grade|level|phase|stage|factor|volume|named|called|the|and|king|henry|george|charles|philip|pope|edward|louis) )\p{Ll}{3,20} )v(?= (?!(?:neck|necks|shape|shaped|sign|for|and|was|has|are|the)(?!\p{L}))\p{Ll}{3})/gu

const CHAT_WORD = new RegExp(
  `(?<![\\p{L}\\p{N}'’.@/_#&-])(${eitherCase(Object.keys(CHAT_WORDS))})(?![\\p{L}\\p{N}'’@/_-]|\\.\\p{L})`,
  'gu',
)
/** These are names of roads, squares and screws as well: a word of talk stands before them. */
const NEEDS_TALK = /^[lhm]8$/i
/** Ur is a town of old within a sentence. */
const IS_NAME = /^Urs?$/
const TALK_BEFORE =
  /(?:^|[.,!?] |(?<!\p{L})(?:hey|hi|thanks|cheers|alright|my|so|too|very|am|is|are|was|i|u|you|we|they|dont|don't|really|running|r) )$/iu

/** "4g data", "mtn 4g", "3g and 4g": generations of mobile networks, not grams. */
const GENERATION =
  /(?<![\p{L}\p{N}.,])([2-6])g(?= ?(?:\/|and |or |to ) ?[2-6]g(?![\p{L}\d])| (?:lte|networks?|data|internet|phones?|sims?|services?|routers?|modems?|coverage|mifi|wi-?fi|speeds?|spectrum|roll-?out|masts?|licences?|technology|devices?|signal|connection)(?!\p{L}))|(?<=(?<!\p{L})(?:mtn|glo|airtel|9mobile|lte|[2-6]g (?:and|or|to)) )([2-6])g(?![\p{L}\d])|(?<=(?<![\p{L}\p{N}])[2-6]g\/)([2-6])g(?![\p{L}\d])/giu

/** What messages are typed with: "c u 2nite, gr8" → c u tonight, great; "n5000" → ₦5000; "4g data" → 4G data. Before numbers are read. */
export function readChatForms(text: string): string {
  const signed = writeNairaSign(text)
  return IN_CONTEXT.reduce((rest, [pattern, spoken]) => rest.replace(pattern, spoken), signed)
    .replace(CHAT_WORD, (form: string, ...rest: unknown[]) => {
      const [, offset, whole] = rest as [string, number, string]
      const before = whole.slice(Math.max(0, offset - 12), offset)
      if (NEEDS_TALK.test(form) && !TALK_BEFORE.test(before)) return form
      if (IS_NAME.test(form) && !/(?:^|[.!?] )$/u.test(before)) return form
      return asWritten(form, CHAT_WORDS[form.toLowerCase()] ?? form)
    })
    .replace(SMALL_NAME, (name) => CAPITALS[name] ?? name)
    .replace(MARCH_OR_MAY, (month) => `M${month.slice(1)}`)
    .replace(NUMBER_ONE, 'number')
    .replace(VERSUS, 'versus')
    .replace(GENERATION, (form: string) => form.toUpperCase())
}
