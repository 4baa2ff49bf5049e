import { t } from '#renderer/i18n/i18n.ts'
import type { Piece } from '#shared/imports.ts'
import { LANGUAGES, type LanguageCode, languageOf } from '#shared/languages/languages.ts'
import { type HeardAt, TEXT_LIMIT } from '#shared/script.ts'
import { foldName, type NamedText, namedText, speakerKeys } from './speaker-name.ts'
import { splitLongText } from './split-long-text.ts'
import { withoutDirections } from './stage-directions.ts'

/** A name of an imported script, and how often it speaks. */
export interface ReadName {
  /** As it is written first. */
  readonly name: string
  readonly lines: number
  /** Whether it is taken as a name without asking. */
  readonly isLikely: boolean
}

/** A line of an imported script, not yet in the script. */
export interface ReadLine {
  readonly kind: 'line' | 'chapter'
  readonly text: string
  /** Folded name of who says it. */
  readonly speaker?: string
  /** Chosen by the file. */
  readonly language?: LanguageCode
  readonly heardAt?: HeardAt
  /** Stage directions that are not spoken, with their brackets. */
  readonly directions: readonly string[]
}

/** What a person chooses of the reading. */
export interface ReadingChoices {
  /** Folded names that are names; the words before any other colon are spoken. */
  readonly names: ReadonlySet<string>
  readonly speaksDirections: boolean
}

/** Pieces of a script, read as lines. */
export interface Reading {
  readonly lines: readonly ReadLine[]
  /** Stage directions in the whole script, also where they are spoken. */
  readonly directions: readonly string[]
  /** What happened to lines, in sentences. */
  readonly notices: readonly string[]
}

/** Share of lines that must begin with a likely name for names that come once to be taken. */
const SCRIPT_SHARE = 0.3

/** Letters of a name in a column: more are cut off. */
const LONGEST_NAME = 80

/** All that may be names, most frequent first. `known`: folded names that the project, or a voice, already has. */
export function findNames(pieces: readonly Piece[], known: ReadonlySet<string>): ReadName[] {
  const found = new Map<
    string,
    { name: string; lines: number; isSure: boolean; isLikely: boolean }
  >()
  const keyOf = keysIn(pieces)
  let likely = 0
  for (const piece of pieces) {
    const named = nameOf(piece)
    if (!named) continue
    const key = keyOf(named.name)
    const folded = foldName(named.name)
    const isSure = known.has(folded) || known.has(key) || piece.speaker !== undefined
    const isLikely = isSure || named.isLikely
    if (isLikely) likely++
    const before = found.get(key)
    found.set(key, {
      name: spellingOf(key, before?.name, named.name),
      lines: (before?.lines ?? 0) + 1,
      isSure:
        isSure || (before?.isSure ?? false) || (named.direction !== undefined && named.isLikely),
      isLikely,
    })
  }
  const isScript = likely >= 2 && likely >= pieces.length * SCRIPT_SHARE
  return [...found.values()]
    .filter(({ isLikely, lines }) => isLikely || lines > 1)
    .map(({ name, lines, isSure, isLikely }) => ({
      ...{ name, lines },
      isLikely: isSure || (isLikely && (lines > 1 || isScript)),
    }))
    .toSorted((one, other) => other.lines - one.lines)
}

/** Of the spellings of a name, the one with all its marks, as it was first written; until that comes, the first. */
function spellingOf(key: string, before: string | undefined, now: string): string {
  if (before === undefined || (foldName(now) === key && foldName(before) !== key)) return now
  return before
}

/** The keys of the speakers of a script. */
function keysIn(pieces: readonly Piece[]): (name: string) => string {
  return speakerKeys(pieces.flatMap((piece) => nameOf(piece)?.name ?? []))
}

function nameOf(piece: Piece): NamedText | undefined {
  if (piece.heading !== undefined) return undefined
  if (piece.speaker === undefined) return namedText(piece.text.normalize('NFC'))
  const speaker = piece.speaker.slice(0, LONGEST_NAME).toWellFormed()
  const [, name = speaker, direction] = /^([^(]+?)\s*\(([^)]+)\)$/s.exec(speaker) ?? []
  return { name: name.trim(), words: piece.text, isLikely: true, ...(direction && { direction }) }
}

