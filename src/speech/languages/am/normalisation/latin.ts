import { readAcronyms } from '#speech/languages/en/normalisation/acronyms.ts'
import { spell } from '#speech/languages/en/normalisation/letters.ts'
import { readAddresses } from '#speech/languages/en/normalisation/web.ts'

/** The names of the Latin letters as Amharic says and writes them. */
const NAMES = [
  ...['ኤ', 'ቢ', 'ሲ', 'ዲ', 'ኢ', 'ኤፍ', 'ጂ', 'ኤች', 'አይ', 'ጄ', 'ኬ', 'ኤል', 'ኤም', 'ኤን', 'ኦ', 'ፒ'],
  ...['ኪው', 'አር', 'ኤስ', 'ቲ', 'ዩ', 'ቪ', 'ደብሊው', 'ኤክስ', 'ዋይ', 'ዜድ'],
] as const
/** Private-use characters that the English rules write for the names of letters. */
const SPELLED = /[\ue000-\ue019]/g
const FIRST_SPELLED = 0xe000
/** Between a preposition or an ending and the Latin letters it is joined to, while those are read: "የUSAን". */
const SEAM = '\ue100'
const SCRIPT_CHANGE = /(?<=\p{Script=Ethiopic})(?=[A-Za-z])|(?<=[A-Za-z])(?=\p{Script=Ethiopic})/gu
const ASCII = /[!-~]+/g
const INITIAL = /(?<![A-Za-z.])([A-Z])\. ?(?=[A-Z])/g
const TITLE = /(?<![A-Za-z.])(Dr|Mr|Mrs|Ms|Prof)\b\.?(?= [A-Z])/g
const TITLES: Readonly<Record<string, string>> = {
  ...{ Dr: 'Doctor', Mr: 'Mister', Mrs: 'Missus', Ms: 'Miss', Prof: 'Professor' },
}
const SINGLE = /(?<!\p{L}|')[A-Z](?!\p{L}|')/gu
const HASHTAG = /#(?=\p{Script=Ethiopic})/gu
const HANDLE = /@(?=\p{Script=Ethiopic})/gu
const DOTTED = /(?<![A-Za-z.])(?:[A-Za-z]\.){2,8}[A-Za-z]?(?![A-Za-z])/g

/** Web and mail addresses, as an English reader says them. */
export function readWeb(text: string): string {
  return text
    .replace(HASHTAG, ' ሃሽታግ ')
    .replace(HANDLE, ' አት ')
    .replace(ASCII, (run) => (/[A-Za-z]/.test(run) ? readAddresses(run) : run))
}

/** Latin letters that are spelled, by their Amharic names: "USA" → ዩ ኤስ ኤ, "ቫይታሚን C" → ቫይታሚን ሲ. Words stay for the English rules. */
export function readLatin(text: string): string {
  const dotted = text
    .replace(SCRIPT_CHANGE, SEAM)
    .replace(TITLE, (_, title: string) => TITLES[title] ?? title)
    .replace(DOTTED, (letters) => spell(letters))
    .replace(INITIAL, (_, letter: string) => `${spell(letter)} `)
  return readAcronyms(dotted)
    .replace(SINGLE, (letter) => spell(letter))
    .replace(SPELLED, (name) => NAMES[(name.codePointAt(0) ?? 0) - FIRST_SPELLED] ?? '')
    .replaceAll(SEAM, '')
}
