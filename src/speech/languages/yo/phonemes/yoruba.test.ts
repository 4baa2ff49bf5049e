import { expect, test } from 'vitest'
import { openTestYoruba } from './yoruba.test-support.ts'

const { sentenceOf, soundsOf } = openTestYoruba()

test.each([
  ['taken apart', 'ọ̀rẹ́'.normalize('NFD')],
  ['marks in the other order', 'o\u0300\u0323re\u0301\u0323'],
  ['a vertical line below', 'o\u0329\u0300re\u0329\u0301'],
  ['a line below', 'o\u0331\u0300re\u0331\u0301'],
  ['phonetic letters', 'ɔ̀rɛ́'],
  ['capitals', 'Ọ̀RẸ́'],
])('a word spelled with %s is the same word', async (_, written) => {
  expect(await soundsOf(written)).toBe('ɔL.ɾɛLH')
})

test('three words of the same letters are told apart by their tones', async () => {
  expect(await soundsOf('ọkọ ọkọ̀ ọkọ́')).toBe('ɔM.kɔM ɔM.kɔL ɔM.kɔH')
})

test('words are handed on in small letters with their marks, in Yoruba, with breaks after commas', async () => {
  const { words } = await sentenceOf('Ẹ káàbọ̀, Bọ́lá — ẹ jókòó.')
  expect(words.map(({ text }) => text)).toEqual(['ẹ', 'káàbọ̀', 'bọ́lá', 'ẹ', 'jókòó'])
  expect(words.map(({ breakAfter }) => breakAfter)).toEqual([false, true, true, false, false])
  expect(new Set(words.map(({ language }) => language))).toEqual(new Set(['yo']))
})

test('the progressive takes its place from the next word, but not across a break', async () => {
  expect(await soundsOf('ń bọ̀')).toBe('m̩H bɔL')
  expect(await soundsOf('ń, bọ̀')).toBe('ŋ̩H bɔL')
})

test('a Yoruba name that an English lexicon knows is said in Yoruba', async () => {
  expect(await soundsOf('Ade Bode Tope Dele Pele')).not.toMatch(/[dplt][HLM]/)
})

test.each([
  ['a word of consonants', 'bcdfghjklmnpqrst'],
  ['one tone mark ten thousand times', `a${'\u0301'.repeat(10_000)}`],
  ['high and low in turn', `a${'\u0301\u0300'.repeat(5_000)}`],
  ['marks without a letter', '\u0301\u0323'],
  ['twenty thousand letters', 'ọ'.repeat(20_000)],
  ['twenty thousand nasals', 'n'.repeat(20_000)],
  ['twenty thousand apostrophes', `a${"'".repeat(20_000)}`],
  ['other scripts', 'ኢትዮጵያ سلام привет'],
  ['Hausa', "ƙwai ɗan'uwa ƴar ɓera"],
  ['words of every programming language', 'constructor __proto__ toString'],
  ['nothing', ''],
])('%s: every syllable that is said has phones and a tone', async (_, written) => {
  const { words } = await sentenceOf(written)
  for (const { syllables } of words) {
    expect(syllables.length).toBeGreaterThan(0)
    for (const { phones, tone } of syllables) {
      expect(phones.length).toBeGreaterThan(0)
      expect(['H', 'M', 'L', 'HL', 'LH']).toContain(tone)
    }
  }
})

test('a lexicon that is not there is named in the error', async () => {
  const { soundsOf: broken } = openTestYoruba('/no/such/folder')
  await expect(broken('game')).rejects.toThrow('cannot be read: install Griot again')
})
