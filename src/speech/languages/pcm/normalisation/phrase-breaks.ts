import { type PhraseBreaks, wordSet } from '#speech/languages/common/phrase-breaks.ts'

/** Words before which a speaker may take a breath. */
export const PHRASE_BREAKS: PhraseBreaks = {
  conjunctions: wordSet(
    'and but bot or abi wey say sey because becos bikos bicos cos if wen when before bifor after afta until till since so make den then even although',
  ),
  prepositions: wordSet('for with wit from like inside ontop on under without to about by'),
}
