import { type IntonationCues, turnsOf } from '#speech/languages/common/intonation-cues.ts'
import { wordSet } from '#speech/languages/common/phrase-breaks.ts'

/** Focus by "ọ bụ", denied by "ọ bụghị" (Emenanjo 1978, "Elements of Modern Igbo Grammar"). */
export const IGBO_INTONATION: IntonationCues = {
  and: wordSet('na nakwa'),
  or: new Set(['maọbụ', 'ma ọ bụ', 'ka ọ bụ', 'ma o bu', 'ka o bu']),
  turns: turnsOf(
    ...['ọ|o bụghị|bughi X kama ọ|o bụ|bu Y', 'ọ|o bụghị|bughi X , ọ|o bụ|bu Y'],
    ...['abụghị|abughi X kama ọ|o bụ|bu Y', '^ọ|o bụ|bu Y', 'kama ọ|o bụ|bu Y'],
  ),
  lightWords: new Set(),
  subjects: new Set(),
  mostAtEnd: 1,
  tags: new Set(['ọ bụ ya', 'ọ bụghị ya', 'ka ọ bụ', 'ọ bụ eziokwu']),
  questionWords: wordSet('gịnị gini kedu olee onye ebee ole'),
  asksAnywhere: true,
}
