import type { Syllable, Tone } from '#speech/utterance.ts'

/**
 * Tone spreading within a word: high after low rises, low after high falls (Akinlabi & Liberman 2001). Mid neither
 * spreads nor changes; written contours stay.
 */
export function spreadTones(syllables: readonly Syllable[]): readonly Syllable[] {
  return syllables.map((syllable, index) => {
    const before = syllables[index - 1]?.tone
    return { ...syllable, tone: spread(before, syllable.tone ?? 'M') }
  })
}

function spread(before: Tone | undefined, tone: Tone): Tone {
  if (tone === 'H' && (before === 'L' || before === 'HL')) return 'LH'
  if (tone === 'L' && (before === 'H' || before === 'LH')) return 'HL'
  return tone
}
