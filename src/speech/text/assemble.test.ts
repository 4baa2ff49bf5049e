import { expect, test } from 'vitest'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import { assemble } from './assemble.ts'
import { parseMarkup } from './markup/markup.ts'
import { normalise } from './normalise.ts'
import type { Run } from './runs.ts'
import { splitSentences } from './sentences.ts'

const sentencesOf = (text: string, language: LanguageCode = 'en') =>
  assemble(parseMarkup(text), language).sentences
const texts = (text: string, language: LanguageCode = 'en') =>
  sentencesOf(text, language).map((sentence) => sentence.text)
const groups = (text: string, language: LanguageCode = 'en') =>
  sentencesOf(text, language).flatMap((sentence) =>
    sentence.groups.map((group) => `${group.language}: ${group.text}`),
  )

/** Numbers that look random and are the same in every run (Park & Miller 1988). */
function createDice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
}

const PIECES: Readonly<Partial<Record<LanguageCode, readonly string[]>>> = {
  en: [
    'the market',
    'Dr. Bola',
    'paid',
    '₦1,850',
    ',',
    'on 3 May',
    '.',
    'Really?',
    '—',
    'and',
    '\n',
  ],
  yo: ['ẹ káàárọ̀', 'ọmọ', 'wá', ',', 'sí ọjà', '.', 'ṣé?', 'ilé', '\n', '!'],
  ig: ['ndị mmadụ', 'bịara', ',', 'n’ụlọ', '.', 'ọ̀ dị mma?', '\n'],
  ha: ['sannu', 'ƙasa', ',', 'ya tafi', '.', 'ina kwana?', '\n', 'ɗan uwa'],
  am: ['ሰላም', '፣', 'ቤት', '።', 'እንዴት ነህ?', '\n', 'ልጅ'],
  pcm: ['how far', ',', 'wetin dey happen?', '.', 'una', 'don chop', '\n'],
}

function randomText(dice: (sides: number) => number, language: LanguageCode): string {
  const pieces = PIECES[language] ?? PIECES.en ?? []
  const some = Array.from({ length: 1 + dice(40) }, () => pieces[dice(pieces.length)] ?? '')
  return some.join(dice(4) === 0 ? '' : ' ')
}

test.each(LANGUAGES.map(({ code }) => code))(
  'a text in %s without markup comes out as the same sentences as before',
  (language) => {
    const dice = createDice(7)
    for (let round = 0; round < 100; round++) {
      const text = randomText(dice, language)
      const plain = splitSentences(normalise(text, language), language)
      const sentences = assemble([{ kind: 'text', text, style: {} }], language).sentences
      const placed = sentences.map(
        ({ groups: _, pauseBeforeSeconds: __, pauseAfterSeconds: ___, registers: ____, ...own }) =>
          own,
      )
      expect(placed).toEqual(plain)
      for (const sentence of sentences)
        expect(sentence.groups).toEqual([
          { kind: 'text', text: sentence.text, language, style: {}, pauseAfterSeconds: 0 },
        ])
    }
  },
)

test('no word is lost, added or put elsewhere, whatever meets in a text', () => {
  const dice = createDice(11)
  const codes = LANGUAGES.map(({ code }) => code)
  const word = /[\p{L}\p{M}']*\p{L}[\p{L}\p{M}']*/gu
  for (let round = 0; round < 200; round++) {
    const runs: Run[] = []
    const expected: string[] = []
    for (let count = 1 + dice(9); count > 0; count--) {
      const language = codes[dice(codes.length)] ?? 'en'
      const kind = dice(8)
      if (kind === 0) runs.push({ kind: 'pause', seconds: 0.5 })
      else if (kind === 1) {
        runs.push({ kind: 'ipa', text: 'wɔtə bɛd', ipa: 'wɔtə bɛd', style: { language } })
        expected.push(`${language} wɔtə`, `${language} bɛd`)
      } else {
        const names = Array.from({ length: 1 + dice(30) }, () => {
          const names = { am: ['ቤት', 'ልጅ'] }[language as 'am'] ?? ['bata', 'dodo', 'kuku']
          return names[dice(names.length)] ?? ''
        })
        const marks = [' ', ', ', '. ', '? ', ' — ', '\n', '']
        const text = `${marks[dice(7)]}${names.join([' ', ', ', '. ', '\n'][dice(4)])}${marks[dice(7)]}`
        runs.push({ kind: 'text', text, style: { language } })
        expected.push(...names.map((name) => `${language} ${name}`))
      }
    }
    const said = assemble(runs, 'en').sentences.flatMap((sentence) => {
      const inGroups = sentence.groups.flatMap(({ text, language }) =>
        (text.match(word) ?? []).map((found) => ({ found, language })),
      )
      expect(sentence.text.match(word) ?? []).toEqual(inGroups.map(({ found }) => found))
      return inGroups.map(({ found, language }) => `${language} ${found.toLowerCase()}`)
    })
    expect(said).toEqual(expected)
  }
})

