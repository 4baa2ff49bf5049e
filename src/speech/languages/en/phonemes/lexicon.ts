import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ArpabetPhone, parseSounds } from './arpabet.ts'
import { openCmuDictionary } from './cmu-dictionary.ts'

/** The pronunciation of a word as it stands in a lexicon; undefined where none has it. */
export type EnglishLexicon = (word: string) => readonly ArpabetPhone[] | undefined

/** Our own lists, the first to have a word wins; all go before the CMU dictionary. */
const OWN_LISTS = ['en-nigeria.tsv', 'en-additions.tsv'] as const

/** Opens the English lexicons: our own in `folder` and the CMU dictionary. Throws an Error that names a list it cannot read. */
export async function openEnglishLexicon(folder: string): Promise<EnglishLexicon> {
  const [cmu, ...own] = await Promise.all([
    openCmuDictionary(),
    ...OWN_LISTS.map((name) => readList(join(folder, name))),
  ])
  return (word) => {
    for (const list of own) {
      const sounds = list.get(word)
      if (sounds) return sounds
    }
    const arpabet = cmu(word)
    return arpabet === undefined ? undefined : parseSounds(nearVowel(arpabet))
  }
}

/** CMU writes "here" with IY and "near" with IH before its R: one vowel in General American and in the base voices. */
export function nearVowel(arpabet: string): string {
  return arpabet.replace(/\bIY(\d) R(?= [B-DF-HJ-NP-TV-Z]|$)/g, 'IH$1 R')
}

async function readList(path: string): Promise<ReadonlyMap<string, readonly ArpabetPhone[]>> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`The lexicon ${path} cannot be read: install Griot again.`, { cause })
  })
  const rows = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(rows.map((row) => parseRow(row, path)))
}

function parseRow(row: string, path: string): readonly [string, readonly ArpabetPhone[]] {
  const [word, arpabet] = row.split('\t')
  if (!word || !arpabet) throw new Error(`${path}: "${row}" is not a word, a tab and its phones.`)
  return [word, parseSounds(arpabet)]
}
