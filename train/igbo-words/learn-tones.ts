/**
 * Learns resources/lexicons/ig-tones.tsv: Igbo words and verb roots with the tones of their syllables.
 *
 * node train/igbo-words/learn-tones.ts HEADWORDS OUTPUT CORPUS...
 *
 * HEADWORDS has one headword per line in the Green and Igwe convention: low tone marked grave, downstep macron, high
 * unmarked; verb roots begin with a hyphen; a vowel that carries a mark has lost its dot. CORPUS files are Igbo text,
 * where a line has a tab the part after the last one. The output depends only on the files: no chance, no clock.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { spellIgbo } from '#speech/languages/ig/normalisation/spelling.ts'
import { syllablesOf, withoutTones } from '#speech/languages/ig/phonemes/syllables.ts'
import { checkInputs, endWithUsage } from '../usage.ts'

const [headwordsPath, outputPath, ...corpusPaths] = process.argv.slice(2)
if (headwordsPath === undefined || outputPath === undefined || corpusPaths.length === 0)
  endWithUsage('node train/igbo-words/learn-tones.ts HEADWORDS OUTPUT CORPUS...')
checkInputs(headwordsPath, ...corpusPaths)
const DOTTED: Readonly<Record<string, string>> = { i: 'ị', o: 'ọ', u: 'ụ' }
const LEAST_SEEN = 2

interface Headword {
  readonly word: string
  readonly tones: string
  readonly isVerb: boolean
}

const counts = countWords(corpusPaths)
const heads = readHeadwords(headwordsPath)
const patterns = countPatterns(heads)
addDialects(patterns)
writeFileSync(outputPath, tableOf(patterns))
reportDefaults(patterns)

function countWords(paths: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const path of paths) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const igbo = withoutTones(spellIgbo(line.slice(line.lastIndexOf('\t') + 1))).toLowerCase()
      for (const [word] of igbo.matchAll(/[\p{L}\p{M}]+/gu))
        found.set(word, (found.get(word) ?? 0) + 1)
    }
  }
  return found
}

/** The first word of each headword keeps the tones it has alone; those after it may not. */
function readHeadwords(path: string): readonly Headword[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line) => {
    const plain = line
      .normalize('NFC')
      .replace(/\([^)]*\)/g, ' ')
      .replace(/ŋ/g, 'ṅ')
      .trim()
    const [first = ''] = plain.split(/[\s’']/)
    const isVerb = first.startsWith('-')
    const written = first.toLowerCase().replaceAll('-', '')
    if (!/^\p{Ll}[\p{Ll}\p{M}]*$/u.test(written) || /^\p{L}$/u.test(written)) return []
    const spelled = restoreDots(written)
    const syllables = syllablesOf(spelled)
    const tones = syllables.map(({ tone }) => tone?.at(-1) ?? 'H').join('')
    return [{ word: withoutTones(spelled), tones, isVerb }]
  })
}

/** Dots under marked vowels: the spelling that texts have, else the one in harmony with the rest of the word. */
function restoreDots(written: string): string {
  const candidates = [written]
  const clusters = written.normalize('NFD').split(/(?=\P{M})/u)
  const marked = clusters.flatMap((cluster, at) =>
    /^[iou](?!.*\u0323).*[\u0300\u0304]/.test(cluster) ? [at] : [],
  )
  for (let choice = 1; choice < 2 ** Math.min(marked.length, 6); choice++) {
    const spelled = clusters.map((cluster, at) => {
      const order = marked.indexOf(at)
      const dotted = order >= 0 && (choice & (1 << order)) !== 0
      return dotted ? `${DOTTED[cluster.charAt(0)] ?? ''}${cluster.slice(1)}` : cluster
    })
    candidates.push(spelled.join('').normalize('NFC'))
  }
  const seen = candidates.map((word) => ({ word, score: counts.get(withoutTones(word)) ?? 0 }))
  const best = seen.reduce((a, b) => (b.score > a.score ? b : a))
  if (best.score >= LEAST_SEEN) return best.word
  const byHarmony = candidates.map((word) => ({ word, score: -clashes(withoutTones(word)) }))
  return byHarmony.reduce((a, b) => (b.score > a.score ? b : a)).word
}

