import type { PhraseBreaks } from '#speech/text/phrase-breaks.ts'

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

/** Words before which a speaker may take a breath. */
export const PHRASE_BREAKS: PhraseBreaks = {
  conjunctions: words(
    'and but bot or abi wey say sey because becos bikos bicos cos if wen when before bifor after afta until till since so make den then even although',
  ),
  prepositions: words('for with wit from like inside ontop on under without to about by'),
}
