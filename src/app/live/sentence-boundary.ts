import type { LanguageCode } from '#shared/languages/languages.ts'
import { languageFor } from '#speech/languages/registry.ts'
import { normalise } from '#speech/text/normalise.ts'

/** `open`: it depends on the next word, which has not come whole. */
export type BoundaryDecision = 'ends' | 'goes on' | 'open'

/** Length of context that decides how the last word is read, in UTF-16 code units. */
const WINDOW = 240
/** A next word that is longer decides nothing any more. */
const LONGEST_WORD = 60
const MAX_WORDS = 4
/**
 * Whether a sentence ends with `before`, which ends in a mark such as a full stop; `after` is what has come since.
 * The rules that put text into words decide, because they alone know that "Dr." is a doctor, "p.m." a time and "1." a
 * list: a sentence ends where its words are the same whatever follows. Depends on the text alone, not on how it came.
 */
export function decideBoundary(
  before: string,
  after: string,
  language: LanguageCode,
): BoundaryDecision {
  const window = tailOf(before)
  const alone = normalise(window, language)
  if (!/[.?!]$/.test(alone)) return 'goes on'
  const endsBefore = (next: string): boolean => {
    const both = normalise(`${window} ${next}`, language)
    return both === alone || (/^[ \n]/.test(both.slice(alone.length)) && both.startsWith(alone))
  }
  const probed = new Set(languageFor(language).sentenceProbes.map(endsBefore))
  if (probed.size === 1) return probed.has(true) ? 'ends' : 'goes on'
  const next = nextWords(after)
  if (next === undefined) return 'open'
  return endsBefore(next) ? 'ends' : 'goes on'
}

/** The next word, and those after it as long as each ends in a stop itself (initials); undefined until they are whole. */
function nextWords(after: string): string | undefined {
  let rest = after.trimStart()
  let words = ''
  for (let taken = 0; taken < MAX_WORDS; taken++) {
    const [whole = '', word = ''] = /^(\S+)\s+/u.exec(rest) ?? []
    if (/^\S/u.test(rest) && (word || rest).search(/\s|$/u) >= LONGEST_WORD)
      return words + rest.slice(0, LONGEST_WORD)
    if (word === '') return undefined
    words += whole
    if (!word.endsWith('.')) break
    rest = rest.slice(whole.length)
  }
  return words.trimEnd()
}

/** The end of a text, from the beginning of a word. */
function tailOf(text: string): string {
  if (text.length <= WINDOW) return text
  const tail = text.slice(-WINDOW)
  return tail.slice(tail.search(/\s/) + 1)
}
