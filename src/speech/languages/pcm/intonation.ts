import { type IntonationCues, turnsOf } from '#speech/languages/common/intonation-cues.ts'
import { wordSet } from '#speech/languages/common/phrase-breaks.ts'
import { QUESTION_WORDS } from '#speech/languages/en/intonation.ts'

/** Focus by "na" at the start of a clause, denied by "no be": Faraclas 1996, "Nigerian Pidgin". */
export const PIDGIN_INTONATION: IntonationCues = {
  and: wordSet('and'),
  or: wordSet('or abi'),
  turns: turnsOf(
    ...['no|not be|bi X na Y', 'no X , na Y', 'not X but Y', 'no|not be|bi X but Y', '^na Y'],
    ...['Y instead of X', 'Y , no be X'],
  ),
  lightWords: wordSet('a di the my im una our dem dis dat this that'),
  subjects: wordSet('i you e she we una dem im wey'),
  mostAtEnd: 2,
  tags: new Set(['abi', 'sha', 'ba', 'shey', 'no be so', 'abi no be so', 'right', 'not so', 'eh']),
  questionWords: QUESTION_WORDS.union(wordSet('wetin wia')),
  asksAnywhere: false,
}
