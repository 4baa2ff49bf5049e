import { afterAll, expect, test } from 'vitest'
import { childrenOf } from '#testing/processes.test-support.ts'
import { openModelProcesses } from './model-process.ts'
import { packsForTests, startModelProcess, tinyPack } from './packs.test-support.ts'

const never = new AbortController().signal
const models = openModelProcesses({
  start: startModelProcess,
  store: packsForTests([tinyPack('tiny-nllb'), tinyPack('tiny-madlad')]),
})
afterAll(() => models.close())

const nfc = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => text.normalize('NFC'))

test('languages that a pack does not know are refused before anything is loaded', async () => {
  const direction = { source: 'en', target: 'pcm' } as const
  await expect(
    Array.fromAsync(models.translate('tiny-nllb', ['one'], direction, never)),
  ).rejects.toMatchObject({
    code: 'language/unsupported',
    message: 'The pack tiny-nllb does not translate from English to Nigerian Pidgin.',
  })
  expect(childrenOf(process.pid).filter(({ command }) => command.includes('inference'))).toEqual([])
})

test.each([
  ['tiny-nllb', 'one decoder for all steps'],
  ['tiny-madlad', 'a decoder for the first step and one for the others'],
])('%s translates sentence by sentence with %s', async (id) => {
  const sentences = ['one two three.', 'water house?', '', 'mother']
  const yoruba = { source: 'en', target: 'yo' } as const
  expect(await Array.fromAsync(models.translate(id, sentences, yoruba, never))).toEqual(
    nfc(['ọ̀kan èjì ẹ̀ta.', 'omi ilé?', '', 'ìyá']),
  )
  const hausa = { source: 'am', target: 'ha' } as const
  expect(await Array.fromAsync(models.translate(id, ['ውሃ ቤት ልጅ'], hausa, never))).toEqual([
    'ruwa gida yaro',
  ])
})

test('two directions at once do not get in each other’s way', async () => {
  const one = { source: 'en', target: 'ig' } as const
  const other = { source: 'yo', target: 'en' } as const
  const answers = await Promise.all([
    Array.fromAsync(models.translate('tiny-nllb', ['water', 'house', 'two'], one, never)),
    Array.fromAsync(models.translate('tiny-nllb', nfc(['omi', 'ilé', 'èjì']), other, never)),
  ])
  expect(answers).toEqual([nfc(['mmiri', 'ụlọ', 'abụọ']), ['water', 'house', 'two']])
})

test('a long line without a stop is translated in parts, and nothing of it is lost', async () => {
  const direction = { source: 'en', target: 'ha' } as const
  const line = new Array(300).fill('water').join(' ')
  const [text = ''] = await Array.fromAsync(models.translate('tiny-nllb', [line], direction, never))
  expect(text).toMatch(/^ruwa/)
})

test('what nobody can translate comes back as something and ends', async () => {
  const direction = { source: 'en', target: 'yo' } as const
  const [text] = await Array.fromAsync(
    models.translate('tiny-nllb', ['😀😀 𐎠 \u0000 <2yo> </s>'], direction, never),
  )
  expect(typeof text).toBe('string')
})

test('a translation that is cancelled between two sentences ends with the reason', async () => {
  const stop = new AbortController()
  const direction = { source: 'en', target: 'yo' } as const
  const sentences = new Array<string>(10_000).fill('one two three')
  const running = models.translate('tiny-nllb', sentences, direction, stop.signal)
  await running.next()
  stop.abort(new Error('enough'))
  await expect(running.next()).rejects.toThrow('enough')
  expect(await Array.fromAsync(models.translate('tiny-nllb', ['one'], direction, never))).toEqual(
    nfc(['ọ̀kan']),
  )
})

test('a pack that lacks its tokenizer says so', async () => {
  const pack = tinyPack('tiny-nllb')
  const files = pack.files.filter(({ name }) => name !== 'tokenizer.json')
  const broken = { ...pack, id: 'broken', files }
  const others = openModelProcesses({ start: startModelProcess, store: packsForTests([broken]) })
  const direction = { source: 'en', target: 'yo' } as const
  await expect(
    Array.fromAsync(others.translate('broken', ['one'], direction, never)),
  ).rejects.toMatchObject({ code: 'model/failed', message: expect.stringContaining('tokenizer') })
  others.close()
})
