const ONES = ['', 'moja', 'mbili', 'tatu', 'nne', 'tano', 'sita', 'saba', 'nane', 'tisa']
const TENS = [
  ...['', 'kumi', 'ishirini', 'thelathini', 'arobaini', 'hamsini', 'sitini', 'sabini'],
  ...['themanini', 'tisini'],
]

/** A whole number from 0 to 1,000 in words (Ashton 1944, "Swahili Grammar"); undefined beyond. */
export function numberWords(value: number): string | undefined {
  if (value > 1_000) return undefined
  if (value === 0) return 'sifuri'
  if (value === 1_000) return 'elfu moja'
  const hundreds = Math.floor(value / 100)
  const parts = [TENS[Math.floor((value % 100) / 10)], ONES[value % 10]].filter(Boolean)
  const rest = parts.join(' na ')
  if (hundreds === 0) return rest
  // "Mia tatu sitini na tano": the last part alone follows "na".
  const joined = rest === '' ? '' : parts.length > 1 ? ` ${rest}` : ` na ${rest}`
  return `mia ${ONES[hundreds]}${joined}`
}