test('what stands at the edge of a span is read as inside a sentence', () => {
  expect(texts('He met Dr. [yo]Adé[/yo], (see [yo]Ìbàdàn[/yo]) on Friday. Then?')).toEqual([
    'He met Doctor Adé, see Ìbàdàn, on Friday.',
    'Then?',
  ])
  expect(texts('One [yo]méjì[/yo]\n[ha]uku[/ha]')).toEqual(['One méjì', 'uku'])
  expect(groups('She said [yo]ẹ káàbọ̀![/yo] And [ha]sannu[/ha].')).toEqual([
    'en: She said',
    'yo: ẹ káàbọ̀!',
    'en: And',
    'ha: sannu.',
  ])
})

test('numbers are read in the language of their span', () => {
  const [inEnglish] = texts('There are 3 of them.')
  const [spoken] = texts('There are [ha]3[/ha] of them.')
  expect(inEnglish).toContain('three')
  expect(spoken).toBe(
    `There are ${normalise('Ada 3 Ada', 'ha').split(' ').slice(1, -1).join(' ')} of them.`,
  )
})

test('a pause is kept with the word before it and breaks the phrase there', () => {
  const [sentence] = sentencesOf('We wait [pause 2s] and [pause 1s] [pause 500ms] go.')
  expect(sentence?.groups.map(({ text, pauseAfterSeconds }) => [text, pauseAfterSeconds])).toEqual([
    ['We wait,', 2],
    ['and,', 1.5],
    ['go.', 0],
  ])
})

test('a pause before the first word is the silence that the text begins with', () => {
  const [first, second] = sentencesOf('[pause 1s] Hello. [pause 3s] Goodbye.')
  expect(first?.pauseBeforeSeconds).toBe(1)
  expect(first?.pauseAfterSeconds).toBe(3)
  expect(first?.groups.at(-1)?.pauseAfterSeconds).toBe(0)
  expect(second?.pauseBeforeSeconds).toBe(0)
})

test('pauses heaped at one place are ten seconds together', () => {
  const [sentence] = sentencesOf(`Wait ${'[pause 10s]'.repeat(500)} now.`)
  expect(sentence?.groups[0]?.pauseAfterSeconds).toBe(10)
})

test('phonemes are a word of their sentence, with the marks after it', () => {
  const [sentence] = sentencesOf(
    '<speak>I like <phoneme ph="təˈmɑːtoʊ suːp">tomato soup</phoneme>, thanks.</speak>',
  )
  expect(sentence?.text).toBe('I like tomato soup, thanks.')
  expect(sentence?.groups.slice(1, 3)).toEqual([
    {
      kind: 'ipa',
      text: 'tomato',
      ipa: 'təˈmɑːtoʊ',
      breakAfter: false,
      language: 'en',
      style: {},
      pauseAfterSeconds: 0,
    },
    {
      kind: 'ipa',
      text: 'soup',
      ipa: 'suːp',
      breakAfter: true,
      language: 'en',
      style: {},
      pauseAfterSeconds: 0,
    },
  ])
})

test('a stretch of another pace is a group of its own', () => {
  const [sentence] = sentencesOf(
    '<speak>I <prosody rate="80%" pitch="+2st">really</prosody> mean it.</speak>',
  )
  expect(
    sentence?.groups.map(({ text, style }) => [text, style.rate, style.pitchSemitones]),
  ).toEqual([
    ['I', undefined, undefined],
    ['really', 0.8, 2],
    ['mean it.', undefined, undefined],
  ])
})

test('a text with nothing to say has no sentences', () => {
  for (const text of ['', '[pause 2s]', '[yo]🎉[/yo]', '[spell]"🎉[/spell]', '<speak></speak>'])
    expect(sentencesOf(text)).toEqual([])
})
