const POINTS: Readonly<Record<string, string>> = { N: 'north', S: 'south', E: 'east', W: 'west' }
const POINT = '(?:[NS][NS]?[EW]|[EW][NS][EW]|[NSEW])'
const END = "(?![\\p{L}\\d&/'’-]|\\.\\p{L})"
/** "3 miles N", "20 km NE of Kano", "35km due W" */
const AFTER_DISTANCE = new RegExp(
  `(?<=(?:\\d ?(?:km|kms|mi|nmi)|(?<!\\p{L})(?:miles?|kilomet(?:re|er)s?))(?: to the| due)? )(${POINT})${END}(?=$|[,.;:)!?]| (?:of|from|on|in|and|or|at|to|by|along|off)(?!\\p{L}))`,
  'gmu',
)
/** "50 m N of the gate": after shorter units a letter may be a width. */
const AFTER_SHORT_DISTANCE = new RegExp(
  `(?<=(?:\\d ?(?:m|ft|yds?)|(?<!\\p{L})(?:met(?:re|er)s|feet|yards)) )(${POINT})${END}(?= of (?:the |\\p{Lu}))`,
  'gu',
)
/** "winds from the SW", "a NE wind", "the NW of England" */
const OF_WIND =
  /(?<=(?<!\p{L})(?:winds?|gales|breezes?|storms?|rain|showers)(?!\p{L})[^.\n]{0,40} (?:from|in|to) the )([NS]?[NS][EW])(?![\p{L}\d/&'’-])|(?<![\p{L}\d/&-])([NS]?[NS][EW])(?= (?:winds?|gales?|breezes?)(?!\p{L}))|(?<=(?<!\p{L})[Tt]he )([NS][EW])(?= of (?:the (?:country|city|county|island|region|state)|\p{Lu}\p{Ll}))/gu
/** "in the N of the country", "the N and E of Scotland" */
const PART_OF_COUNTRY =
  /(?<=(?<!\p{L})(?:[Ii]n|[Tt]o|[Ff]rom|[Aa]cross|[Oo]ver) the )([NSEW])(?: (and|or) (?:the )?([NSEW]))?(?= of (?:the (?:country|city|county|island|region|state)|\p{Lu}\p{Ll}))/gu

/** Points of the compass after a distance, with the wind, or as a part of a land: "20 km NE of Kano" → north east. */
export function readCompass(text: string): string {
  return text
    .replace(AFTER_DISTANCE, (point: string) => named(point))
    .replace(AFTER_SHORT_DISTANCE, (point: string) => named(point))
    .replace(OF_WIND, (point: string) => named(point))
    .replace(PART_OF_COUNTRY, (_, first: string, link?: string, second?: string) => {
      return second === undefined ? named(first) : `${named(first)} ${link} ${named(second)}`
    })
}

/** "NNE" → north north east. */
function named(point: string): string {
  return [...point].map((letter) => POINTS[letter]).join(' ')
}
