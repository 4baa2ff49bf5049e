import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '#shared/languages/languages.ts'
import { CLASSES } from '#speech/text/detect/features.ts'
import { seededRandom, shuffle } from '../yoruba-words/corpus.ts'
import { EVERYDAY_PHRASES } from './everyday-phrases.ts'

type Language = (typeof CLASSES)[number]
export interface Example {
  readonly language: Language
  readonly text: string
  /** It is learned as it stands, never a part of it. */
  readonly isWhole?: true
}

const PAIRS = [
  ['en-yor', 'yo'],
  ['en-hau', 'ha'],
  ['en-ibo', 'ig'],
  ['en-pcm', 'pcm'],
  ['en-amh', 'am'],
] as const
/** Lists of single words, as a person types who only tries. */
const WORDS = [
  ['hau.wikipron.tsv', 'ha'],
  ['yor.wikipron.tsv', 'yo'],
  ['amh.wikipron.tsv', 'am'],
  ['ibo.headwords-tone-marked.txt', 'ig'],
] as const
/** Other texts in the six: the declaration of human rights, Chromium's sentences, names of signs. The Hausa of `hau_3` is in an encoding of its own. */
const OWN: Readonly<Record<string, Language | 'skip'>> = {
  ...{ eng: 'en', amh: 'am', hau_NG: 'ha', hau_NE: 'ha', ibo: 'ig', yor: 'yo', pcm: 'pcm' },
  ...{
    am: 'am',
    'en-GB': 'en',
    en: 'en',
    ha: 'ha',
    'ha-NE': 'ha',
    ig: 'ig',
    yo: 'yo',
    hau_3: 'skip',
    sco: 'skip',
  },
}
/** Texts of each source in a language that is none of the six, so that no source outweighs the others. */
const MOST_PER_SOURCE = 500
const HELD_PER_SOURCE = 300
const MOST_PER_LANGUAGE = 80_000
/** Words that it shares with Pidgin are likelier English where nothing else is known. */
const MOST_ENGLISH = 110_000
const MOST: Partial<Record<Language, number>> = { en: MOST_ENGLISH, other: 100_000 }
const MOST_PER_BOOK = 700
/** How often the texts of a language are repeated at most, where there are few. */
const MOST_TIMES = 8
/** How often each phrase of every day is learned. */
const PHRASE_TIMES = 12
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', Ɓ: 'B', Ɗ: 'D', Ƙ: 'K', Ƴ: 'Y' },
  ...{ ɛ: 'e', ɔ: 'o', ŋ: 'n', Ɛ: 'E', Ɔ: 'O', Ŋ: 'N' },
}
/** Repetitions of languages with few texts that look like one of the six: Tigrinya by its script, Twi and Fante without ɛ and ɔ. */
const REPEATED: Readonly<Record<string, number>> = {
  tir: 20,
  ti: 3,
  ak: 2,
  aka_akuapem: 4,
  aka_fante: 4,
}
/** Languages that are never learned from, to measure on unknown ones. */
const UNSEEN = [
  'zul',
  'sna',
  'kin',
  'wol',
  'nld',
  'fin',
  'tur',
  'vie',
  'cym',
  'lin_tones',
  'gaa',
  'nl',
  'fi',
  'tr',
  'vi',
  'zu',
  'sn',
  'rw',
  'wo',
  'cy',
]
/** Sources held out as a whole: another genre of French, another dialect of Twi. */
const WHOLE = /^aka_asante|\.fr\.html\.faq/

const linesOf = (path: string): readonly string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')

const withoutMarks = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
const withoutTones = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300\u0301\u0304]/g, '')
    .normalize('NFC')

