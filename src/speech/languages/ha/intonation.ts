import { type IntonationCues, turnsOf } from '#speech/languages/common/intonation-cues.ts'
import { wordSet } from '#speech/languages/common/phrase-breaks.ts'

/** The forms of the verb that follow what is singled out (Newman 2000, "The Hausa Language"). */
const RELATIVE = 'ka|kika|kike|ya|ta|muka|kuka|suka|aka|nake|kake|yake|take|muke|kuke|suke|ake'

export const HAUSA_INTONATION: IntonationCues = {
  and: wordSet('da'),
  or: wordSet('ko'),
  turns: turnsOf(
    ...['ba X ba Y ne|ce', 'ba X ba ne|ce sai Y', 'ba X ba ne|ce Y', 'ba X ba sai|amma Y'],
    `^Y ne|ce ${RELATIVE}`,
    'Y maimakon X',
  ),
  lightWords: new Set(),
  subjects: new Set(),
  mostAtEnd: 1,
  tags: new Set(['ko', 'ko ba haka ba', 'ba haka ba', 'ko ba haka ba ne', 'ba haka ba ne']),
  questionWords: wordSet(
    'me mene menene mece mecece wa wane wace waɗanne waye wanene wacece ina yaushe yaya nawa',
  ),
  asksAnywhere: false,
}
