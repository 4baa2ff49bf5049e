import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tone } from '#speech/utterance.ts'

/** The common words are checked by hand and go first. */
const LISTS = ['ig-words.tsv', 'ig-tones.tsv'] as const

export interface ToneLexicon {
  /** A tone for each syllable of a word; undefined where no list has it. */
  readonly word: (text: string) => readonly Tone[] | undefined
  /** The same from the list that was written by hand. */
  readonly common: (key: string) => readonly Tone[] | undefined
  /** The same for a verb: its root, or its root with what is known to extend it. */
  readonly verb: (stem: string) => readonly Tone[] | undefined
}

/** Opens the tone lexicons of `folder`. Throws an Error that names a list it cannot read. */
export async function openToneLexicon(folder: string): Promise<ToneLexicon> {
  const lists = await Promise.all(LISTS.map((name) => readList(join(folder, name))))
  const find = (key: string): readonly Tone[] | undefined => {
    for (const list of lists) {
      const tones = list.get(key)
      if (tones) return tones
    }
    return undefined
  }
  return {
    word: find,
    common: (key) => lists[0]?.get(key),
    verb: (stem) => find(`-${stem}`),
  }
}

async function readList(path: string): Promise<ReadonlyMap<string, readonly Tone[]>> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`The lexicon ${path} cannot be read: install Griot again.`, { cause })
  })
  const rows = text.split(/\r?\n/).filter((row) => row !== '' && !row.startsWith('#'))
  return new Map(rows.map((row) => parseRow(row, path)))
}

function parseRow(row: string, path: string): readonly [string, readonly Tone[]] {
  const [word, tones] = row.split('\t')
  if (!word || !tones || !/^[HLM]+$/.test(tones))
    throw new Error(`${path}: "${row}" is not a word, a tab and its tones.`)
  return [word, [...tones].map(levelTone)]
}

function levelTone(letter: string): Tone {
  if (letter === 'H') return 'H'
  return letter === 'L' ? 'L' : 'M'
}
