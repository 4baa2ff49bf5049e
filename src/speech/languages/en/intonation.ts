import { type IntonationCues, turnsOf } from '#speech/languages/common/intonation-cues.ts'
import { wordSet } from '#speech/languages/common/phrase-breaks.ts'

/** Pidgin asks with them too. */
export const QUESTION_WORDS = wordSet('who whom whose what which when where why how')

const AUXILIARIES =
  'is are am was were do does did have has had will would can could shall should must may might'
const PRONOUNS = 'i you he she it we they there'
const [AUXILIARY_WORDS, PRONOUN_WORDS] = [AUXILIARIES.split(' '), PRONOUNS.split(' ')]

/** "Aren't you", "will he", "didn't they", "won't it". */
const QUESTION_TAGS = AUXILIARY_WORDS.flatMap((verb) => {
  const denied = [`${verb}n't`, ...(verb === 'will' ? ["won't"] : verb === 'can' ? ["can't"] : [])]
  return [verb, ...denied].flatMap((first) => PRONOUN_WORDS.map((person) => `${first} ${person}`))
})

/** The grammar of clefts and corrective pairs: Huddleston & Pullum 2002, chapters 9 and 16. */
export const ENGLISH_INTONATION: IntonationCues = {
  and: wordSet('and'),
  or: wordSet('or'),
  turns: turnsOf(
    ...['not only X but also Y', 'not X but Y', 'Y rather than X', 'Y instead of X', 'Y and not X'],
    ...['Y , not X', "isn't|wasn't|aren't|weren't X , it's|it|they're Y"],
    ...['^it is|was Y who|whom', "^it's Y who|whom"],
    ...['^it is|was the|my|your|his|her|our|their|this|these Y that|which'],
    ...["^it's the|my|your|his|her|our|their|this|these Y that|which"],
  ),
  lightWords: wordSet('a an the my your his her its our their this that these those one some any'),
  subjects: wordSet('i you he she it we they there who'),
  mostAtEnd: 2,
  tags: new Set([...QUESTION_TAGS, 'right', 'okay', 'eh', 'yes', 'no']),
  questionWords: QUESTION_WORDS,
  asksAnywhere: false,
}
