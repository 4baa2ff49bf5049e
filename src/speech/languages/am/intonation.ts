import { type IntonationCues, turnsOf } from '#speech/languages/common/intonation-cues.ts'
import { wordSet } from '#speech/languages/common/phrase-breaks.ts'

/** What is denied stands before "ሳይሆን", what is meant after it (Leslau 1995, "Reference Grammar of Amharic"). */
export const AMHARIC_INTONATION: IntonationCues = {
  and: wordSet('እና'),
  or: wordSet('ወይም ወይስ'),
  turns: turnsOf('X ሳይሆን Y', 'Y እንጂ X አይደለም', 'X አይደለም , Y'),
  lightWords: new Set(),
  subjects: new Set(),
  mostAtEnd: 1,
  tags: new Set(['አይደል', 'አይደለም', 'አይደለም እንዴ', 'እሺ', 'አይደል እንዴ']),
  questionWords: wordSet(
    'ምን ማን ማነው ምንድነው ምንድን የት የቱ የትኛው የትኛዋ መቼ ለምን እንዴት ስንት ምነው የማን ማንን ምንን ከየት ወዴት ለማን በምን',
  ),
  asksAnywhere: true,
}
