import { spell } from './letters.ts'
import { sentenceMayEnd } from './sentence-start.ts'

/** After these a single capital is a name ("Plan B."), so its stop is the end of the sentence. */
const NAMED_BY_LETTER =
  'plan|vitamin|grade|section|group|class|team|hepatitis|block|type|option|part|category|point|level|side|wing|terminal|gate|appendix|form|exhibit|series|figure|table|line|flat|unit|zone|phase|schedule|column|row|platform|hall|house|room|building|letter|influenza|variant|serie|division'

const DOTTED =
  /(?<![\p{L}.])((?:\p{Lu}\.){2,12}|\p{Lu}\.(?=\p{Lu}(?![\p{L}.]))|(?:\p{L}\.){2,12}|Ph\. ?D\.|ph\.d\.|[bm]\.sc\.|[ap]\.m(?![\p{L}.])|(?:Ed|Th|Psy)\.D\.?(?!\p{L})|[BM]\.Sc\.|B\.Ed\.|[BM]\.Eng\.|LL\.[BMD]\.?(?!\p{L})|Ph\.D(?!\p{L}))(\p{Lu}(?!\p{L})|(?!(?<=\p{Lu}\.)s)\p{Ll}(?![\p{L}.'’]))?('?s(?!\p{L}))?/gu
const SPACED = /(?<!\.|\p{L}'?)(\p{Lu})\. ?(?=\p{Lu}(?:[\p{L}'-]|\. ))/gu
/** The last of initials that stand for a whole name, inside a sentence. */
const LAST_INITIAL = /(?<=[\ue000-\ue019] )(\p{Lu})\.(?= \p{Ll})/gu
const AFTER_TITLE_WORD = new RegExp(`(?:^|[^\\p{L}])(?:${NAMED_BY_LETTER}) $`, 'iu')
const LETTER_NAME = new RegExp(
  `(?<=(?<!\\p{L})(?:${NAMED_BY_LETTER})s? )([A-HJ-Z]|[a-h](?=[.,;:)]|\\s*$))(?![\\p{L}'.]\\p{L}|\\p{L})`,
  'gimu',
)
/** The letter of a sum: "a = b", "a + b". */
const LETTER_IN_SUM =
  /(?<![\p{L}'’])a(?= ?(?:[=±×÷^≈]|[!<>]=)| {1,2}is (?:not |about )?(?:equal to|identical to|in [b-z](?!\p{L}))| ?[<>≤≥] ?[a-z](?![\p{L}\d])| ?\+ ?(?:\p{L}|\d{1,9})(?![\p{L}\d]))/gu
/** "E. coli", "T. rex": the first letter of a genus before its species. */
const GENUS =
  /(?<![\p{L}\p{M}.'’])([A-Z])\. (?=(?!this|thus|is|has|us|was|plus|also|more|those)(?:rex|coli|pylori|elegans|sapiens|\p{Ll}{4,14}(?:us|um|ae|ii|is|ens|oides|ile|icus|ensis|anum))(?!\p{L}))/gu
/** "in A minor", "the key of A flat": a key of music. */
const KEY_OF_MUSIC =
  /(?<=(?<!\p{L})(?:in|In|of|to) )A(?= (?:(?:flat|sharp|natural) )?(?:major|minor)(?!\p{L}))(?! (?:major|minor) (?:issue|problem|part|role|city|change|incident|injury|offence|accident|way|party|step|threat|cause))/gu
/** "AS Roma", "IF Elfsborg": clubs, whose letters are words elsewhere. */
const CLUB =
  /(?<=\p{Ll}[,;]? )(?<!(?:^|[^\p{L}])(?:is|are|was|were|be|not|just|such|known|same|well|good|bad|much|many|soon|far|long) )(?:AS|IF|IK|US|OB)(?= \p{Lu}\p{Ll}{2,20}(?:-\p{Lu}\p{Ll}{2,20})?(?:$|[,.;:)'’]| \p{Ll}| \d| \())/gmu
const CAPITAL_A = /(?<!\p{L}'?)A(?!\p{L}|'\p{L})/gu
const LETTER_RANGE = /(?<!\p{L}'?|\p{Lu}-)(\p{Lu})[-–](\p{Lu})(?![\p{L}']|-\p{L})/gu
const SINGLE = /(?<![\p{L}\ue000-\ue019]'?)([B-HJ-Zb-hj-z])(?!\p{L}|'\p{L})/gu

/** Initials without their stops: "J. P. Clark" → J P Clark, "U.S." → U S, "Ph.D." → P H D. */
export function readInitials(text: string): string {
  return text
    .replace(
      DOTTED,
      (
        match: string,
        letters: string,
        last: string | undefined,
        ending: string | undefined,
        offset: number,
        whole: string,
      ) => {
        if (/^[a-z]/.test(letters) && letters.length > 8) return match
        const stop =
          !ending && match.endsWith('.') && sentenceMayEnd(whole, offset + match.length) ? '.' : ''
        return `${spell(`${letters}${last ?? ''}`)}${ending ? "'s" : ''}${stop}`
      },
    )
    .replace(SPACED, (match: string, letter: string, offset: number, whole: string) => {
      const before = whole.slice(Math.max(0, offset - 16), offset)
      const ends =
        sentenceMayEnd(whole, offset + 2) &&
        !/^ ?\p{Lu}\./u.test(whole.slice(offset + 2, offset + 5))
      if (AFTER_TITLE_WORD.test(before) || (letter === 'I' && /\p{Ll} $/u.test(before)))
        return match
      return ends && /\p{Ll} $/u.test(before) ? match : `${spell(letter)} `
    })
    .replace(GENUS, (match: string, letter: string, offset: number, whole: string) => {
      return AFTER_TITLE_WORD.test(whole.slice(Math.max(0, offset - 16), offset))
        ? match
        : `${spell(letter)} `
    })
    .replace(CLUB, (letters) => spell(letters))
    .replace(LAST_INITIAL, (_, letter: string) => spell(letter))
}

/** Letters that stand alone: "Plan B", "vitamin C". A capital A is the article unless a name asks for the letter. */
export function readSingleLetters(text: string): string {
  return text
    .replace(LETTER_RANGE, (_, from: string, to: string) => `${spell(from)} to ${spell(to)}`)
    .replace(LETTER_NAME, (letter) => spell(letter))
    .replace(LETTER_IN_SUM, (letter) => spell(letter))
    .replace(KEY_OF_MUSIC, (letter) => spell(letter))
    .replace(CAPITAL_A, (_, offset: number, whole: string) => {
      const next = whole.slice(offset + 1, offset + 12)
      return isArticle(next) ? 'a' : spell('A')
    })
    .replace(SINGLE, (letter) => spell(letter))
}

/** The article stands before a word; "A and B", "A to Z" and an A at the end are letters. */
function isArticle(next: string): boolean {
  return (
    /^ ["'(]?\p{L}{2}/u.test(next) &&
    !/^ (?:and|to|or|is|plus|minus|versus|was|equals)(?!\p{L})/u.test(next)
  )
}
