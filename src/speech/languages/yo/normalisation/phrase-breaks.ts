import type { PhraseBreaks } from '#speech/text/phrase-breaks.ts'

/** Each word with its marks and as it is typed without them. */
function words(line: string): ReadonlySet<string> {
  const marked = line.split(' ')
  const plain = marked.map((word) => word.normalize('NFD').replace(/\p{M}/gu, ''))
  return new Set([...marked, ...plain].map((word) => word.normalize('NFC')))
}

/** Words before which a speaker may take a breath. "ti", "ni", "si" and "bi" are left out: without marks they are too much else. */
export const PHRASE_BREAKS: PhraseBreaks = {
  conjunctions: words(
    'àti tàbí ṣùgbọ́n àmọ́ nítorí nítorípé torí nígbà nígbàtí kí tó pé wípé bótilẹ̀jẹ́pé bíótilẹ̀jẹ́pé àfi yálà ìdí nítorínáà',
  ),
  prepositions: words(
    'láti fún pẹ̀lú nínú lórí lábẹ́ láàárín láàrin níwájú lẹ́yìn sínú sórí títí gẹ́gẹ́ nípa lára lọ́wọ́ lọ́dọ̀ sọ́dọ̀',
  ),
}
