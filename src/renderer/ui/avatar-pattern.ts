/** Motif of the pattern, centred on 0,0 in a cell two units wide. */
export type Motif = 'moon' | 'seed' | 'star' | 'leaf' | 'comb' | 'ring' | 'cross' | 'bird'

/** Pattern of a voice's avatar. Colours are CSS colours. */
export interface AvatarPattern {
  readonly motif: Motif
  readonly secondMotif: Motif
  /** Number of cells along each side. */
  readonly cells: 2 | 3
  readonly rotationDegrees: 0 | 45
  readonly background: string
  readonly foreground: string
}

const MOTIFS: readonly Motif[] = ['moon', 'seed', 'star', 'leaf', 'comb', 'ring', 'cross', 'bird']
/** Shades of indigo. */
const BACKGROUNDS = ['#1b2250', '#27348b', '#3a4bb3', '#2a5c8f', '#45307f', '#17495e'] as const
const FOREGROUNDS = ['#f6f2e9', '#dfe3fa', '#f3e3c3'] as const

/** Pattern of a voice, always the same for the same id. */
export function avatarPattern(voiceId: string): AvatarPattern {
  const bits = hashText(voiceId)
  const motif = pick(MOTIFS, bits)
  const others = MOTIFS.filter((other) => other !== motif)
  return {
    motif,
    secondMotif: pick(others, bits >>> 5),
    cells: bits & 0x800 ? 3 : 2,
    rotationDegrees: bits & 0x1000 ? 45 : 0,
    background: pick(BACKGROUNDS, bits >>> 14),
    foreground: pick(FOREGROUNDS, bits >>> 20),
  }
}

function pick<T>(choices: readonly [T, ...T[]] | readonly T[], bits: number): T {
  const chosen = choices[bits % choices.length]
  if (chosen === undefined) throw new RangeError('There is nothing to pick from.')
  return chosen
}

/** FNV-1a hash over UTF-16 units (32 bit) with a final mixing step, so that similar ids look different. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