/** Reads the pieces of a file as lines of a script. No word is lost: what is not spoken stands in `directions` of a line. */
export function readPieces(pieces: readonly Piece[], choices: ReadingChoices): Reading {
  const lines: ReadLine[] = []
  const all: string[] = []
  const keyOf = keysIn(pieces)
  const divided = { lines: 0, into: 0 }
  /** Directions that stand alone, for the next line. */
  let waiting: string[] = []
  /** "NARRATOR:" alone: the next paragraph is what is said. */
  let announced: { readonly named: NamedText; readonly piece: Piece } | undefined
  const giveUpAnnounced = (): void => {
    if (announced) lines.push({ kind: 'line', text: clean(announced.piece.text), directions: [] })
    announced = undefined
  }
  const addSpoken = (piece: Piece, named: NamedText | undefined): void => {
    const who = named ?? announced?.named
    announced = undefined
    const { spoken, directions, left } = directed(named?.words ?? piece.text, who, choices)
    all.push(...directions)
    waiting.push(...left)
    if (spoken === '') return
    const added = linesOf(piece, spoken, who && keyOf(who.name), waiting)
    waiting = []
    if (added.length > 1) {
      divided.lines++
      divided.into += added.length
    }
    lines.push(...added)
  }
  for (const piece of pieces) {
    const found = nameOf(piece)
    const named = found && choices.names.has(keyOf(found.name)) ? found : undefined
    if (piece.heading !== undefined || named) giveUpAnnounced()
    if (piece.heading !== undefined)
      lines.push({ kind: 'chapter', text: clean(piece.text), directions: [] })
    else if (named && named.words === '') announced = { named, piece }
    else addSpoken(piece, named)
  }
  giveUpAnnounced()
  return { lines: withLastDirections(lines, waiting), directions: all, notices: noticesOf(divided) }
}

/** A text as one line, or as several where it is too long. */
function linesOf(
  { heardAt, language }: Piece,
  spoken: string,
  speaker: string | undefined,
  directions: readonly string[],
): ReadLine[] {
  const texts = splitLongText(spoken)
  return texts.map((text, index) => ({
    ...{ kind: 'line', text, directions: index === 0 ? directions : [] },
    ...(speaker !== undefined && { speaker }),
    ...languageField(language),
    // The time of a text that is divided is known only as a whole.
    ...(heardAt && texts.length === 1 && { heardAt }),
  }))
}

/** Directions behind the last line belong to it. */
function withLastDirections(lines: readonly ReadLine[], left: readonly string[]): ReadLine[] {
  const last = lines.at(-1)
  if (!last || left.length === 0) return [...lines]
  return [...lines.slice(0, -1), { ...last, directions: [...last.directions, ...left] }]
}

/** What is spoken of a text, its directions, and those of them that are not spoken. */
function directed(
  text: string,
  who: NamedText | undefined,
  { speaksDirections }: ReadingChoices,
): {
  readonly spoken: string
  readonly directions: readonly string[]
  readonly left: readonly string[]
} {
  const aside = who?.direction === undefined ? [] : [`(${who.direction})`]
  const { spoken, directions } = withoutDirections(clean(text), who !== undefined)
  const all = [...aside, ...directions]
  return speaksDirections
    ? { spoken: clean([...aside, text].join(' ')), directions: all, left: [] }
    : { spoken, directions: all, left: all }
}

function clean(text: string): string {
  return text.toWellFormed().normalize('NFC').trim()
}

function languageField(written: string | undefined): Pick<ReadLine, 'language'> {
  if (written === undefined) return {}
  const folded = written.trim().toLowerCase()
  const language =
    languageOf(written) ?? LANGUAGES.find(({ name }) => name.toLowerCase() === folded)?.code
  return language ? { language } : {}
}

function noticesOf({ lines, into }: { readonly lines: number; readonly into: number }): string[] {
  if (lines === 0) return []
  return [t('import:warnings.divided', { count: lines, limit: TEXT_LIMIT, into })]
}
