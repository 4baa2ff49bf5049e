/**
 * Gathers the training texts of the translator: `node train/translation/prepare.ts PARALLEL MIRRORS OUT`.
 * PARALLEL: en-LANG/{train,dev}.*.tsv. MIRRORS: a folder of bare repositories, OWNER+NAME/repo; those that are missing are left out.
 * OUT gets en-LANG.tsv (English, other, corpus) and mono-LANG.txt (sentences for language models).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { checkInputs, endWithUsage } from '../usage.ts'
import {
  cleaned,
  fingerprintOf,
  OTHERS,
  type Other,
  type Pair,
  readFetched,
  readPairs,
} from './corpora.ts'
import { yorubaSources } from './yoruba-sources.ts'

const [parallel, mirrors, out] = process.argv.slice(2)
if (!parallel || !mirrors || !out)
  endWithUsage('node train/translation/prepare.ts PARALLEL MIRRORS OUT')
checkInputs(parallel, mirrors)
mkdirSync(out, { recursive: true })
const repositoryOf = (name: string): string => join(mirrors, name.replace('/', '+'), 'repo')
const has = (name: string): boolean => existsSync(repositoryOf(name))
const read = (name: string, path: string): string => {
  try {
    return readFetched(repositoryOf(name), path)
  } catch {
    return ''
  }
}

/** MAFAND's training part. */
function mafand(other: Other): Pair[] {
  const name = 'masakhane-io/lafand-mt'
  if (!has(name)) return []
  const code = OTHERS[other]
  return read(name, `data/json_files/en-${code}/train.json`)
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { translation: Record<string, string> }).translation)
    .map((row) => ({ english: row['en'] ?? '', other: row[code] ?? '', corpus: 'mafand' }))
}

/** Questions of AfriQA that people translated. */
function afriqa(other: Other): Pair[] {
  const [name, code] = ['masakhane-io/afriqa', OTHERS[other]]
  if (!has(name)) return []
  return ['train', 'dev', 'test']
    .flatMap((part) =>
      read(name, `data/queries/${code}/queries.afriqa.${code}.en.${part}.json`).split('\n'),
    )
    .filter(Boolean)
    .map(
      (line) =>
        JSON.parse(line) as {
          question: string
          translated_question: string
          translation_type: string
        },
    )
    .filter((row) => row.translation_type === 'human_translation')
    .map((row) => ({ english: row.translated_question, other: row.question, corpus: 'afriqa' }))
}

/** Reviews of NollySenti that people translated: the same lines in each language. */
function nollysenti(other: Other): Pair[] {
  const name = 'IyanuSh/NollySenti'
  if (!has(name) || other === 'am') return []
  return ['train', 'dev', 'test'].flatMap((part) => {
    const rows = (code: string): string[][] =>
      read(name, `data/${code}/${part}.tsv`)
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t'))
    const [english, others] = [rows('en'), rows(other)]
    // Where a file has lines more or less than the English one, nobody can tell which belong together.
    if (english.length !== others.length) return []
    return english.flatMap(([text = '', verdict], at) => {
      const [translated = '', same] = others[at] ?? []
      return verdict === same ? [{ english: text, other: translated, corpus: 'nollysenti' }] : []
    })
  })
}

/** Gumi's Hausa Quran with its marks of vowel length taken off, beside two English ones. */
function quran(other: Other): Pair[] {
  const name = 'ZaheeriOS/QuranTranslations'
  if (other !== 'ha' || !has(name)) return []
  const verses = (file: string): string[] =>
    [...read(name, file).matchAll(/<aya index="\d+" text="([^"]*)"/g)].map(([, text = '']) => text)
  const hausa = verses('ha.gumi.xml').map((text) =>
    text
      .normalize('NFD')
      .replace(/\u0303/g, '')
      .normalize('NFC')
      .replace(/[([][^)\]]*[)\]]/g, ' '),
  )
  return ['en.qarai.xml', 'en.itani.xml'].flatMap((file) =>
    verses(file).map((text, at) => ({
      english: text
        .replace(/[([][^)\]]*[)\]]/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
      other: (hausa[at] ?? '').replace(/\s+/g, ' ').trim(),
      corpus: 'quran',
    })),
  )
}

/** Names of countries, languages, months and days in CLDR. */
function names(other: Other): Pair[] {
  const require = createRequire(import.meta.url)
  const load = (pack: string, code: string, file: string): unknown => {
    try {
      return require(`${pack}/main/${code}/${file}.json`)
    } catch {
      return {}
    }
  }
  const leaves = (value: unknown, path: string, into: Map<string, string>): Map<string, string> => {
    if (typeof value === 'string') into.set(path, value)
    else if (value && typeof value === 'object')
      for (const [key, inner] of Object.entries(value))
        leaves(inner, key === other || key === 'en' ? path : `${path}/${key}`, into)
    return into
  }
  return ['territories', 'languages'].flatMap((file) => {
    const english = leaves(load('cldr-localenames-full', 'en', file), '', new Map())
    const others = leaves(load('cldr-localenames-full', other, file), '', new Map())
    return [...others].flatMap(([path, name]) => {
      const original = english.get(path)
      return original && original !== name && !path.includes('identity')
        ? [{ english: original, other: name, corpus: 'names' }]
        : []
    })
  })
}

