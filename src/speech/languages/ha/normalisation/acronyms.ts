import { SAID_AS_WORDS, SPELLED } from '#speech/languages/en/normalisation/acronym-table.ts'
import { spell } from '#speech/languages/en/normalisation/letters.ts'
import { isPronounceable } from '#speech/languages/en/normalisation/pronounceable.ts'

const CAPITALS = /(?<![\p{L}\p{M}'])[A-Z]{2,40}(?![\p{L}\p{M}])/gu
const DOTTED = /(?<![\p{L}.])(?:\p{Lu}\.){2,12}(\p{Lu}(?!\p{L}))?/gu
const INITIAL = /(?<![\p{L}'])([A-Z])\.(?= ?\p{Lu})/gu
const WORDS_IN_CAPITALS = /(?<![\p{L}\p{M}])\p{Lu}[\p{Lu}\p{M}']+(?![\p{L}\p{M}])/gu
const SINGLE_A = /(?<![\p{L}\p{M}'.])A(?= ["'(]?\p{Ll}| \p{Lu}\p{Ll})/gu

/** Words in capitals: "NNPC" → N N P C, "NATO" → Nato, "A. B. Musa" → A B Musa; a line in capitals is plain words. */
export function readAcronyms(text: string): string {
  return text.split('\n').map(readLine).join('\n')
}

function readLine(line: string): string {
  if (isShouted(line)) return line.toLowerCase()
  return line
    .replace(DOTTED, (letters: string, _last: string | undefined, at: number, whole: string) => {
      const ends =
        letters.endsWith('.') &&
        /^\s*$/.test(whole.slice(at + letters.length, at + letters.length + 40))
      return `${spell(letters)}${ends ? '.' : ''}`
    })
    .replace(INITIAL, (_, letter: string) => `${spell(letter)} `)
    .replace(SINGLE_A, 'a')
    .replace(CAPITALS, (letters) => (isWord(letters) ? inSmall(letters) : spell(letters)))
}

/** A headline: several words in capitals and no small letter. */
function isShouted(line: string): boolean {
  const words = line.match(WORDS_IN_CAPITALS) ?? []
  return words.length >= 2 && !/\p{Ll}/u.test(line) && words.some((word) => word.length > 3)
}

function isWord(letters: string): boolean {
  if (SAID_AS_WORDS.has(letters)) return true
  return !SPELLED.has(letters) && letters.length >= 4 && isPronounceable(letters)
}

function inSmall(letters: string): string {
  return `${letters.charAt(0)}${letters.slice(1).toLowerCase()}`
}
