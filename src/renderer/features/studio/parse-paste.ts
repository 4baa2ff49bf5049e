import { knownVoices } from '#renderer/features/studio/import/cast-voices.ts'
import { foldName, namedText } from '#renderer/features/studio/import/speaker-name.ts'
import { splitLongText } from '#renderer/features/studio/import/split-long-text.ts'
import type { StudioVoice } from '#renderer/voice.ts'
import type { Piece } from '#shared/imports.ts'

/** Line of a pasted text, with its voice if the text names a known one. */
export interface PastedLine {
  readonly text: string
  readonly voice?: string
}

/**
 * Parses a pasted or dropped text into lines, leaving out blank ones. "Lucy: Good morning" becomes a line of the voice
 * Lucy if there is one; any other name stays in the text. A line that is too long is split at the last end of a sentence that
 * fits.
 */
export function parsePaste(
  text: string,
  voices: readonly Pick<StudioVoice, 'id' | 'name'>[],
): PastedLine[] {
  const known = knownVoices(voices)
  return piecesOfText(text).flatMap((piece) => parseLine(piece.text, known))
}

/** The lines of a text as pieces, without blank ones. */
export function piecesOfText(text: string): Piece[] {
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .map((line) => ({ text: line.normalize('NFC').trim() }))
    .filter((piece) => piece.text !== '')
}

/** Whether a text is a part of a table, as spreadsheets copy it: rows with the same number of columns between tabs. */
export function isTable(text: string): boolean {
  const rows = text.split(/\r\n|[\n\r]/u).filter((row) => row.trim() !== '')
  const [columns = 1, ...others] = rows.map((row) => row.split('\t').length)
  return columns > 1 && others.length > 0 && others.every((count) => count === columns)
}

function parseLine(line: string, known: ReadonlyMap<string, string>): PastedLine[] {
  const { name = '', words = '' } = namedText(line) ?? {}
  const voice = words === '' ? undefined : known.get(foldName(name))
  const texts = splitLongText(voice === undefined ? line : words)
  return texts.map((part) => (voice === undefined ? { text: part } : { text: part, voice }))
}