/** The test part of MENYO-20k, which nothing may learn from: texts of programs stand in it, too. */
function menyoTest(): Pair[] {
  const name = 'uds-lsv/menyo-20k_MT'
  return rowsOf(has(name) ? read(name, 'data/test.tsv') : '').map(([english = '', right = '']) => ({
    ...{ english, other: right, corpus: 'menyo-test' },
  }))
}

/** Yoruba that is marked throughout: most news is not, and would teach unmarked words. */
const MARKED = {
  modern:
    /^(?:alakowe|edeyorubarewa|global-voices|igbo-olodumare|irinkerindo|menyo-train|oroyoruba|slr86|udhr)/,
  scripture: /^bible-/,
}
function markedYoruba(folder: string, kind: keyof typeof MARKED): string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => MARKED[kind].test(name))
        .flatMap((name) =>
          readFileSync(join(folder, name), 'utf8')
            .normalize('NFC')
            .split(kind === 'modern' ? /\n|(?<=[.!?]["'”’]?)\s+(?=\P{Ll})/u : '\n'),
        )
    : []
}

/** News of MasakhaNEWS: headlines and sentences, without what is in the development files. */
function news(code: string): string[] {
  const name = 'masakhane-io/masakhane-news'
  if (!has(name)) return []
  return ['train', 'dev', 'test'].flatMap((part) =>
    rowsOf(read(name, `data/${code}/${part}.tsv`)).flatMap(([, headline = '', text = '']) =>
      [headline, ...text.split(/\n|(?<=[.!?።]["'”’]?)\s+(?=\P{Ll})/u)].map((sentence) =>
        sentence.trim(),
      ),
    ),
  )
}

/** The rows of a table with tabs whose fields may be quoted and then hold line ends. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, bare, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^\t\n"][^\t\n]*)?)(\t|\n|$)/g,
  )) {
    row.push((quoted?.replaceAll('""', '"') ?? bare ?? '').replace(/[\t\r]/g, ' '))
    if (end === '\t') continue
    rows.push(row)
    row = []
  }
  return rows.slice(1)
}

for (const other of Object.keys(OTHERS) as Other[]) {
  const dev = [...readPairs(parallel, other, 'dev'), ...(other === 'yo' ? menyoTest() : [])]
  const known = new Set(dev.map(({ english }) => fingerprintOf(english)))
  const knownOther = new Set(dev.map((pair) => fingerprintOf(pair.other)))
  const texts = [
    ...readPairs(parallel, other, 'train'),
    ...mafand(other),
    ...afriqa(other),
    ...nollysenti(other),
    ...quran(other),
    ...names(other),
  ]
  const pairs = cleaned(
    [...texts, ...(other === 'yo' ? yorubaSources(mirrors, texts) : [])],
    known,
  ).filter((pair) => !knownOther.has(fingerprintOf(pair.other)))
  const counts: Record<string, number> = {}
  for (const { corpus } of pairs) counts[corpus] = (counts[corpus] ?? 0) + 1
  process.stdout.write(`${other} ${JSON.stringify(counts)}\n`)
  const lines = pairs.map((pair) => `${pair.english}\t${pair.other}\t${pair.corpus}`)
  writeFileSync(join(out, `en-${other}.tsv`), `${lines.join('\n')}\n`)
  writeMono(other, OTHERS[other], [...known, ...knownOther])
}
const allKnown = (Object.keys(OTHERS) as Other[]).flatMap((other) =>
  readPairs(parallel, other, 'dev').map(({ english }) => fingerprintOf(english)),
)
writeMono('en', 'eng', allKnown)

function writeMono(language: string, code: string, known: readonly string[]): void {
  const marked = join(parallel ?? '', '../yoruba-marked')
  const isYoruba = code === 'yor'
  const texts = isYoruba ? markedYoruba(marked, 'modern') : news(code)
  writeSentences(`mono-${language}.txt`, texts, known)
  if (isYoruba)
    writeSentences(`scripture-${language}.txt`, markedYoruba(marked, 'scripture'), known)
}

function writeSentences(name: string, texts: readonly string[], known: readonly string[]): void {
  const left = new Set(known)
  const sentences = [...new Set(texts)].filter((text) => {
    const print = fingerprintOf(text)
    return print.length > 10 && text.length < 600 && !left.has(print)
  })
  process.stdout.write(`${name}: ${sentences.length} sentences\n`)
  writeFileSync(join(out ?? '', name), `${sentences.join('\n')}\n`)
}
