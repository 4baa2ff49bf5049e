/** English initials and names that people type in small letters, and that are no word of any of the languages. */
const INITIALS =
  'aac adc apc acf agf bbc bvn cbn cdc cnn dss dstv efcc epl eprdf fcta fct fcmb frsc gtb gtbank hiv icpc icc ict igp iita imf inec ipob jtf mtn ncc ncdc ndlea nff nlc nnpc nnpcl npa nrc nuj nysc pdf pdp psg sms tuc tv dvd uk usa usb usd ussd utme vip vpn wwe yks fm phd msc ceo md'.split(
    ' ',
  )
const INITIAL = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}'’.@/_#&-])(?:${INITIALS.join('|')})(?![\\p{L}\\p{M}\\p{N}'’@/_-]|\\.\\p{L}| dot )`,
  'gu',
)
/** "dr okeke": titles that are words of none of the languages, before a name. */
const TITLE =
  /(?<![\p{L}\p{M}\p{N}'’.@/_-])(dr|dkt|mr|mrs|prof|engr|barr|alh)(\.?) (\p{Ll})(?=[\p{L}\p{M}]{2})/gu
const NAIRA =
  /(?<![\p{L}\p{M}\p{N}'’.#/_-])(?<!(?:[Nn]okia|[Mm]odel|[Rr]oad|[Tt]ype|[Ss]eries) )n(?=(?:\d{1,3}(?:,\d{3}){1,3}|\d{1,7}(?:00|50)(?:\.\d\d)?|\d{1,4}(?:\.\d)?(?:k|m|bn))(?![\p{L}\d.,-]\d|[\p{L}\d]))/gu

/** Sums that are typed on a keyboard without the sign: "n5000", "n1,500" → ₦5000, ₦1,500. */
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
