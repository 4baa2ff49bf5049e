import { type PhraseBreaks, wordSet } from '#speech/languages/common/phrase-breaks.ts'

/** Each word with its marks and as it is typed without them. */
function withAndWithoutMarks(line: string): ReadonlySet<string> {
  const plain = line.normalize('NFD').replace(/\p{M}/gu, '')
  return wordSet(line.normalize('NFC'), plain.normalize('NFC'))
}

/** Words before which a speaker may take a breath. "ti", "ni", "si" and "bi" are left out: without marks they are too much else. */
export const PHRASE_BREAKS: PhraseBreaks = {
  conjunctions: withAndWithoutMarks(
    'àti tàbí ṣùgbọ́n àmọ́ nítorí nítorípé torí nígbà nígbàtí kí tó pé wípé bótilẹ̀jẹ́pé bíótilẹ̀jẹ́pé àfi yálà ìdí nítorínáà',
  ),
  prepositions: withAndWithoutMarks(
    'láti fún pẹ̀lú nínú lórí lábẹ́ láàárín láàrin níwájú lẹ́yìn sínú sórí títí gẹ́gẹ́ nípa lára lọ́wọ́ lọ́dọ̀ sọ́dọ̀',
  ),
}
