/** English initials and names that people type in small letters, and that are no word of any of the languages. */
export const INITIALS: readonly string[] =
  'aac acf adc agf apc bbc bvn cbn cdc ceo cnn dss dstv efcc epl eprdf fcmb fcta fct fm frsc gtb hiv icc icpc ict igp iita imf inec ipob jtf md msc mtn ncc ncdc ndlea nff nlc nnpc nnpcl nrc nuj nysc pdf pdp phd psg sms tuc tv dvd uk usa usb usd ussd utme vip vpn wwe'.split(
    ' ',
  )
const INITIAL = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}'’.@/_#&-])(?:${INITIALS.join('|')})(?![\\p{L}\\p{M}\\p{N}'’@/_-]|\\.\\p{L}| dot )`,
  'gu',
)
/** "dr okeke": titles that are words of none of the languages, before a name; what begins a clause of Igbo, Yoruba or Hausa is none. */
const TITLE =
  /(?<![\p{L}\p{M}\p{N}'’.@/_-])(dr|dkt|mr|mrs|prof|engr|barr|alh)(\.?) (?!(?:ndị|ya|ha|nke|na|wọ́n|wọn|ó|ni|ní|ti|tí|da|ta|su|sun|ne|ce|yana)(?![\p{L}\p{M}]))(\p{L})(?=[\p{L}\p{M}]{2})/gu
const SCALE = '(?:k|m|bn|b|trn|tn| ?(?:thousand|million|billion|trillion))'
const NAIRA = new RegExp(
  `(?:(?<![\\p{L}\\p{M}\\p{N}'’.#/_-])(?<!(?:[Nn]okia|[Mm]odel|[Rr]oad|[Tt]ype|[Ss]eries|[Ff]orm|[Ii]ntel|[Gg]alaxy|[Bb]us|[Rr]oute) )|(?<=[n₦]\\d[\\d,.]{0,12}[kmb]?-))n(?=(?:\\d{1,3}(?:,\\d{3}){1,3}(?:\\.\\d\\d)?|\\d{1,7}(?:00|50)(?:\\.\\d\\d)?|\\d{1,4}(?:\\.\\d{1,2})?${SCALE})(?![\\p{L}\\d]|[.,]\\d))`,
  'gu',
)

/** Sums that are typed on a keyboard without the sign: "n5000", "n1.5m", "n5k-n10k" → ₦5000, ₦1.5m, ₦5k-₦10k. */
export function writeNairaSign(text: string): string {
  return text.replace(NAIRA, '₦')
}

/**
 * Puts capitals where a message in small letters has none and readers of a language look for them: "bbc" → BBC, "dr okeke" → Dr Okeke,
 * "n5000" → ₦5000.
 */
export function capitaliseNames(text: string): string {
  return writeNairaSign(text)
    .replace(INITIAL, (initials) => initials.toUpperCase())
    .replace(TITLE, (_, title: string, stop: string, first: string) => {
      return `${title.charAt(0).toUpperCase()}${title.slice(1)}${stop} ${first.toUpperCase()}`
    })
}
