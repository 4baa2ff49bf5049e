import { type IntonationCues, turnsOf } from '#speech/languages/common/intonation-cues.ts'
import { wordSet } from '#speech/languages/common/phrase-breaks.ts'

/** Focus by "ni" before a clause, denied by "kì í ṣe" (Awóbùlúyì 1978, "Essentials of Yoruba Grammar"; Jones 2006). */
export const YORUBA_INTONATION: IntonationCues = {
  and: wordSet('àti'),
  or: wordSet('tàbí', 'àbí'),
  turns: turnsOf(
    ...['kì í ṣe X , Y ni', 'kìí ṣe X , Y ni', 'kì í ṣe X bí kò ṣe Y', 'kìí ṣe X bíkòṣe Y'],
    ...['kì í ṣe X ṣùgbọ́n Y', 'kìí ṣe X ṣùgbọ́n Y', 'Y , kì í ṣe X', 'Y , kìí ṣe X'],
    ...['^Y ni ó|mo|a|ẹ|wọ́n|tí|àwọn', '^Y ló|la'],
  ),
  lightWords: new Set(),
  subjects: new Set(),
  mostAtEnd: 1,
  tags: new Set(['àbí', 'àbí bẹ́ẹ̀ kọ́', 'ṣé', 'ṣé bẹ́ẹ̀ ni', 'àbí irọ́ ni']),
  questionWords: wordSet('kí kíni ta tani báwo èwo wo níbo ibo mélòó èló èéṣe kílódé'),
  asksAnywhere: true,
}
