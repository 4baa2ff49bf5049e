import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toPcm } from '#media/pcm.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { someOf } from '#testing/tier.test-support.ts'
import { heard, hum, openLiveSpeechHarness } from './live-speech.test-support.ts'

const texts: readonly (readonly [LanguageCode, readonly string[]])[] = [
  [
    'en',
    [
      'Dr. Okafor paid 3.5 million naira, i.e. a lot, at 5 p.m. on Friday.',
      'Was it “enough?”',
      'No one knows!',
      'See www.example.com for more...',
      'J. K. Rowling lives on Broad St. in the U.S. with Mr. Bello 😀.',
    ],
  ],
  ['am', ['ዶ/ር አበበ በ1990 ዓ.ም. ተወለዱ።', 'እንዴት ነህ፧', 'ሰላም ነው፡፡', 'ዋጋው 3.5 ብር ነው!', 'በሰላም ዋሉ።']],
  [
    'ha',
    ['Ina kwana, Alh. Musa?', 'Kuɗin ya kai N5,000.50 yau.', 'Na gode ƙwarai!', 'Sai an jima.'],
  ],
  ['ig', ['Kedu ka ị mere, Dkt. Okafọ?', 'Ọ dị mma.', 'Ahịa ahụ dị ₦2.5m taa!', 'Ka ọ dị.']],
  ['yo', ['Ẹ káàárọ̀ o, Ọgb. Adé.', 'Ṣé dáadáa ni?', 'Owó náà jẹ́ 3.5 náírà.', 'Ó dàbọ̀!']],
  [
    'pcm',
    ['How you dey, Dr. Tega?', 'E cost N1,500.75 for market.', 'Abeg no vex o!', 'I dey come.'],
  ],
]

test.each(texts)(
  'in %s a sentence is spoken as soon as it is certainly complete, and no sooner',
  async (language, sentences) => {
    const { live, asked, settle } = openLiveSpeechHarness(language)
    for (const [index, sentence] of sentences.entries()) {
      for (const letter of sentence) live.append(letter)
      await settle()
      expect(asked).toEqual(sentences.slice(0, index))
      live.append(' ')
      await settle()
      // A possible abbreviation waits for the next word.
      expect(sentences.slice(0, index + 1)).toEqual(expect.arrayContaining(asked))
    }
    live.flush()
    await settle()
    expect(asked).toEqual(sentences)
  },
)

test.each(someOf(texts, 2))(
  'in %s any way of cutting a text into tokens sounds as its sentences one by one',
  async (language, sentences) => {
    const text = sentences.join(' ')
    const whole = openLiveSpeechHarness(language)
    whole.live.append(text)
    whole.live.end()
    await whole.settle()
    const pauses = sentences.map((_, index) =>
      Buffer.alloc(index === 0 ? 0 : 0.27 * SAMPLE_RATE * 2),
    )
    const expected: Buffer[] = []
    for (const [index, sentence] of sentences.entries()) {
      expected.push(pauses[index] ?? Buffer.alloc(0))
      for await (const { samples } of hum(sentence, [], new AbortController().signal))
        expected.push(Buffer.from(toPcm(samples)))
    }
    expect(heard(whole.events).equals(Buffer.concat(expected))).toBe(true)
    const cuts = fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(cuts, fc.boolean(), async (places, pausing) => {
        const { live, events, settle } = openLiveSpeechHarness(language)
        let from = 0
        for (const place of [...new Set(places)].sort((a, b) => a - b)) {
          live.append(text.slice(from, place))
          from = place
          if (pausing) await settle()
        }
        live.append(text.slice(from))
        live.end()
        await settle()
        expect(heard(events).equals(heard(whole.events))).toBe(true)
      }),
      { numRuns: 30 },
    )
  },
)

test('hostile text in any pieces gives the same sentences as in one', async () => {
  const shards = fc.constantFrom(
    ...[
      '. ',
      '.',
      '? ',
      '፡',
      '። ',
      ' ',
      '[en]',
      '[/en]',
      '[',
      ']',
      '[pause 1s]',
      '[say: a. b]',
      '<speak>',
      '</speak>',
    ],
    ...[
      '\\',
      '\n',
      'Dr.',
      '5',
      '"',
      '\ud83d',
      '\ude00',
      '\u0301',
      'Ọ',
      'ሀ',
      'The ',
      'p.m.',
      '…',
      ')',
      'a',
    ],
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(shards, { maxLength: 40 }),
      fc.integer({ min: 1, max: 3 }),
      async (all, step) => {
        const text = all.join('')
        const [one, many] = [openLiveSpeechHarness('en'), openLiveSpeechHarness('en')]
        one.live.append(text)
        one.live.end()
        for (let at = 0; at < text.length; at += step) {
          many.live.append(text.slice(at, at + step))
          if (at % 7 === 0) await many.settle()
        }
        many.live.end()
        await Promise.all([one.settle(), many.settle()])
        expect(many.asked).toEqual(one.asked)
      },
    ),
    { numRuns: 150 },
  )
})
