import { type PhraseBreaks, wordSet } from '#speech/languages/common/phrase-breaks.ts'

/** Words before which a speaker may take a breath. */
export const PHRASE_BREAKS: PhraseBreaks = {
  conjunctions: wordSet(
    'kuma amma sai domin don saboda idan in sannan wanda wadda wacce waɗanda wadanda inda lokacin kafin har ko',
    'cewa yayin kamar tun yadda balle ballantana wato face kodayake',
  ),
  prepositions: wordSet(
    'a daga zuwa cikin kan ga da tare bisa tsakanin ƙarƙashin karkashin gaban bayan wajen game ta dangane',
  ),
}
