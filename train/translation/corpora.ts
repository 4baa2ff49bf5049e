import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LanguageCode } from '#shared/languages/languages.ts'

/** A sentence in English and in another language. */
export interface Pair {
  readonly english: string
  readonly other: string
  /** Where it comes from: the name of the file without `train.` and `.tsv`. */
  readonly corpus: string
}

/** A language that is not English, as corpora and files are named. */
export type Other = Exclude<LanguageCode, 'en'>
export const OTHERS: Readonly<Record<Other, string>> = {
  am: 'amh',
  ha: 'hau',
  ig: 'ibo',
  yo: 'yor',
  pcm: 'pcm',
}

/** How much a pair counts, by its corpus: news and plain language 1, scripture and paraphrases less. */
const WEIGHTS: Readonly<Record<string, number>> = {
  annotations: 0.5,
  dictionary: 0.3,
  'ethiopic-bible': 0.5,
  'e-bible': 0.5,
  'jw-daily-quote': 0.6,
  jw: 0.6,
  proverbs: 0.3,
  quran: 0.3,
  verses: 0.3,
}
export const weightOf = (pair: Pair): number => WEIGHTS[pair.corpus] ?? 1

/** The pairs of all `KIND.*.tsv` of a language in a folder laid out as `parallel/en-LANG/`; `train` or `dev`. */
export function readPairs(folder: string, other: Other, kind: 'train' | 'dev'): Pair[] {
  const path = join(folder, `en-${OTHERS[other]}`)
  if (!existsSync(path)) return []
  return readdirSync(path)
    .filter((name) => name.startsWith(`${kind}.`) && name.endsWith('.tsv'))
    .sort()
    .flatMap((name) => {
      const corpus = name.slice(kind.length + 1, -'.tsv'.length)
      return readFileSync(join(path, name), 'utf8')
        .split('\n')
        .flatMap((line) => {
          const [english = '', right = ''] = line.normalize('NFC').trim().split('\t')
          return english && right ? [{ english, other: right, corpus }] : []
        })
    })
}

/** Reads a file of a fetched repository (a bare one, without a work tree). */
export function readFetched(repository: string, path: string): string {
  return execFileSync('git', ['-C', repository, 'show', `HEAD:${path}`], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
}

/** Drops pairs that occur twice, that are in `known`, or whose lengths cannot be those of translations. */
export function cleaned(pairs: readonly Pair[], known: ReadonlySet<string>): Pair[] {
  const seen = new Set(known)
  const clean = pairs.map((pair) => ({
    ...pair,
    english: unescaped(pair.english),
    other: unescaped(pair.other),
  }))
  return clean.filter(({ english, other }) => {
    const key = fingerprintOf(english)
    if (seen.has(`${key}\t${other}`) || known.has(key)) return false
    seen.add(`${key}\t${other}`)
    const [short = 0, long = 0] = [english.length + 15, other.length + 15].sort((a, b) => a - b)
    return long / short < 3 && english !== other.normalize('NFC') && long < 1200
  })
}

function unescaped(text: string): string {
  return text
    .replace(/& ?quot ?;/g, '"')
    .replace(/&#0?39;|&apos;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A sentence without letter case, signs and spaces, for comparisons. */
export function fingerprintOf(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\d]+/gu, ' ')
    .trim()
}
