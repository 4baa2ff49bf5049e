import { IN_WORD, type StyleRules, withCaseOf } from './style-rules.ts'

/** Subjects after which "not" would have to move: "Don't you know?" is "Do you not know?". */
const INVERTED = String.raw`(?!\s+(?:i|you|he|she|it|we|they|the|this|that|these|those|there|anyone|anybody|everyone)(?!${IN_WORD}))`
/** After these, "'s" may be "has": "it's been", "he's gone". */
const PARTICIPLE = String.raw`\s+(?:(?:not|never|always|already|just|also|only|now)\s+)*(?:been|got|gone|done|had|become|come|made|taken|given|seen|shown|grown|known|found|lost|left|met|won|said|told|\p{L}+e[dn])(?!${IN_WORD})`

const before = `(?<!${IN_WORD}|['’])`
const NEGATIONS: readonly (readonly [string, string])[] = [
  ["can['’]t", 'cannot'],
  ["won['’]t", 'will not'],
  ["shan['’]t", 'shall not'],
  ...[
    ...['do', 'does', 'did', 'is', 'are', 'was', 'were', 'have', 'has', 'had', 'would'],
    ...['could', 'should', 'must', 'might', 'need'],
  ].map((verb) => [`${verb}n['’]t`, `${verb} not`] as const),
]
const LONG: readonly (readonly [RegExp, string])[] = [
  ...NEGATIONS.map(
    ([short, long]) =>
      [new RegExp(`${before}${short}(?!${IN_WORD})${INVERTED}`, 'giu'), long] as const,
  ),
  [new RegExp(`${before}let['’]s(?!${IN_WORD})`, 'giu'), 'let us'],
  [new RegExp(`${before}i['’]m(?!${IN_WORD})`, 'giu'), 'I am'],
  ...[
    ['re', 'are', 'you|we|they'],
    ['ve', 'have', 'i|you|we|they'],
    ['ll', 'will', 'i|you|he|she|it|we|they|that|there'],
  ].map(
    ([short, long, subjects]) =>
      [
        new RegExp(`${before}(${subjects})['’]${short}(?!${IN_WORD})`, 'giu'),
        `$1 ${long}`,
      ] as const,
  ),
  [
    new RegExp(
      `${before}(he|she|it|that|there|here|what|who|where|how)['’]s(?!${IN_WORD})(?!${PARTICIPLE})`,
      'giu',
    ),
    '$1 is',
  ],
]
const goesOn = String.raw`(?=\s+\p{L})`
const SHORT: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${before}can\\s?not${goesOn}`, 'giu'), 'can’t'],
  [new RegExp(`${before}will not${goesOn}`, 'giu'), 'won’t'],
  [
    new RegExp(
      `${before}(do|does|did|is|are|was|were|have|has|had|would|could|should) not${goesOn}`,
      'giu',
    ),
    '$1n’t',
  ],
  [new RegExp(`${before}let us${goesOn}`, 'giu'), 'let’s'],
  [new RegExp(`${before}i am${goesOn}`, 'giu'), 'I’m'],
  [new RegExp(`${before}(you|we|they) are${goesOn}`, 'giu'), '$1’re'],
  [new RegExp(`${before}(i|you|we|they) will(?!\\s+not)${goesOn}`, 'giu'), '$1’ll'],
  [new RegExp(`${before}(he|she|it|that|there) is${goesOn}`, 'giu'), '$1’s'],
]

/**
 * English: full forms for a formal or professional text ("do not"), contractions for a warm one ("don't"). What may mean
 * two things stays: "he'd", "it's been", "Don't you know?".
 */
export const englishStyle: StyleRules = ({ tone, formality }) => {
  if (formality === 'formal' || tone === 'professional') return (text) => replaced(text, LONG)
  if (tone === 'warm') return (text) => replaced(text, SHORT)
  return undefined
}

const CAPITALS = /\p{Lu}['’]?\p{Lu}/u

function replaced(text: string, rules: readonly (readonly [RegExp, string])[]) {
  let styled = text
  for (const [pattern, replacement] of rules)
    styled = styled.replace(pattern, (word, ...groups) => {
      const subject = typeof groups[0] === 'string' ? groups[0] : ''
      // Letters in capitals are meant to stand out.
      if (CAPITALS.test(word)) return word
      return withCaseOf(word, replacement.replace('$1', subject))
    })
  return { text: styled, isUsed: true }
}
