/**
 * The marks of a letter as a number: the tone (0 none, 1 high, 2 low) and 3 more for the under-dot. Contours and other
 * marks are not restored.
 */
const TONES = ['', '\u0301', '\u0300']

/** Marks that a letter may carry: e and o under-dot and tone, a i u m n tone, s the under-dot; no other letter any. */
export function marksFor(letter: string): readonly number[] {
  if (letter === 'e' || letter === 'o') return [0, 1, 2, 3, 4, 5]
  if (letter === 's') return [0, 3]
  return /^[aiumn]$/.test(letter) ? [0, 1, 2] : [0]
}

/** The marks of one letter in NFD as a number; undefined where it has marks that are not restored. */
export function markOf(cluster: string): number | undefined {
  const dot = cluster.includes('\u0323') ? 3 : 0
  const tone = TONES.indexOf(cluster.slice(1).replace('\u0323', ''))
  return tone < 0 ? undefined : tone + dot
}

/** The letter with the marks of a number, in NFC. */
export function marked(letter: string, mark: number): string {
  return `${letter}${mark >= 3 ? '\u0323' : ''}${TONES[mark % 3]}`.normalize('NFC')
}