/** Sentences to measure on, by kind. */
export function readHeldOut(
  data: string,
  other: string,
  more: string,
): ReadonlyMap<string, readonly Example[]> {
  const six = PAIRS.flatMap(([pair, language]) => held(join(data, 'parallel', pair), language))
  const english = PAIRS.flatMap(([pair]) => held(join(data, 'parallel', pair), 'en')).filter(
    (_, at) => at % 5 === 0,
  )
  const of = (language: Language): readonly Example[] =>
    six.filter((example) => example.language === language)
  return new Map<string, readonly Example[]>([
    ['six', [...six, ...english]],
    [
      'yoruba-unmarked',
      of('yo').map(({ language, text }) => ({ language, text: withoutMarks(text) })),
    ],
    ['yoruba-dots', of('yo').map(({ language, text }) => ({ language, text: withoutTones(text) }))],
    [
      'igbo-unmarked',
      of('ig').map(({ language, text }) => ({ language, text: withoutMarks(text) })),
    ],
    ['pidgin-speech', pidginSpeech(data, (at) => at % 10 === 3)],
    ['other', heldOther(other)],
    ['short-seen', shortLines(join(more, 'short-seen.tsv'))],
    ['short-unseen', shortLines(join(more, 'short-unseen.tsv'))],
    [
      'unseen',
      namesIn(other)
        .filter((name) => UNSEEN.includes(codeOf(name)) && !name.includes('.cldr.'))
        .flatMap((name) => otherOf(other, name).slice(0, 60)),
    ],
  ])
}

function held(folder: string, language: Language): readonly Example[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('dev.'))
    .flatMap((name) => linesOf(join(folder, name)))
    .map((line) => ({
      language,
      text: (language === 'en' ? line.split('\t')[0] : line.split('\t')[1]) ?? '',
    }))
}

/** Transcribed speech, both sides, where they differ at all. */
function pidginSpeech(data: string, takes: (at: number) => boolean): readonly Example[] {
  return linesOf(join(data, 'parallel/en-pcm/train.ud-naija.tsv')).flatMap((line, at) => {
    if (!takes(at)) return []
    const [english = '', pidgin = ''] = line.split('\t')
    if (sameLetters(english, pidgin)) return []
    return [
      { language: 'pcm' as const, text: pidgin },
      { language: 'en' as const, text: english },
    ]
  })
}

function sameLetters(a: string, b: string): boolean {
  const letters = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')
  return letters(a) === letters(b)
}

function shortLines(path: string): readonly Example[] {
  return linesOf(path).flatMap((line) => {
    const [code, text = ''] = line.split('\t')
    const language = CLASSES.find((one) => one === code)
    return language ? [{ language, text }] : []
  })
}

function heldOther(folder: string): readonly Example[] {
  return namesIn(folder).flatMap((name) => {
    if (WHOLE.test(name))
      return otherOf(folder, name).map((row) => ({ ...row, language: 'other' as const }))
    return isHeld(name) ? otherOf(folder, name).slice(0, HELD_PER_SOURCE) : []
  })
}

function otherOf(folder: string, name: string): readonly Example[] {
  return linesOf(join(folder, name)).map((text) => ({ language: 'other', text }))
}

const namesIn = (folder: string): readonly string[] => readdirSync(folder).sort()
/** Names of signs are no sentences to measure on. */
const isHeld = (name: string): boolean =>
  ['sw', 'fr', 'ar'].includes(codeOf(name)) && !name.includes('.cldr.')
const codeOf = (name: string): string => name.split('.')[0] ?? ''

