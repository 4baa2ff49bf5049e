/**
 * Learns phrases and language models: `node train/translation/train.ts DATA LANGUAGE OUT`. DATA: what `prepare.ts` wrote. LANGUAGE: one that
 * is not English, for its two phrase tables and its language model; or `en`, for the language model of English over all pairs.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { segmentsOf } from '#translation/statistical/amharic-segments.ts'
import { tokensOf } from '#translation/statistical/tokens.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import { align } from './align.ts'
import { caseModelOf } from './case.ts'
import type { Other, Pair } from './corpora.ts'
import { weightOf } from './corpora.ts'
import { languageModelOf } from './count-ngrams.ts'
import { pack } from './pack.ts'
import { phraseTableOf } from './phrase-table-of.ts'
import { addPhrases, countWords, type PhraseCounts, type SentencePair } from './phrases.ts'
import { stemsOf } from './stems.ts'
import type { Links } from './symmetrise.ts'

const [data, language, out] = process.argv.slice(2)
if (!data || !language || !out) endWithUsage('node train/translation/train.ts DATA LANGUAGE OUT')
const other = language as Other
checkInputs(join(data, `en-${other}.tsv`))
mkdirSync(out, { recursive: true })
const started = performance.now()
const say = (text: string): void => {
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(0)} s ${text}\n`)
}

const pairs = readFileSync(join(data, `en-${other}.tsv`), 'utf8')
  .split('\n')
  .flatMap((line): Pair[] => {
    const [english = '', right = '', corpus = ''] = line.split('\t')
    return english && right ? [{ english, other: right, corpus }] : []
  })
const english = pairs.map((pair) => tokensOf(pair.english, 'en').map(({ key }) => key))
const othersWhole = pairs.map((pair) => tokensOf(pair.other, other).map(({ key }) => key))
const mono = (code: string): string[][] => {
  const path = join(data, `mono-${code}.txt`)
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => tokensOf(line, code as Other).map(({ key }) => key))
    : []
}
const [monoEnglish, monoWhole] = [mono('en'), mono(other)]
const stems = other === 'am' ? stemsOf([...othersWhole, ...monoWhole]) : undefined
const inSegments = (all: readonly (readonly string[])[]): string[][] =>
  all.map((sentence) =>
    stems ? sentence.flatMap((word) => segmentsOf(word, stems)) : [...sentence],
  )
const [others, monoOther] = [inSegments(othersWhole), inSegments(monoWhole)]
const usual = {
  en: caseModelOf([...english, ...monoEnglish]),
  [other]: caseModelOf([...others, ...monoOther]),
}
const lower = (words: readonly string[]): string[] => words.map((word) => word.toLowerCase())

const keep = pairs.map(
  (_, at) => (english[at]?.length ?? 0) <= 100 && (others[at]?.length ?? 0) <= 100,
)
const links = [lower, beginnings].map((form) => align(numbered(form)))
say('aligned')

function beginnings(words: readonly string[]): string[] {
  return lower(words).map((word) =>
    /\p{Script=Ethiopic}/u.test(word) ? word.slice(0, 3) : word.slice(0, 5),
  )
}

function numbered(form: (words: readonly string[]) => string[]): {
  source: Int32Array[]
  target: Int32Array[]
} {
  const numbers = (all: readonly (readonly string[])[]): Int32Array[] => {
    const ids = new Map<string, number>()
    return all.map((words) =>
      Int32Array.from(form(words), (word) => {
        const id = ids.get(word) ?? ids.size
        ids.set(word, id)
        return id
      }),
    )
  }
  return { source: numbers(english), target: numbers(others) }
}

for (const [from, to] of [
  ['en', other],
  [other, 'en'],
] as const) {
  const [sources, targets] = from === 'en' ? [english, others] : [others, english]
  const restore = usual[to]
  if (!restore) continue
  const bitext = links.flatMap((all) =>
    pairs.flatMap((pair, at): SentencePair[] => {
      if (!keep[at]) return []
      const own: Links = all[at] ?? []
      return [
        {
          source: lower(sources[at] ?? []),
          target: restore(targets[at] ?? []),
          links: from === 'en' ? own : own.map((link) => (link & 255) * 256 + (link >> 8)),
          weight: weightOf(pair) / links.length,
        },
      ]
    }),
  )
  const words = countWords(bitext)
  const phrases = new Map<string, PhraseCounts>()
  for (const pair of bitext) addPhrases(pair, words, phrases)
  say(`${from}-${to}: ${phrases.size} phrase pairs`)
  const columns = phraseTableOf(phrases)
  const lists = from === 'am' && stems ? { stems: [...stems.stems], whole: [...stems.whole] } : {}
  const table = pack({ ...columns, words: { ...columns.words, ...lists } }, 11)
  writeFileSync(join(out, `${from}-${to}.phrases`), table)
  say(`${from}-${to}.phrases ${(table.length / 1e6).toFixed(1)} MB`)
}

const model = pack(
  languageModelOf([...others, ...monoOther].map((words) => usual[other]?.(words) ?? [])),
)
writeFileSync(join(out, `${other}.model`), model)
say(`${other}.model ${(model.length / 1e6).toFixed(1)} MB`)
