/** Titles before a name, with or without a stop. */
const TITLES: Readonly<Record<string, string>> = {
  Alh: 'Alhaji',
  Haj: 'Hajiya',
  Hjy: 'Hajiya',
  Mal: 'Malam',
  Mlm: 'Malam',
  Dr: 'Dakta',
  Dkt: 'Dakta',
  Prof: 'Farfesa',
  Mr: 'Mista',
  Mrs: 'Misis',
  Gov: 'Gwamna',
  Sen: 'Sanata',
  Hon: 'Honorabul',
  Engr: 'Injiniya',
  Barr: 'Barista',
  Gen: 'Janar',
  Col: 'Kanar',
  Kan: 'Kanar',
  Maj: 'Manjo',
  Capt: 'Kyaftin',
  Sgt: 'Sajan',
  Rev: 'Rabaran',
  Amb: 'Ambasada',
}
/** Matched in any case; the stops may be left out where the form is no word. */
const FORMS: readonly (readonly [pattern: string, spoken: string])[] = [
  ['(?:da )?d\\.s\\.?|d\\.s\\.s\\.?|dss\\.|etc\\.?', 'da sauransu'],
  ['s\\.a\\.w\\.?|\\(saw\\)', 'sallallahu alaihi wa sallam'],
  ['a\\.s\\.?', 'alaihis salam'],
  ['r\\.a\\.?', 'raliyallahu anhu'],
  ['s\\.w\\.t\\.?|\\(swt\\)', "subhanahu wa ta'ala"],
  ['h\\.k\\.', 'bayan hijira'],
  ['b\\.h\\.', 'bayan hijira'],
  ['k\\.m\\.', 'kafin miladiyya'],
  ['vs\\.?', 'da'],
]
const TITLE = new RegExp(
  `(?<![\\p{L}'])(${Object.keys(TITLES).join('|')})(?:\\. ?| )(?=\\p{Lu})`,
  'gu',
)
const NUMBER_LABEL = /(?<!\p{L})(?:[Nn]o\.|[Nn]os\.|[Ll]amb\.|№) ?(?=\d)|(?<![\p{L}\d])#(?=\d)/gu
const PAGE = /(?<!\p{L})(?:sh|shf|p)\. ?(?=\d)/gu
const READERS = FORMS.map(
  ([pattern, spoken]) =>
    [new RegExp(`(?<![\\p{L}.])(?:${pattern})(?!\\p{L})`, 'giu'), spoken] as const,
)

/** Abbreviations in full: "Alh. Musa" → Alhaji Musa, "d.s." → da sauransu. A stop stays at the end of a line or before a capital. */
export function readAbbreviations(text: string): string {
  const full = READERS.reduce(
    (rest, [pattern, spoken]) =>
      rest.replace(pattern, (match: string, at: number, whole: string) => {
        const ends = /^\s*$|^\s+\p{Lu}/u.test(
          whole
            .slice(at + match.length)
            .split('\n')[0]
            ?.slice(0, 40) ?? '',
        )
        return `${spoken}${match.endsWith('.') && ends ? '.' : ''}`
      }),
    text,
  )
  return full
    .replace(TITLE, (_, title: string) => `${TITLES[title] ?? title} `)
    .replace(NUMBER_LABEL, 'lamba ')
    .replace(PAGE, 'shafi na ')
}