/** The examples that are learned from: everything that is not held out; Yoruba, Igbo and Hausa also without marks, as most people type them, and others as well. */
export function readTraining(
  data: string,
  other: string,
  more: string,
  heldOut: ReadonlyMap<string, readonly Example[]>,
): Example[] {
  const never = new Set([...heldOut.values()].flat().map(({ text }) => keyOf(text)))
  const random = seededRandom(1904)
  const rows = [
    ...PAIRS.flatMap(([pair, language]) => bothSides(join(data, 'parallel', pair), language)),
    ...pidginSpeech(data, (at) => at % 10 !== 3),
    ...yorubaBooks(join(data, 'yoruba-marked')),
    ...restOfTheWorld(other),
    ...moreTexts(more),
    ...wordsAlone(join(data, 'pronunciation')),
  ].filter(({ text }) => !never.has(keyOf(text)))
  const by = Map.groupBy(rows, ({ language }) => language)
  const texts = [...by].flatMap(([language, all]) => {
    shuffle(all, random)
    const most = MOST[language] ?? MOST_PER_LANGUAGE
    const times = Math.min(MOST_TIMES, Math.ceil(most / all.length))
    return Array.from({ length: times }, () => all)
      .flat()
      .slice(0, most)
      .map(({ text }) => ({ language, text: asTyped(text, language, random) }))
  })
  const phrases = everydayPhrases().map(({ language, text }) => ({
    ...{ language, text: asTyped(text, language, random) },
    isWhole: true as const,
  }))
  return [...texts, ...phrases]
}

function everydayPhrases(): readonly Example[] {
  return LANGUAGES.flatMap(({ code: language }) =>
    EVERYDAY_PHRASES[language].flatMap((text) =>
      Array.from({ length: PHRASE_TIMES }, () => ({ language, text })),
    ),
  )
}

/** News and short messages, in files that begin with the code of their language. */
function moreTexts(folder: string): readonly Example[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.txt'))
    .flatMap((name) => {
      const language = CLASSES.find((code) => code === codeOf(name))
      return language ? linesOf(join(folder, name)).map((text) => ({ language, text })) : []
    })
}

const keyOf = (text: string): string =>
  withoutMarks(text)
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, '')

function bothSides(folder: string, language: Language): readonly Example[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('train.') && !name.includes('ud-naija'))
    .flatMap((name) => linesOf(join(folder, name)))
    .flatMap((line): readonly Example[] => {
      const [english = '', own = ''] = line.split('\t')
      if (sameLetters(english, own)) return []
      return [
        { language, text: own },
        { language: 'en', text: english },
      ]
    })
}

function yorubaBooks(folder: string): readonly Example[] {
  return namesIn(folder)
    .filter((name) => !['menyo-dev.txt', 'words.txt'].includes(name))
    .flatMap((name) => linesOf(join(folder, name)).slice(0, MOST_PER_BOOK))
    .map((text) => ({ language: 'yo', text }))
}

function wordsAlone(folder: string): readonly Example[] {
  return WORDS.flatMap(([name, language]) =>
    linesOf(join(folder, name)).map((line) => ({
      language,
      text: line.split('\t')[0]?.replaceAll('-', '') ?? '',
    })),
  )
}

function restOfTheWorld(folder: string): readonly Example[] {
  return namesIn(folder).flatMap((name) => {
    const code = codeOf(name)
    const own = OWN[code]
    if (WHOLE.test(name) || UNSEEN.includes(code) || own === 'skip') return []
    const from = isHeld(name) ? HELD_PER_SOURCE : 0
    const texts = linesOf(join(folder, name)).slice(from, own ? undefined : from + MOST_PER_SOURCE)
    const rows = texts.map((text) => ({ language: own ?? ('other' as const), text }))
    return Array.from({ length: REPEATED[code] ?? 1 }, () => rows).flat()
  })
}

function asTyped(text: string, language: Language, random: () => number): string {
  const chance = random()
  if (language === 'yo' && chance < 0.35) return withoutMarks(text)
  if (language === 'yo' && chance < 0.6) return withoutTones(text)
  if (language === 'ig' && chance < 0.5) return withoutMarks(text)
  if (language === 'ha' && chance < 0.3)
    return text.replace(/[ɓɗƙƴƁƊƘƳ]/g, (letter) => PLAIN[letter] ?? letter)
  if (language === 'other' && chance < 0.25)
    return withoutMarks(text).replace(/[ɛɔŋƐƆŊ]/g, (letter) => PLAIN[letter] ?? letter)
  return text
}
