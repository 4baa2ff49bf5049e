/** Consonants of the rows of Ethiopic syllables from U+1200 on, eight syllables a row, as names are commonly written in English. */
const ROWS = [
  ...['h', 'l', 'h', 'm', 's', 'r', 's', 'sh', 'k', 'kw', 'k', 'kw', 'b', 'v', 't', 'ch'],
  ...['h', 'hw', 'n', 'ny', '', 'k', 'kw', 'h', 'hw', 'w', '', 'z', 'zh', 'y', 'd', 'd'],
  ...['j', 'g', 'gw', 'g', 't', 'ch', 'p', 'ts', 'ts', 'f', 'p'],
]
const VOWELS = ['e', 'u', 'i', 'a', 'e', '', 'o', 'wa']
/** A syllable without a consonant has the vowel a where others have the first one. */
const BARE_VOWELS = ['a', 'u', 'i', 'a', 'e', 'i', 'o', 'a']

/** A name in Ethiopic letters as it would be written in English. Other characters stay. */
export function inLatin(name: string): string {
  const latin = name.replace(/[\u1200-\u135A]/gu, (syllable) => {
    const code = (syllable.codePointAt(0) ?? 0) - 0x1200
    const consonant = ROWS[code >> 3] ?? ''
    return consonant === '' ? (BARE_VOWELS[code & 7] ?? '') : consonant + (VOWELS[code & 7] ?? '')
  })
  return latin.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

/** Rows by what is written in English, the longer spellings first. */
const CONSONANTS: readonly (readonly [string, number])[] = [
  ...([
    ['tch', 0x1278],
    ['sch', 0x1238],
    ['sh', 0x1238],
    ['ch', 0x1278],
    ['th', 0x1270],
    ['ph', 0x1348],
  ] as const),
  ...([
    ['zh', 0x12e0],
    ['ny', 0x1298],
    ['kh', 0x12a8],
    ['gh', 0x1308],
    ['ck', 0x12a8],
    ['ll', 0x1208],
  ] as const),
  ...([
    ['mm', 0x1218],
    ['nn', 0x1290],
    ['ss', 0x1230],
    ['tt', 0x1270],
    ['bb', 0x1260],
    ['dd', 0x12f0],
  ] as const),
  ...([
    ['b', 0x1260],
    ['c', 0x12a8],
    ['d', 0x12f0],
    ['f', 0x1348],
    ['g', 0x1308],
    ['h', 0x1200],
  ] as const),
  ...([
    ['j', 0x1300],
    ['k', 0x12a8],
    ['l', 0x1208],
    ['m', 0x1218],
    ['n', 0x1290],
    ['p', 0x1350],
  ] as const),
  ...([
    ['q', 0x1240],
    ['r', 0x1228],
    ['s', 0x1230],
    ['t', 0x1270],
    ['v', 0x1268],
    ['w', 0x12c8],
  ] as const),
  ...([
    ['y', 0x12e8],
    ['z', 0x12d8],
  ] as const),
]
const VOWEL_COLUMNS: readonly (readonly [string, number])[] = [
  ...([
    ['ee', 2],
    ['oo', 1],
    ['ou', 1],
    ['ie', 4],
    ['ea', 2],
    ['ei', 2],
    ['ai', 4],
    ['au', 6],
  ] as const),
  ...([
    ['a', 3],
    ['e', 4],
    ['i', 2],
    ['o', 6],
    ['u', 1],
  ] as const),
]

/** A name in Latin letters in Ethiopic ones, by its spelling. Characters without a sound of their own stay. */
export function inEthiopic(name: string): string {
  const rest = name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('x', 'ks')
  let written = ''
  for (let at = 0; at < rest.length; ) {
    const [spelling, row] = CONSONANTS.find(([start]) => rest.startsWith(start, at)) ?? ['', 0x12a0]
    const after = at + spelling.length
    const [vowel, column] = VOWEL_COLUMNS.find(([start]) => rest.startsWith(start, after)) ?? [
      '',
      5,
    ]
    if (spelling === '' && vowel === '') {
      written += rest[at] ?? ''
      at++
      continue
    }
    // A silent e ends many names.
    const isSilent =
      vowel === 'e' && spelling !== '' && after + 1 === rest.length && rest.length > 4
    written += String.fromCharCode(row + (isSilent ? 5 : column))
    at = after + vowel.length
  }
  return written
}
