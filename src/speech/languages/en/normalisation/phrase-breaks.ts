import { type PhraseBreaks, wordSet } from '#speech/languages/common/phrase-breaks.ts'

/** A new clause begins with these: the best place for a breath where there is no mark. */
export const CONJUNCTIONS = wordSet(
  'and but or nor so yet because although though while whereas unless until since if when whenever where wherever',
  'which who whom whose that before after as than whether however therefore',
)

/** A phrase begins with these. */
export const PREPOSITIONS = wordSet(
  'in on at by for from with to into onto of about above across against along among around behind below beneath beside',
  'between beyond despite during except inside near over past through throughout toward towards under upon within without',
)

export const PHRASE_BREAKS: PhraseBreaks = {
  conjunctions: CONJUNCTIONS,
  prepositions: PREPOSITIONS,
}
