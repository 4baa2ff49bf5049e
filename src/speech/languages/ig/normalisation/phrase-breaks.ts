import { type PhraseBreaks, wordSet } from '#speech/languages/common/phrase-breaks.ts'

/** Words before which a speaker may take a breath. */
export const PHRASE_BREAKS: PhraseBreaks = {
  conjunctions: wordSet(
    "ma mana maọbụ ka nke ndị ebe mgbe tupu makana nakwa tutu kama yabụ bụrụ dịka wee maka kemgbe n'ihi n'agbanyeghị",
  ),
  prepositions: wordSet(
    "na n'ime n'elu n'okpuru n'etiti n'ihu n'azụ site gbasara banyere ruo n'ala n'ụlọ n'obodo n'oge n'afọ n'ụbọchị",
  ),
}
