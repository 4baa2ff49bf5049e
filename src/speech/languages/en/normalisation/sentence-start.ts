/** Words that begin sentences far more often than they follow an abbreviation inside one. */
const STARTERS = new Set(
  [
    'The This That These Those There Then They Their He She It Its We You Your I My His Her Our A An',
    'But And Or So If When While After Before Although Because However In On At For From With By To',
    'What Why How Who Where Is Are Was Were Will Can Could Should Do Does Did Has Have Had No Not Yes',
    'All Some Many Most Both Each Every One Two Three Now Today Yesterday Tomorrow Later Please',
    'Dem Wetin Una Abeg Dis Dat Sey Make',
    'Let Here Also Still Yet Even Just Only Once Since Until As Nobody Everyone Nothing Everything',
  ].flatMap((line) => line.split(' ')),
)

/** Whether a sentence may have ended at `index`: the line ends there, or a word follows that begins sentences. */
export function sentenceMayEnd(text: string, index: number): boolean {
  const next = text.slice(index, index + 40)
  if (/^["')\]]{0,3} *(?:\n|$)/.test(next)) return true
  // Pidgin's pronoun "E", while it is masked.
  if (/^["')\]]{0,3} +["'(]{0,2}\ue208/.test(next)) return true
  const word = /^["')\]]{0,3} +["'(]{0,2}([A-Z][a-z]*)/.exec(next)?.[1]
  return word !== undefined && STARTERS.has(word)
}
