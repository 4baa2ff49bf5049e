import type { PhraseBreaks } from '#speech/text/phrase-breaks.ts'

function words(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}

/** Words before which a speaker may take a breath. */
export const PHRASE_BREAKS: PhraseBreaks = {
  conjunctions: words([
    'kuma amma sai domin don saboda idan in sannan wanda wadda wacce waɗanda wadanda inda lokacin kafin har ko',
    'cewa yayin kamar tun yadda balle ballantana wato face kodayake',
  ]),
  prepositions: words([
    'a daga zuwa cikin kan ga da tare bisa tsakanin ƙarƙashin karkashin gaban bayan wajen game ta dangane',
  ]),
}
