import {
  SAID_AS_WORDS,
  SAID_OTHERWISE,
  SHORT_WORDS,
  SHOUTED_WORDS,
  SPELLED,
  VOWEL_WORDS,
} from './acronym-table.ts'
import { spell, spellCapitals } from './letters.ts'
import { isPronounceable } from './pronounceable.ts'

const CAPITALS = /(?<![\p{L}])([A-Z]{2,40})('?s)?(?![\p{L}])/gu
/** French and Italian articles before initials: "l'ONU". */
const ELIDED = /(?<!\p{L})([ldLD])['’]([A-Z]{2,6})(?!\p{L})/gu
const CAPITAL_WORD = /(?<![\p{L}])[A-Z]{2,40}(?![\p{L}])/gu
const STRETCH = /(?<!\p{L})[A-Z]{3,40}(?:[,;:.&]{0,2} (?:[A-Z]\. ?)?[A-Z]{3,40}){2,30}(?!\p{L})/gu
const SMALL_WORD = /\p{Ll}{2,40}/gu
const AMPERSAND_INITIALS = /(?<!\p{L})([A-Z]{1,2})&([A-Z]{1,2})(?!\p{L})/gu
/** "tv", "html", "Gmbh": nobody can say them as words. */
const VOWELLESS =
  /(?<![\p{L}\p{M}'’.-])(?![A-Z]s(?!\p{L}))(?=[a-z]{2,6}(?!\p{L})|[A-Z][a-z]{1,5}(?!\p{L}))[B-DF-HJ-NP-TV-XZb-df-hj-np-tv-xz]{2,6}(?![\p{L}\p{M}]|['’]\p{L}{2}|\.\p{L})/gu
/** Sounds that people make, and words and names that are said without a vowel of their own. */
const SOUNDS = new Set(
  'hm hmm hmmm mm mmm mhm sh shh shhh ssh psst pst pfft phew brr brrr grr grrr zz zzz zzzz tsk tch nth cwm crwth ng mr mrs ms dr br st jr sr nd rd th ll vs'.split(
    ' ',
  ),
)
/** Initials that people write in small letters and that are no words: "my gps", "a usb stick". */
const SMALL_ACRONYM =
  /(?<![\p{L}\p{M}'’.-])(?:usb|gps|uba(?= (?:bank|account|atm|branch|app))|(?<=(?<!\p{L})the )un(?= (?:security|general|secretary|says|said|has|agency|report|peacekeepers|mission|and|is|was|to|in)(?!\p{L}))|(?<=(?<!\p{L})(?:my|your|his|her|their|ur) )nin|ond(?= (?:and|or|holders?|students?))|url|fyi|omg|cto|cfo|(?<=(?<!\p{L})an )mba|tba|npo|qa|ui|ux|ip(?= (?:address|addresses|camera|rights))|os(?= (?:version|update|upgrade))|sdk|ide(?= (?:and|or|for|with|plugin))|imf|ilo|iaea|ecb|epa|icu|ivf|iud|ufos|adhd|oecd|usda|undp|ussr|uefi|uhf|aol|msn|imho|irl|idk|ira(?= account)|aka|iou|faq|atm|ceo|cia|fbi|usa|uk|isbn|issn|asap|diy|hiv|iq|ngo|api|cpu|gpu|dna|rna|mri|imdb|eeg|ecg|suv|ufo|vip|lcd|gdp|uae|id(?= (?:card|number|badge))|eta(?=\?|:| (?:is|was|of|for|at|to)(?!\p{L}))|(?<=(?<!\p{L})(?:my|your|his|her|our|their|an|new) )eta|(?<=(?<!\p{L})the )eta(?=[.!]?$))(?![\p{L}\p{M}'’]|\.\p{L})/gu
/** "two Bs", "the A's"; not "As" or "Is", unless marks are counted. */
const LETTER_S =
  /(?<!\p{L}'?)(?:([A-Z])'s|([B-HJ-TV-Z])s|(?<=(?:straight|two|three|four|five|six|seven|eight|nine) )(A)s)(?!\p{L})/gu

/** Words in capitals: "NNPC" → N N P C, "UNESCO" → Unesco, "CDs" → C D's, "STOP" → Stop. */
export function readAcronyms(text: string): string {
  return text
    .replace(AMPERSAND_INITIALS, (_, left: string, right: string) => {
      return `${spell(left)} and ${spell(right)}`
    })
    .replace(ELIDED, (_, elided: string, letters: string) =>
      isSpelled(letters, false) ? `${elided.toUpperCase()} ${letters}` : `${elided}'${letters}`,
    )
    .split('\n')
    .map(readLine)
    .join('\n')
    .replace(VOWELLESS, (word: string) => {
      return SOUNDS.has(word.toLowerCase()) ? word : spell(word)
    })
    .replace(SMALL_ACRONYM, (word: string) => spell(word))
    .replace(LETTER_S, (_, ...letters: (string | undefined)[]) => {
      return `${spell(letters[0] ?? letters[1] ?? letters[2] ?? '')}'s`
    })
}

function readLine(line: string): string {
  if (isShouted(line)) return readCapitals(line, true)
  // A name or a title in capitals inside a quiet line: "EGAN, JOHN; THOMAS, MIKE W. (3 December)".
  return readCapitals(
    line.replace(STRETCH, (stretch) =>
      isShouted(stretch) ? readCapitals(stretch, true) : stretch,
    ),
    false,
  )
}

function readCapitals(text: string, shouted: boolean): string {
  return text.replace(CAPITALS, (_, letters: string, ending = '') => {
    if (isSpelled(letters, shouted)) return `${spell(letters)}${ending ? "'s" : ''}`
    return `${readWord(letters, shouted)}${ending}`
  })
}

/** A headline or shouting: its words in capitals are plain words. */
function isShouted(line: string): boolean {
  const capitals = line.match(CAPITAL_WORD) ?? []
  const plain = capitals.filter((word) => !isKnown(word) && isPlain(word))
  const small = line.match(SMALL_WORD) ?? []
  return plain.length >= 2 && small.length <= capitals.length / 3
}

function isKnown(word: string): boolean {
  return SPELLED.has(word) || SAID_AS_WORDS.has(word) || Object.hasOwn(SAID_OTHERWISE, word)
}

/** Whether a word in capitals is read as a word. */
function isPlain(word: string): boolean {
  if (SHORT_WORDS.has(word) || VOWEL_WORDS.has(word)) return true
  if (word.length === 4 && /^[AEIOU]|^N[DGKJ]|^MB|AA|II|UU|[AEIOU]{3}/.test(word)) return false
  return word.length >= 4 && isPronounceable(word)
}

function isSpelled(word: string, shouted: boolean): boolean {
  if (Object.hasOwn(SAID_OTHERWISE, word) || SAID_AS_WORDS.has(word)) return false
  if (shouted && SHOUTED_WORDS.has(word)) return false
  if (SPELLED.has(word)) return true
  return !isPlain(word) && !(shouted && word.length <= 4 && isPronounceable(word))
}

function readWord(word: string, shouted: boolean): string {
  const otherwise = Object.hasOwn(SAID_OTHERWISE, word) ? SAID_OTHERWISE[word] : undefined
  if (otherwise !== undefined) return spellCapitals(otherwise)
  if (shouted || SHORT_WORDS.has(word)) return word.toLowerCase()
  return `${word.charAt(0)}${word.slice(1).toLowerCase()}`
}
