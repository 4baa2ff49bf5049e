import type { PhraseBreaks } from '#speech/text/phrase-breaks.ts'

function words(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}

/** Words before which a speaker may take a breath. */
export const PHRASE_BREAKS: PhraseBreaks = {
  conjunctions: words([
    'እና ወይም ወይስ ግን ነገር ይሁንና ሆኖም ምክንያቱም ስለዚህ ስለሆነም በመሆኑም ነገርግን ይሁን ዳሩ እንዲሁም እንደዚሁም ደግሞም',
    'በተጨማሪም በተጨማሪ ከዚያ ከዚያም ከዚህም ቢሆንም ምንም አለበለዚያ ማለትም በተለይ በተለይም በሌላ ለምሳሌ',
  ]),
  prepositions: words(['ስለ ወደ እስከ እንደ ያለ በተመለከተ']),
}