/** Neighbouring vowels of different sets. */
function clashes(word: string): number {
  const sets = [...word].flatMap((letter) => {
    if ('eiou'.includes(letter)) return [0]
    return 'aịọụ'.includes(letter) ? [1] : []
  })
  return sets.filter((set, at) => at > 0 && set !== sets[at - 1]).length
}

type Patterns = Map<string, Map<string, number>>

function countPatterns(headwords: readonly Headword[]): Patterns {
  const found: Patterns = new Map()
  for (const { word, tones, isVerb } of headwords) {
    const key = isVerb ? `-${word}` : word
    const row = found.get(key) ?? new Map<string, number>()
    row.set(tones, (row.get(tones) ?? 0) + 1)
    found.set(key, row)
  }
  return found
}

/** The headwords are of the west of the Niger and Onitsha: l for r, f for h, n for l. The standard form gets the tones where texts have it. */
function addDialects(found: Patterns): void {
  const swaps: readonly (readonly [RegExp, string])[] = [
    [/l/g, 'r'],
    [/f/g, 'h'],
    [/(?<=.)n(?=[aịọụeiou])/g, 'l'],
  ]
  const sorted = [...found.keys()].sort()
  for (let choice = 1; choice < 8; choice++) {
    for (const key of sorted) {
      const standard = swaps.reduce((word, [from, to], at) => {
        return (choice & (1 << at)) === 0 ? word : word.replace(from, to)
      }, key)
      const bare = standard.replace('-', '')
      const isBetter = (counts.get(bare) ?? 0) > Math.max(1, counts.get(key.replace('-', '')) ?? 0)
      const tones = found.get(key)
      if (standard !== key && !found.has(standard) && isBetter && tones) found.set(standard, tones)
    }
  }
}

function tableOf(found: Patterns): string {
  const keys = [...found.keys()].sort().filter((key) => {
    const [tones = ''] = found.get(key)?.keys() ?? []
    return syllablesOf(key.replace('-', '')).length === tones.length
  })
  const rows = keys.map((key) => {
    const best = [...(found.get(key) ?? [])].sort(
      (a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1),
    )[0]
    return `${key}\t${best?.[0] ?? ''}`
  })
  const head =
    '# Igbo words, and verb roots after a hyphen, with a tone for each syllable: H, L, M (downstep). See ig-tones.md.'
  return `${[head, ...rows].join('\n')}\n`
}

/** Prints the most frequent tone pattern of each shape, the default of words without an entry in src/speech/languages/ig/phonemes/tones.ts. */
function reportDefaults(found: Patterns): void {
  const shapes = new Map<string, Map<string, number>>()
  for (const [key, tones] of found) {
    const syllables = syllablesOf(key.replace('-', ''))
    const start = key.startsWith('-') ? 'verb' : syllables[0]?.phones.length === 1 ? 'V' : 'C'
    const shape = `${start} ${syllables.length}`
    const row = shapes.get(shape) ?? new Map<string, number>()
    for (const pattern of tones.keys()) row.set(pattern, (row.get(pattern) ?? 0) + 1)
    shapes.set(shape, row)
  }
  for (const [shape, row] of [...shapes].sort()) {
    const sorted = [...row].sort((a, b) => b[1] - a[1])
    const total = sorted.reduce((sum, [, count]) => sum + count, 0)
    const top = sorted
      .slice(0, 4)
      .map(([pattern, count]) => `${pattern} ${Math.round((100 * count) / total)} %`)
    process.stdout.write(`${shape} (${total}): ${top.join(', ')}\n`)
  }
}
