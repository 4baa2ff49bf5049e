import { PITCH, VOLUME } from '#shared/script.ts'

/** What instructions change: a factor of the pace, semitones, decibels, and the words that asked for it. */
export interface InstructedStyle {
  readonly pace: number
  readonly pitch: number
  readonly volume: number
  readonly words: readonly string[]
}

interface StyleWord {
  readonly pattern: RegExp
  readonly pace?: number
  readonly pitch?: number
  readonly volume?: number
}

/** The English words that do something, each with its forms; every other word is read over. */
export const STYLE_WORDS: Readonly<Record<string, StyleWord>> = {
  fast: { pattern: /\b(?:fast(?:er)?|quick(?:er|ly)?|rapid(?:ly)?|brisk(?:ly)?)\b/gi, pace: 1.15 },
  slow: { pattern: /\b(?:slow(?:er|ly)?|unhurried|leisurely)\b/gi, pace: 0.85 },
  high: { pattern: /\bhigh(?:er)?[- ](?:pitch(?:ed)?|voice|tone)\b/gi, pitch: 2 },
  deep: {
    pattern: /\b(?:deep(?:er|ly)?|low(?:er)?[- ](?:pitch(?:ed)?|voice|tone))\b/gi,
    pitch: -2,
  },
  calm: {
    ...{
      pattern: /\b(?:calm(?:er|ly)?|soothing(?:ly)?|relaxed|serene(?:ly)?|peaceful(?:ly)?)\b/gi,
    },
    ...{ pace: 0.93, pitch: -0.5, volume: -2 },
  },
  excited: {
    pattern:
      /\b(?:excited(?:ly)?|enthusiastic(?:ally)?|energetic(?:ally)?|cheerful(?:ly)?|upbeat|lively|happ(?:y|ily)|joyful(?:ly)?)\b/gi,
    ...{ pace: 1.08, pitch: 1.5, volume: 1 },
  },
  sad: {
    ...{ pattern: /\b(?:sad(?:ly)?|solemn(?:ly)?|melanchol(?:y|ic)|mournful(?:ly)?)\b/gi },
    ...{ pace: 0.9, pitch: -1 },
  },
  soft: { pattern: /\b(?:soft(?:er|ly)?|gent(?:le|ly)|quiet(?:er|ly)?)\b/gi, volume: -5 },
  whisper: {
    pattern: /\b(?:whisper(?:s|ed|ing|y)?|hushed)\b/gi,
    ...{ pace: 0.95, volume: -8 },
  },
  loud: { pattern: /\b(?:loud(?:er|ly)?|shout(?:s|ing)?)\b/gi, volume: 4 },
}

/** A word that turns what follows it around, with at most two words between them in the same clause. */
const NOT =
  /\b(?:not|never|no|without|avoid|less|(?:do|does|is|are|must|should)n['’]t)(?:[ -]\w+){0,2}[ -]$/i
const MORE = /\b(?:very|extremely|really|much)[ -]$/i
const LESS = /\b(?:slightly|somewhat|a (?:little|bit)|rather)[ -]$/i
const MORE_FACTOR = 1.5
const LESS_FACTOR = 0.5

/**
 * Reads what instructions for a voice ask for, as far as a voice can do it: pace, pitch and level. A word counts once, more after
 * "very" and less after "slightly", and not at all after "not" or "without". Linear in the length of the text.
 * @example `styleOf('Speak slowly, in a deep voice.').words` is `['slow', 'deep']`.
 */
export function styleOf(instructions: string): InstructedStyle {
  let [pace, pitch, volume] = [1, 0, 0]
  const words: string[] = []
  for (const [name, style] of Object.entries(STYLE_WORDS)) {
    const strength = strengthIn(instructions, style.pattern)
    if (strength === 0) continue
    words.push(name)
    pace *= (style.pace ?? 1) ** strength
    pitch += (style.pitch ?? 0) * strength
    volume += (style.volume ?? 0) * strength
  }
  return {
    ...{ pace, words },
    pitch: within(PITCH, pitch),
    volume: within(VOLUME, volume),
  }
}

/** Characters before a word in which what changes it may stand. */
const BEFORE = 40

/** How strongly a word is asked for: 0 where it does not stand, or is only denied. */
function strengthIn(text: string, pattern: RegExp): number {
  for (const { index } of text.matchAll(pattern)) {
    const clause =
      text
        .slice(Math.max(0, index - BEFORE), index)
        .split(/[.,;:!?\n]/)
        .at(-1) ?? ''
    if (NOT.test(clause)) continue
    if (MORE.test(clause)) return MORE_FACTOR
    return LESS.test(clause) ? LESS_FACTOR : 1
  }
  return 0
}

function within({ min, max }: { readonly min: number; readonly max: number }, value: number) {
  return Math.min(max, Math.max(min, value))
}
