import { beforeAll, expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { LANGUAGES } from '#shared/languages/languages.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import type { LocalSpeaker, SpeakOrder } from '#speech/speaker.ts'

let speaker: LocalSpeaker
const forever = new AbortController().signal
beforeAll(async () => {
  speaker = await speakerForTests()
})

/** Speech as heard: the words with their times, the phones, its length, and how loud a stretch is. */
async function hear(text: string, more: Partial<SpeakOrder> = {}) {
  const order = { text, voice: 'john', speed: 1, ...more }
  const chunks = await Array.fromAsync(speaker.speak(order, forever))
  const samples = chunks.flatMap((chunk) => [...chunk.samples])
  const loudness = (from: number, to: number): number =>
    Math.max(...samples.slice(from * SAMPLE_RATE, to * SAMPLE_RATE).map(Math.abs), 0)
  const timings = chunks.map((chunk) => chunk.timings)
  return {
    words: timings.flatMap(({ words }) => words),
    spoken: timings.flatMap(({ words }) => words.map((word) => word.text)).join(' '),
    phones: timings.flatMap(({ phones }) => phones.map((phone) => phone.text)),
    tones: timings.flatMap(({ syllables }) => syllables.map(({ tone }) => tone)),
    seconds: samples.length / SAMPLE_RATE,
    loudness,
  }
}

test('a span is heard in its own language among the words around it', async () => {
  const { spoken, tones, words } = await hear('The word [yo]ọ̀rọ̀[/yo] is Yoruba.')
  expect(spoken).toBe('the word ọ̀rọ̀ is yoruba')
  expect(tones.filter((tone) => tone !== undefined)).toEqual(['L', 'L'])
  expect(words.every(({ start, end }) => end > start)).toBe(true)
})

test('every language is heard in one sentence', async () => {
  const { spoken } = await hear(
    'One [am]ሰላም[/am] [ha]ruwa[/ha] [ig]mmiri[/ig] [yo]omi[/yo] [pcm]wetin[/pcm] two.',
  )
  expect(spoken.split(' ')).toHaveLength(7)
})

test('a pause is silence as long as it says, in a sentence and between two', async () => {
  for (const [before, after] of [
    ['One', 'two.'],
    ['One.', 'Two.'],
  ]) {
    const plain = await hear(`${before} ${after}`)
    const { words, seconds, loudness } = await hear(`${before} [pause 2s] ${after}`)
    const gap = [words[0]?.end ?? 0, words[1]?.start ?? 0] as const
    expect(gap[1] - gap[0]).toBeGreaterThan(1.95)
    expect(gap[1] - gap[0]).toBeLessThan(2.6)
    expect(seconds).toBeGreaterThan(plain.seconds + 1.4)
    expect(loudness(gap[0] + 0.3, gap[1] - 0.3)).toBeLessThan(0.01)
  }
})

test('a pause before the first word and after the last is kept', async () => {
  const plain = await hear('One two.')
  const { words, seconds, loudness } = await hear('[pause 1s] One two. [pause 1.5s]')
  expect(words[0]?.start).toBeCloseTo((plain.words[0]?.start ?? 0) + 1, 3)
  expect(seconds - plain.seconds).toBeCloseTo(2.35, 1)
  expect(loudness(0, 0.9)).toBe(0)
})

test('phonemes are heard as they are written', async () => {
  expect((await hear('Some [ipa: ˈwɔːtə].')).phones.slice(-4)).toEqual(['w', 'ɔ', 't', 'ə'])
  const ssml = '<speak>A <phoneme alphabet="ipa" ph="təˈmɑːtoʊ">tomato</phoneme></speak>'
  const { spoken, phones } = await hear(ssml)
  expect(spoken).toBe('a tomato')
  expect(phones.slice(-6)).toEqual(['t', 'ə', 'm', 'ɑ', 't', 'oʊ'])
})

test('a spelled stretch is heard letter by letter', async () => {
  const { spoken, phones } = await hear('[spell]NTA 4[/spell]')
  expect(spoken).toBe('n t a four')
  expect(phones).toEqual(['ɛ', 'n', 't', 'i', 'eɪ', 'f', 'ɔ', 'ɹ'])
})

test('a slower stretch takes longer and leaves the words around it as they were', async () => {
  const lengths = async (text: string) =>
    (await hear(text)).words.map(({ start, end }) => end - start)
  const [he, walks, home] = await lengths('He walks home today.')
  const slow = await lengths('<speak>He <prosody rate="50%">walks</prosody> home today.</speak>')
  expect(slow[1]).toBeGreaterThan((walks ?? 0) * 1.6)
  expect(slow[0]).toBeCloseTo(he ?? 0, 1)
  expect(slow[2]).toBeCloseTo(home ?? 0, 1)
})

test('an emphasised word takes longer than the same word without, and the words around it stay', async () => {
  const lengths = async (text: string) =>
    (await hear(text)).words.map(({ start, end }) => end - start)
  const [he, walks] = await lengths('He walks home today.')
  const [sameHe, emphasised] = await lengths('He [emphasis]walks[/emphasis] home today.')
  expect(emphasised).toBeGreaterThan((walks ?? 0) * 1.1)
  expect(sameHe).toBeCloseTo(he ?? 0, 1)
})

test('the pronunciations that come with a request are heard', async () => {
  const scope = { kind: 'global' } as const
  const { spoken, phones } = await hear('Ask Zik of GTB.', {
    pronunciations: [
      { id: 1, word: 'zik', saidAs: { kind: 'ipa', ipa: 'ˈzik' }, scope, caseSensitive: false },
      {
        id: 2,
        word: 'GTB',
        saidAs: { kind: 'text', text: 'the bank' },
        scope,
        caseSensitive: true,
      },
    ],
  })
  expect(spoken).toBe('ask zik of the bank')
  expect(phones.slice(3, 6)).toEqual(['z', 'i', 'k'])
})

test.each([
  ['an unclosed span', 'Hello. [yo]Adé', 'text/markup'],
  ['a phoneme that is none, in the last sentence', 'One. Two. [ipa: ʘ]', 'text/markup'],
  ['an SSML bomb', '<speak><!DOCTYPE x></speak>', 'text/markup'],
  ['a pause alone', '[pause 1s]', 'text/empty'],
  ['letters of another script in a span', '[am]你好[/am]', 'text/unspeakable'],
])('%s is refused before the first sound', async (_, text, code) => {
  const first = speaker.speak({ text, voice: 'john', speed: 1 }, forever).next()
  await expect(first).rejects.toMatchObject({ code })
})

test.each(LANGUAGES.map(({ code }) => code))(
  'text of every language and heaps of marks sent as %s are spoken or refused in words',
  async (language) => {
    const texts = [
      'Ẹ káàárọ̀ sannu ndewo ሰላም how far, ሰላም! 4 ',
      `a${'\u0301'.repeat(10_000)} bata`,
      '7'.repeat(400),
      'XQZWRT KPGB ƁƊƘ',
      "\u0301\u0323 'ʼ’ ọ\u0329\u0331\u0348",
    ]
    for (const text of texts) {
      const chunks = speaker.speak({ text, voice: 'john', speed: 1, language }, forever)
      try {
        expect((await chunks.next()).value?.total).toBeGreaterThan(0)
      } catch (error) {
        expect(error).toMatchObject({ code: 'text/unspeakable' })
      } finally {
        await chunks.return(undefined)
      }
    }
  },
)

test('Yoruba without marks is heard with them, and its phonemes are those of its spelling', async () => {
  const { spoken } = await hear('Awon omo naa lo si ile iwe.', { language: 'yo' })
  expect(spoken).toBe('àwọn ọmọ náà lọ sí ilé ìwé')
  expect(await speaker.phonemes(['omo'], 'yo', forever)).toEqual(['o m o'])
})

test('a line of the filter may hold controls, and a line is answered with a line', async () => {
  const lines = await speaker.phonemes(['Hi [ipa: bɔ́].', '', '[yo]bàbá[/yo]', 'bed'], 'en', forever)
  expect(lines).toEqual(['ˈh aɪ | ˈb ɔ', '', 'b a b a', 'ˈb ɛ d'])
})
