import { readFile } from 'node:fs/promises'
import type { Syllable } from '#speech/utterance.ts'

/** A word of the lexicon. */
export interface PidginEntry {
  readonly syllables: readonly Syllable[]
  /** It may follow the auxiliaries "dey" and "go". */
  readonly isVerb: boolean
}

export type PidginLexicon = ReadonlyMap<string, PidginEntry>

const ACUTE = '\u0301'
const TONE_MARKS = /[\u0300\u0301]/g

/** Opens the lexicon of Pidgin words. Throws an Error that names the file where it cannot be read. */
export async function openLexicon(path: string): Promise<PidginLexicon> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`The lexicon ${path} cannot be read: install Griot again.`, { cause })
  })
  const rows = text.split(/\r?\n/).filter((row) => row !== '' && !row.startsWith('#'))
  return new Map(rows.map((row) => parseRow(row, path)))
}

function parseRow(row: string, path: string): readonly [string, PidginEntry] {
  const [word, ipa, kind] = row.split('\t')
  if (!word || !ipa) throw new Error(`${path}: "${row}" is not a word, a tab and its phones.`)
  return [word, { syllables: syllablesOfIpa(ipa), isVerb: kind === 'verb' }]
}

/** "w à . h á . l à" as syllables: acute is high, everything else low. */
export function syllablesOfIpa(ipa: string): readonly Syllable[] {
  return ipa.split(' . ').map((syllable): Syllable => {
    const marked = syllable.normalize('NFD')
    const phones = marked.replaceAll(TONE_MARKS, '').normalize('NFC').split(' ')
    const tone = marked.includes(ACUTE) ? 'H' : 'L'
    return { phones: phones.map((phone) => ({ ipa: phone })), stress: 0, tone }
  })
}
