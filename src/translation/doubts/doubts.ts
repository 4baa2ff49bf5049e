import type { Doubt, DoubtKind } from '#shared/doubts.ts'
import { figureFindings } from './figures.ts'
import { lengthFindings } from './length.ts'
import { nameFindings } from './names.ts'
import { negationFindings } from './negation.ts'
import { pidginFindings } from './pidgin.ts'
import { repetitionFindings } from './repetition.ts'
import type { Finding, SentencePair } from './sentence-pair.ts'
import { untranslatedFindings } from './untranslated.ts'

const CHECKS: readonly (readonly [DoubtKind, (pair: SentencePair) => readonly Finding[]])[] = [
  ['figures', figureFindings],
  ['negation', negationFindings],
  ['names', nameFindings],
  ['words', pidginFindings],
  ['length', lengthFindings],
  ['repetition', repetitionFindings],
  ['untranslated', untranslatedFindings],
]

/** What of a translation is not accounted for by its source, whoever has translated it. */
export function doubtsOf(pair: SentencePair): readonly Doubt[] {
  return CHECKS.flatMap(([kind, check]) => check(pair).map((finding) => ({ kind, ...finding })))
}

/**
 * Doubts of one text, each thing once: a name is a word too, and where something in particular is doubtful, the sentence as such need not
 * be named.
 */
export function withoutRepeats(doubts: readonly Doubt[]): readonly Doubt[] {
  const isNamed = ({ source, text }: Doubt): boolean =>
    doubts.some(
      (other) =>
        (other.kind === 'names' || other.kind === 'untranslated') &&
        (source !== '' ? other.source === source : other.text === text),
    )
  const particular = doubts.filter(
    (doubt) => doubt.kind !== 'sentence' && !(doubt.kind === 'words' && isNamed(doubt)),
  )
  return particular.length > 0 ? particular : doubts
}
