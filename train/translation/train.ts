/**
 * Learns phrases and language models: `node train/translation/train.ts DATA LANGUAGE OUT`. DATA: what `prepare.ts` wrote. LANGUAGE: one that
 * is not English, for its two phrase tables and its language model; or `en`, for the language model of English over all pairs.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { segmentsOf } from '#translation/statistical/amharic-segments.ts'
import { columnOf, type Packed, wordsOf } from '#translation/statistical/packed.ts'
import { tokensOf } from '#translation/statistical/tokens.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import { align } from './align.ts'
import { caseModelOf } from './case.ts'
import type { Other, Pair } from './corpora.ts'
import { weightOf } from './corpora.ts'
import { languageModelOf, mixedLanguageModelOf } from './count-ngrams.ts'
import { pack } from './pack.ts'
import { phraseTableOf } from './phrase-table-of.ts'
import { addPhrases, countWords, type PhraseCounts, type SentencePair } from './phrases.ts'
import { stemsOf } from './stems.ts'
import type { Links } from './symmetrise.ts'
import { synonymsOf, wordNet } from './synonyms.ts'

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
const mono = (code: string, kind = 'mono'): string[][] => {
  const path = join(data, `${kind}-${code}.txt`)
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => tokensOf(line, code as Other).map(({ key }) => key))
    : []
}
const [monoEnglish, monoWhole, scripture] = [mono('en'), mono(other), mono(other, 'scripture')]
const stems = other === 'am' ? stemsOf([...othersWhole, ...monoWhole]) : undefined
const inSegments = (all: readonly (readonly string[])[]): string[][] =>
  all.map((sentence) =>
    stems ? sentence.flatMap((word) => segmentsOf(word, stems)) : [...sentence],
  )
const [others, monoOther] = [inSegments(othersWhole), inSegments(monoWhole)]
const usual = {
  en: caseModelOf([...english, ...monoEnglish]),
  [other]: caseModelOf([...others, ...monoOther, ...scripture]),
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
  const lists = {
    ...(from === 'am' && stems ? { stems: [...stems.stems], whole: [...stems.whole] } : {}),
    ...(from === 'en' ? synonymLists(columns) : {}),
  }
  const table = pack({ ...columns, words: { ...columns.words, ...lists } }, 11)
  writeFileSync(join(out, `${from}-${to}.phrases`), table)
  say(`${from}-${to}.phrases ${(table.length / 1e6).toFixed(1)} MB`)
}

/** Words of English texts that no phrase has, and one of like meaning for each that has a translation of its own. */
function synonymLists(columns: Packed): Packed['words'] {
  const [ids, lengths] = [
    columnOf(columns, 'sources', Uint32Array),
    columnOf(columns, 'sourceLengths', Uint8Array),
  ]
  const words = wordsOf(columns, 'source')
  const alone = new Map<string, number>()
  let at = 0
  for (const length of lengths) {
    const id = ids[at] ?? 0
    // Words that more phrases have come first.
    if (length === 1) alone.set(words[id] ?? '', words.length - id)
    at += length
  }
  const seen = new Set([...english, ...monoEnglish].flat().filter((word) => /^[a-z]+$/.test(word)))
  const folder = wordNet()
  const found = folder ? synonymsOf(folder, seen, alone) : new Map<string, string>()
  say(`${found.size} synonyms`)
  return { unlisted: [...found.keys()], synonyms: [...found.values()] }
}

/** How much of the language model comes from scripture, word lists and the like, where that is kept apart. */
const FAR_SHARE = 0.2

/** Sentences in their usual letter case; of the pairs, those that count in full or those that do not. */
const inUsualCase = (sentences: readonly (readonly string[])[]): string[][] =>
  sentences.map((words) => usual[other]?.(words) ?? [])
const pairsThat = (areFar: boolean): string[][] =>
  others.filter((_, at) => weightOf(pairs[at] as Pair) < 1 === areFar)
const model = pack(
  scripture.length === 0
    ? languageModelOf(inUsualCase([...others, ...monoOther]))
    : mixedLanguageModelOf([
        { sentences: inUsualCase([...pairsThat(false), ...monoOther]), share: 1 - FAR_SHARE },
        { sentences: inUsualCase([...pairsThat(true), ...scripture]), share: FAR_SHARE },
      ]),
)
writeFileSync(join(out, `${other}.model`), model)
say(`${other}.model ${(model.length / 1e6).toFixed(1)} MB`)
