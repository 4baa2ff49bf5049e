import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Pronunciation } from '#shared/pronunciation.ts'
import { charactersOf, folded, isWordCharacter, plain } from './fold.ts'

/** The words of a dictionary as a tree of characters, case aside. */
interface Branch {
  readonly next: Map<string, Branch>
  /** The entries that end here; those that keep their case by their spelling. */
  readonly anyCase: Pronunciation[]
  readonly byCase: Map<string, Pronunciation[]>
}

/** A word of the dictionary that was found: characters `start` to `end` of the text. */
export interface Match {
  readonly start: number
  readonly end: number
  readonly entry: Pronunciation
}

export interface Matcher {
  /** The matches in order, none inside another; at each place the longest. Linear in the number of characters. */
  find(characters: readonly string[], language: LanguageCode): readonly Match[]
}

/** Builds the tree once; every text is then walked once, at most as deep from each word's start as the longest entry. */
export function createMatcher(entries: readonly Pronunciation[]): Matcher {
  const root = emptyBranch()
  for (const entry of entries) {
    let branch = root
    const characters = charactersOf(entry.word)
    for (const character of characters.map(folded)) {
      const next = branch.next.get(character) ?? emptyBranch()
      branch.next.set(character, next)
      branch = next
    }
    if (entry.caseSensitive) inCase(branch.byCase, characters.map(plain).join('')).push(entry)
    else branch.anyCase.push(entry)
  }
  return {
    find(characters, language) {
      const keys = characters.map(folded)
      const matches: Match[] = []
      for (let start = 0; start < characters.length; ) {
        const match = startsWord(characters, start)
          ? longestFrom(root, characters, keys, start, language)
          : undefined
        if (match) matches.push(match)
        start = match?.end ?? start + 1
      }
      return matches
    },
  }
}

function emptyBranch(): Branch {
  return { next: new Map(), anyCase: [], byCase: new Map() }
}

function inCase(byCase: Branch['byCase'], spelling: string): Pronunciation[] {
  const entries = byCase.get(spelling) ?? []
  byCase.set(spelling, entries)
  return entries
}

function longestFrom(
  root: Branch,
  characters: readonly string[],
  keys: readonly string[],
  start: number,
  language: LanguageCode,
): Match | undefined {
  let longest: Match | undefined
  let branch: Branch | undefined = root
  let written = ''
  for (let end = start; end < keys.length; end++) {
    const key = keys[end] ?? ''
    // Any number of spaces and line breaks is as one space.
    if (key === ' ' && end > start && keys[end - 1] === ' ') continue
    branch = branch.next.get(key)
    if (!branch) break
    written += plain(characters[end] ?? '')
    const isLeaf = branch.anyCase.length > 0 || branch.byCase.size > 0
    if (!isLeaf || !endsWord(characters, end + 1)) continue
    const entry = best(branch, written, language)
    if (entry) longest = { start, end: end + 1, entry }
  }
  return longest
}

/** A project's own entry goes before a global one, one for the language before one for any, one with case before one without. */
function best(
  { anyCase, byCase }: Branch,
  written: string,
  language: LanguageCode,
): Pronunciation | undefined {
  const fitting = [...anyCase, ...(byCase.get(written) ?? [])].filter(
    (entry) => entry.language === undefined || entry.language === language,
  )
  const rank = ({ scope, language: own, caseSensitive }: Pronunciation): number =>
    (scope.kind === 'project' ? 4 : 0) + (own ? 2 : 0) + (caseSensitive ? 1 : 0)
  return fitting.toSorted((one, other) => rank(other) - rank(one))[0]
}

const APOSTROPHE = /^['’ʼ]/u
const DIGIT = /^\p{Nd}/u
const IN_NUMBER = /^[.,:/]/

/** Word boundaries as a reader sees them: after an apostrophe inside a word ("d'Ivoire") none begins, nor inside "3.5". */
function startsWord(characters: readonly string[], at: number): boolean {
  const [earlier, before, here] = [characters[at - 2], characters[at - 1], characters[at]]
  if (!isWordCharacter(here)) return !/^\s/.test(here ?? ' ')
  if (isWordCharacter(before)) return false
  if (APOSTROPHE.test(before ?? '')) return !isWordCharacter(earlier)
  return !(DIGIT.test(here ?? '') && IN_NUMBER.test(before ?? '') && DIGIT.test(earlier ?? ''))
}

/** No word goes on: but a possessive "'s" may follow. */
function endsWord(characters: readonly string[], end: number): boolean {
  const [last, next, after, second] = characters.slice(end - 1, end + 3)
  if (!isWordCharacter(last)) return true
  if (isWordCharacter(next)) return false
  if (APOSTROPHE.test(next ?? '') && isWordCharacter(after))
    return /^s$/i.test(after ?? '') && !isWordCharacter(second)
  return !(DIGIT.test(last ?? '') && IN_NUMBER.test(next ?? '') && DIGIT.test(after ?? ''))
}
