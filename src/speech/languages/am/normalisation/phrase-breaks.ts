import { type PhraseBreaks, wordSet } from '#speech/languages/common/phrase-breaks.ts'

/** Words before which a speaker may take a breath. */
export const PHRASE_BREAKS: PhraseBreaks = {
  conjunctions: wordSet(
    'እና ወይም ወይስ ግን ነገር ይሁንና ሆኖም ምክንያቱም ስለዚህ ስለሆነም በመሆኑም ነገርግን ይሁን ዳሩ እንዲሁም እንደዚሁም ደግሞም',
    'በተጨማሪም በተጨማሪ ከዚያ ከዚያም ከዚህም ቢሆንም ምንም አለበለዚያ ማለትም በተለይ በተለይም በሌላ ለምሳሌ',
  ),
  prepositions: wordSet('ስለ ወደ እስከ እንደ ያለ በተመለከተ'),
}
