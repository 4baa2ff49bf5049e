import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { createChain, type ProviderKind } from './chain.ts'
import {
  type TranslationProvider,
  type TranslationRequest,
  UnusableTranslation,
} from './translator.ts'

const forever = new AbortController().signal
const request: TranslationRequest = {
  ...{ text: 'Good morning', source: 'en', target: 'yo' },
  ...{ tone: 'neutral', formality: 'casual' },
}

/** A provider that answers with its name, or fails as it is told. */
function provider(id: string, fails?: () => unknown): TranslationProvider & { asked: number } {
  const one = {
    ...{ id, quality: id === 'built-in' ? 'draft' : id, unit: 'sentence' as const, asked: 0 },
    supports: () => true,
    async translate() {
      one.asked++
      const error = fails?.()
      if (error) throw error
      return { text: `by ${id}`, isStyleUsed: false }
    },
  }
  return one
}

const chainOf = (
  providers: readonly TranslationProvider[],
  order: readonly ProviderKind[] = ['endpoint', 'pack', 'built-in'],
) =>
  createChain({
    order,
    endpoint: providers.find(({ id }) => id === 'endpoint'),
    packs: async () => providers.filter(({ id }) => id.startsWith('pack:')),
    builtIn: providers.find(({ id }) => id === 'built-in'),
  })

test('the first provider in the order translates, and says who it is', async () => {
  const all = [provider('endpoint'), provider('pack:nllb'), provider('built-in')]
  const first = await (await chainOf(all)()).translate(request, forever)
  expect(first).toMatchObject({ text: 'by endpoint', provider: 'endpoint', quality: 'endpoint' })
  const own = await (await chainOf(all, ['built-in', 'pack'])()).translate(request, forever)
  expect(own).toMatchObject({ provider: 'built-in', quality: 'draft' })
  const pack = await (await chainOf(all, ['pack'])()).translate(request, forever)
  expect(pack).toMatchObject({ provider: 'pack:nllb' })
})

test('where a provider cannot be reached, the next one takes over for the whole text, and that is said', async () => {
  const down = provider('endpoint', () => new AppError('translate/failed', 'It is down.'))
  const run = await chainOf([down, provider('built-in')])()
  for (let sentence = 0; sentence < 3; sentence++)
    expect(await run.translate(request, forever)).toMatchObject({ provider: 'built-in' })
  expect(down.asked).toBe(1)
  expect(run.notices()).toEqual(['It is down.'])
})

test('a provider whose answers are no translations is left out after three of them', async () => {
  const bad = provider('endpoint', () => new UnusableTranslation('is an essay'))
  const run = await chainOf([bad, provider('built-in')])()
  for (let sentence = 0; sentence < 5; sentence++) await run.translate(request, forever)
  expect(bad.asked).toBe(3)
  expect(run.notices()).toEqual(['The translation service gave an answer that is an essay.'])
})

test('an empty answer, and one with other lines, are no translations', async () => {
  for (const text of ['', ' ', 'one\ntwo']) {
    const odd: TranslationProvider = {
      ...provider('endpoint'),
      translate: async () => ({ text, isStyleUsed: false }),
    }
    const run = await chainOf([odd, provider('built-in')])()
    expect(await run.translate(request, forever)).toMatchObject({ provider: 'built-in' })
  }
})

test('a provider that does not know the languages is passed over', async () => {
  const other: TranslationProvider = { ...provider('endpoint'), supports: () => false }
  const run = await chainOf([other, provider('built-in')])()
  expect(run.unitFor('en', 'yo')).toBe('sentence')
  expect(await run.translate(request, forever)).toMatchObject({ provider: 'built-in' })
  expect(run.notices()).toEqual([])
})

test('where all fail, the failure of every one is told', async () => {
  const run = await chainOf([
    provider('endpoint', () => new AppError('translate/unavailable', 'The key is wrong.')),
    provider('pack:nllb', () => new AppError('translate/failed', 'The pack has crashed.')),
    { ...provider('built-in'), supports: () => false },
  ])()
  await expect(run.translate(request, forever)).rejects.toMatchObject({
    code: 'translate/failed',
    message:
      'This could not be translated from English to Yoruba. The key is wrong. The pack has crashed. The built-in translator does not translate from English to Yoruba.',
  })
  const again = run.translate(request, forever)
  await expect(again).rejects.toThrow('The key is wrong.')
})

test('failures that another attempt does not help are told as such', async () => {
  const run = await chainOf([
    provider('endpoint', () => new AppError('translate/unavailable', 'The key is wrong.')),
  ])()
  await expect(run.translate(request, forever)).rejects.toMatchObject({
    ...{ code: 'translate/unavailable', message: 'The key is wrong.' },
  })
  await expect((await chainOf([])()).translate(request, forever)).rejects.toMatchObject({
    code: 'translate/unavailable',
    message: expect.stringContaining('GRIOT_TRANSLATE_URL'),
  })
})

test('a bug is no failure of a provider', async () => {
  const run = await chainOf([
    provider('endpoint', () => new TypeError('oops')),
    provider('built-in'),
  ])()
  await expect(run.translate(request, forever)).rejects.toThrow('oops')
})

test('whoever stops says why, and nobody else is asked', async () => {
  const stop = new AbortController()
  const next = provider('built-in')
  const first = provider('endpoint', () => {
    stop.abort(new Error('enough'))
    return new AppError('translate/failed', 'It was cut off.')
  })
  await expect((await chainOf([first, next])()).translate(request, stop.signal)).rejects.toThrow(
    'enough',
  )
  expect(next.asked).toBe(0)
})
