type Sound = readonly [consonant: string, vowel: string | undefined]

const ORDERS = ['ə', 'u', 'i', 'a', 'e', undefined, 'o'] as const
const ROW = 8

/** The first code point of each row of letters that other languages have, and the nearest consonant of Amharic. */
const ROWS: Readonly<Record<number, string>> = {
  ...{ 11680: 'ʃ', 11688: 't͡ʃ', 11696: 'ʒ', 11704: 't͡ʃʼ', 11712: 'kʼ', 11720: 'k' },
  ...{ 11728: 'h', 11736: 'ɡ', 43776: 'tʼ', 43784: 'd', 43792: 'z', 43808: 't͡ʃʼ' },
  ...{ 43816: 'b', 124896: 'h' },
}

/** Letters in no row, in the order of their code points: of Me'en and Blin, of Sebatbeit and of Gurage. */
const OTHERS: Readonly<Record<number, readonly Sound[]>> = {
  11648: ['l', 'm', 'ɾ', 's', 'ʃ', 'b', 't', 't͡ʃ', 'n', 'ɲ', 'ʔ', 'z', 'd', 'd', 'd͡ʒ', 'tʼ']
    .concat('t͡ʃʼ', 'pʼ', 'p')
    .map((consonant) => [consonant, 'o']),
  11667: labial('ɡʷ', 'ə', 'i', 'e', undefined),
  124904: labial('hʷ', 'ə', 'i', 'e', undefined),
  124909: labial('mʷ', 'i', 'e'),
  124912: labial('kʼʷ', 'i', 'e', undefined),
  124915: labial('bʷ', 'i', 'e'),
  124917: labial('kʷ', 'i', 'e', undefined),
  124920: labial('ɡʷ', 'i', 'e', undefined),
  124923: labial('fʷ', 'i', 'e'),
  124925: labial('pʷ', 'i', 'e'),
}
const SINGLE: ReadonlyMap<number, Sound> = new Map(
  Object.entries(OTHERS).flatMap(([first, sounds]) =>
    sounds.map((sound, index) => [Number(first) + index, sound] as const),
  ),
)

/**
 * Amharic pronunciation of a letter of other Ethiopic orthographies (Unicode's extensions); undefined for any other.
 */
export function soundOfNeighbour(codePoint: number): Sound | undefined {
  const single = SINGLE.get(codePoint)
  if (single) return single
  const consonant = ROWS[codePoint - (codePoint % ROW)]
  const order = codePoint % ROW
  return consonant === undefined || order >= ORDERS.length ? undefined : [consonant, ORDERS[order]]
}

function labial(consonant: string, ...vowels: readonly (string | undefined)[]): readonly Sound[] {
  return vowels.map((vowel) => [consonant, vowel])
}
