import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Pronunciation } from '#shared/pronunciation.ts'
import { TEXT_LIMIT } from '#shared/script.ts'
import type { Run } from '#speech/text/runs.ts'
import { charactersOf } from './fold.ts'
import { createMatcher, type Matcher } from './matcher.ts'

/**
 * Largest factor by which the dictionary may lengthen a text of maximum length, against entries that expand one letter
 * into hundreds.
 */
const MOST_GROWTH = 4

type TextRun = Extract<Run, { readonly kind: 'text' }>

/**
 * The runs with the words of the dictionary replaced, whole words only, the longest first, in one pass: what it puts
 * in is never looked up again. What is spelled, said in IPA or fixed by its writer stays as it is. `language` is the
 * request's. Throws AppError('text/too-long') where the replacements make the text too long. Linear.
 */
export function applyDictionary(
  runs: readonly Run[],
  entries: readonly Pronunciation[],
  language: LanguageCode,
): readonly Run[] {
  if (entries.length === 0) return runs
  const matcher = createMatcher(entries)
  const replaced = runs.flatMap((run) =>
    isReplaceable(run) ? replaceIn(run, matcher, run.style.language ?? language) : [run],
  )
  const length = replaced.reduce((sum, run) => sum + lengthOf(run), 0)
  if (length <= TEXT_LIMIT * MOST_GROWTH) return replaced
  throw new AppError(
    'text/too-long',
    `The pronunciation dictionary makes this text ${length} characters long; at most ${TEXT_LIMIT * MOST_GROWTH} are spoken. Shorten its replacements or the text.`,
  )
}

/** What the dictionary puts in place of words of a text, in order: each word as it is written there, and how it is said. */
export function appliedWords(
  runs: readonly Run[],
  entries: readonly Pronunciation[],
  language: LanguageCode,
): readonly (readonly [written: string, saidAs: Pronunciation['saidAs']])[] {
  if (entries.length === 0) return []
  const matcher = createMatcher(entries)
  return runs.flatMap((run) => {
    if (!isReplaceable(run)) return []
    const characters = charactersOf(run.text)
    return matcher
      .find(characters, run.style.language ?? language)
      .map(
        ({ start, end, entry }) => [characters.slice(start, end).join(''), entry.saidAs] as const,
      )
  })
}

/** Where the dictionary replaces words of a text without markup, in order, in UTF-16 units. */
export function replacedPlaces(
  text: string,
  entries: readonly Pronunciation[],
  language: LanguageCode,
): readonly { readonly start: number; readonly end: number }[] {
  if (entries.length === 0) return []
  const characters = charactersOf(text)
  const starts = [0]
  for (const character of characters) starts.push((starts.at(-1) ?? 0) + character.length)
  return createMatcher(entries)
    .find(characters, language)
    .map(({ start, end }) => ({ start: starts[start] ?? 0, end: starts[end] ?? text.length }))
}

/** Whether the dictionary applies: not to what is spelled, said in IPA or fixed by its writer. */
function isReplaceable(run: Run): run is TextRun {
  return run.kind === 'text' && !run.fixed && !run.style.spelled
}

function lengthOf(run: Run): number {
  if (run.kind === 'pause' || run.kind === 'mark') return 0
  return run.kind === 'ipa' ? run.ipa.length : run.text.length
}

function replaceIn(run: TextRun, matcher: Matcher, language: LanguageCode): readonly Run[] {
  const characters = charactersOf(run.text)
  const matches = matcher.find(characters, language)
  if (matches.length === 0) return [run]
  const runs: Run[] = []
  let pieces: string[] = []
  let done = 0
  const flush = (): void => {
    const text = pieces.join('')
    pieces = []
    if (text !== '') runs.push({ ...run, text })
  }
  for (const { start, end, entry } of matches) {
    pieces.push(characters.slice(done, start).join(''))
    done = end
    if (entry.saidAs.kind === 'text') pieces.push(entry.saidAs.text)
    else {
      flush()
      const text = characters.slice(start, end).join('')
      const possessive = isPossessive(characters, end)
      if (possessive) done += 2
      const ipa = possessive ? withPossessive(entry.saidAs.ipa) : entry.saidAs.ipa
      runs.push({ kind: 'ipa', text: possessive ? `${text}'s` : text, ipa, style: run.style })
    }
  }
  pieces.push(characters.slice(done).join(''))
  flush()
  return runs
}

function isPossessive(characters: readonly string[], end: number): boolean {
  return /^['’ʼ]s$/i.test(characters.slice(end, end + 2).join(''))
}

/** "'s" as English says it after this sound. */
function withPossessive(ipa: string): string {
  const last =
    ipa
      .normalize('NFD')
      .replace(/[\p{M}ːʰʼ/]/gu, '')
      .at(-1) ?? ''
  if (/[szʃʒ]/.test(last)) return `${ipa}ɪz`
  return `${ipa}${/[ptkfθ]/.test(last) ? 's' : 'z'}`
}
