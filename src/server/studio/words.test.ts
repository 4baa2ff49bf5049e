import { afterEach, beforeEach, expect, test } from 'vitest'
import { openToneApp, type ToneApp } from '#server/tone-app.test-support.ts'

let tone: ToneApp
beforeEach(() => {
  tone = openToneApp()
})
afterEach(() => tone.close())

test('words are told with their places, what is said for them, and what the library has of them', async () => {
  const { handlers, close } = tone.app.connect(() => undefined)
  await handlers['pronunciations.add']({
    ...{ word: 'GTB', saidAs: { kind: 'text', text: 'Guaranty Trust Bank' } },
    ...{ scope: { kind: 'global' }, caseSensitive: false },
  })
  const text = 'Pay ₦50 to GTB [pause 1s] now.'
  const order = { text, voice: 'john', language: 'en' } as const
  const readings = await handlers['words.read'](order)
  expect(readings.map(({ from, to, said }) => [text.slice(from, to), said.length])).toEqual([
    ...[
      ['Pay', 1],
      ['₦50', 2],
      ['to', 1],
      ['GTB', 3],
      ['now', 1],
    ],
  ])
  expect(readings[1]?.said.map((word) => word.text)).toEqual(['fifty', 'naira'])
  const accents = ['john', 'jude'].map(async (voice) => {
    const [reading] = await handlers['words.read']({ text: 'Day', voice, language: 'en' })
    return reading?.said[0]?.ipa
  })
  expect(new Set(await Promise.all(accents)).size).toBe(2)
  await expect(handlers['words.read']({ ...order, text: '…' })).rejects.toMatchObject({
    code: expect.stringMatching(/^text\//),
  })
  close()
})

test('words that are not spoken are told with their places, unless the dictionary reads them', async () => {
  const { handlers, close } = tone.app.connect(() => undefined)
  const text = 'Ask [yo]Ọlá[/yo], Иван and Пётр.'
  const named = async () =>
    (await handlers['words.unspoken']({ text, language: 'en' })).map(({ start, end }) =>
      text.slice(start, end),
    )
  expect(await named()).toEqual(['Иван', 'Пётр'])
  await handlers['pronunciations.add']({
    ...{ word: 'Иван', saidAs: { kind: 'text', text: 'Ivan' } },
    ...{ scope: { kind: 'global' }, caseSensitive: false },
  })
  expect(await named()).toEqual(['Пётр'])
  close()
})
