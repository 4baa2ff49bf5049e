/** The words of a reading in small letters, without punctuation. */
export function plainWords(reading: string): readonly string[] {
  return reading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/_letter\b|(?<![\p{L}\d])sil(?![\p{L}\d])/gu, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '')
}
