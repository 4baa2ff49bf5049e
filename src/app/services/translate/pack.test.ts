import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { createDictionaryTranslator } from '#translation/dictionary-translator.test-support.ts'
import { createPackProvider, type PackModels } from './pack.ts'

const forever = new AbortController().signal
const pack = { id: 'nllb', name: 'NLLB-200, small', supports: () => true }
const dictionary = createDictionaryTranslator()
const models: PackModels = {
  async *translate(packId, sentences, direction, signal) {
    expect(packId).toBe('nllb')
    for (const sentence of sentences) {
      if (sentence === 'Gone.') throw new AppError('storage/failed', 'It was removed.')
      yield (await dictionary.translate(sentence, direction, signal)).text
    }
  },
}
const request = {
  text: 'Good morning.  The children eat.\nYou pay \uE000.',
  ...({ source: 'en', target: 'pcm', tone: 'neutral', formality: 'casual' } as const),
}

test('a pack translates the sentences of a passage, whose lines and spaces stay', async () => {
  const provider = createPackProvider(pack, models)
  expect(provider).toMatchObject({
    id: 'pack:nllb',
    quality: 'pack NLLB-200, small',
    unit: 'sentence',
  })
  expect(await provider.translate(request, forever)).toEqual({
    ...{ text: 'Fine mornin.  Di pikin dem chop.\nYu pay \uE000.', isStyleUsed: false },
  })
})

test('what is wrong with a pack is told in words, and another attempt may help', async () => {
  const gone = createPackProvider(pack, models).translate({ ...request, text: 'Gone.' }, forever)
  await expect(gone).rejects.toMatchObject({
    code: 'translate/failed',
    message: 'The pack NLLB-200, small could not translate from English: It was removed.',
  })
})

test('whoever stops says why', async () => {
  const stop = new AbortController()
  const slow = createPackProvider(pack, models).translate(
    { ...request, text: 'Slowly.' },
    stop.signal,
  )
  stop.abort(new Error('enough'))
  await expect(slow).rejects.toThrow('enough')
})
