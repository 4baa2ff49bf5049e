/** Words of one letter, which English would take for names of letters. */

/** The pronoun with a capital begins a sentence. */
const FIRST_PRONOUN = '\ue208'
/** While the English rules run, a Pidgin word of one letter is a private-use character. */
const MASKED: readonly (readonly [word: string, mark: string])[] = [
  ['e', '\ue200'],
  ['o', '\ue201'],
  ['you', '\ue202'],
  ['and', '\ue203'],
  ['di', '\ue204'],
  ['be', '\ue205'],
  ['why', '\ue206'],
  ['a', '\ue207'],
]
const MARKS = new Map(MASKED)
const WORDS = new Map(MASKED.map(([word, mark]) => [mark, word])).set(FIRST_PRONOUN, 'e')
const MARK = /[\ue200-\ue208]/g

/** After these a letter is a name: "vitamin E", "plan O". */
const NAMED =
  '(?<!(?<!\\p{L})(?:plan|vitamin|grade|section|group|class|team|hepatitis|block|type|option|part|letter|blood) )'
const ALONE_BEFORE = "(?<![\\p{L}\\p{M}\\d.'’&/-])"
const ALONE_AFTER = "(?![\\p{L}\\p{M}\\d'’&/@-]|\\.\\p{L})"
/** A capital beside another single capital is a letter: "A, B and E", "E F C C". */
const NOT_BY_CAPITAL = '(?<!(?<!\\p{L})(?!I)\\p{Lu}[ ,]{1,2})'
const PRONOUN = new RegExp(
  `${NAMED}${NOT_BY_CAPITAL}${ALONE_BEFORE}[Ee]${ALONE_AFTER}(?= ["'(]?\\p{Ll}{2})`,
  'giu',
)
const EMPHASIS = new RegExp(
  `${NAMED}${NOT_BY_CAPITAL}${ALONE_BEFORE}(?:o|O(?= \\p{L}{2}|[!?,]))${ALONE_AFTER}`,
  'gu',
)
const A_PRONOUN =
  /(?<![\p{L}\p{M}\d.'’&/-])A(?= (?:dey|de|go|don|bin|no|wan|fit|sabi|get|know|tok|beg|take)(?!\p{L}))/gu

/** Letters that stand for words in messages, in small letters between other words. */
const SHORT: Readonly<Record<string, string>> = { u: 'you', n: 'and', d: 'di', b: 'be', y: 'why' }
const MESSAGE = new RegExp(
  `(?<=\\p{L}[,.]? |^)(?<!(?<!\\p{L})\\p{L} )${ALONE_BEFORE}[undby]${ALONE_AFTER}(?= (?:\\p{L}{2}|\\d))`,
  'gmu',
)

/** "E don come o" → the same with its pronoun and its particle masked, "u dey" → you dey. `unmaskParticles` undoes it. */
export function maskParticles(text: string): string {
  return text
    .replace(PRONOUN, (letter) => (letter === 'E' ? FIRST_PRONOUN : mark('e')))
    .replace(EMPHASIS, mark('o'))
    .replace(A_PRONOUN, mark('a'))
    .replace(MESSAGE, (letter) => mark(SHORT[letter] ?? letter))
}

/** The masked words in small letters. */
export function unmaskParticles(text: string): string {
  return text.replace(MARK, (masked) => WORDS.get(masked) ?? '')
}

function mark(word: string): string {
  return MARKS.get(word) ?? word
}
