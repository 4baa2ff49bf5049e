/** Letters of fine transcriptions by the broad ones that a dictionary without allophones has. */
const BROAD: Readonly<Record<string, string>> = {
  ...{ c: 'k', ɟ: 'ɡ', ʎ: 'l', ɫ: 'l', ɱ: 'm', ç: 'h', ɲ: 'n' },
  ...{ aj: 'aɪ', aw: 'aʊ', ɔj: 'ɔɪ', ʊ: 'u', ɜ: 'ɛ', t̪: 't', d̪: 'd', θ: 't', ð: 'd' },
}

/**
 * Phones of a dictionary of the Montreal Forced Aligner for Nigerian English without their allophones, as Griot writes
 * them: aspiration, palatalisation and length left out, t and d for th.
 * @example `broadMfa('tʰ iː tʃ a')` is `'t i tʃ a'`.
 */
export function broadMfa(phones: string): string {
  return phones
    .split(' ')
    .map((phone) => {
      const plain = phone.replace(/[ʰʲː]/g, '')
      const rounded = plain.replace(/ʷ$/, '')
      return (BROAD[rounded] ?? rounded) + (plain === rounded ? '' : ' w')
    })
    .join(' ')
}
