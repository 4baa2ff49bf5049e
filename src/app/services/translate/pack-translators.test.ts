import { afterAll, expect, test } from 'vitest'
import { openModelProcesses } from '#inference/model-process.ts'
import { packsForTests, startModelProcess, tinyPack } from '#inference/packs.test-support.ts'
import { AppError } from '#shared/errors.ts'
import { createChain } from './chain.ts'
import { createDictionaryBuiltIn } from './dictionary-built-in.test-support.ts'
import { packTranslatorsOf } from './pack-translators.ts'
import type { TranslationRequest } from './translator.ts'

const forever = new AbortController().signal
const store = packsForTests([tinyPack('tiny-nllb'), tinyPack('tiny-ctc')])
const models = openModelProcesses({ start: startModelProcess, store })
afterAll(() => models.close())

const chain = createChain({
  order: ['pack', 'built-in'],
  endpoint: undefined,
  packs: packTranslatorsOf({ models, store }),
  builtIn: createDictionaryBuiltIn(),
})
const request: TranslationRequest = {
  ...{ text: 'one two three.\nwater house?', source: 'en', target: 'yo' },
  ...{ tone: 'neutral', formality: 'casual' },
}

test('an installed pack translates, line by line and sentence by sentence', async () => {
  const run = await chain()
  expect(await run.translate(request, forever)).toEqual({
    text: 'ọ̀kan èjì ẹ̀ta.\nomi ilé?'.normalize('NFC'),
    ...{ provider: 'pack:tiny-nllb', quality: 'pack Pack tiny-nllb', isStyleUsed: false },
  })
})

test('languages that no pack knows go to the next translator', async () => {
  const run = await chain()
  const pidgin = { ...request, text: 'Good morning.', target: 'pcm' } as const
  expect(await run.translate(pidgin, forever)).toMatchObject({ provider: 'built-in' })
  expect(run.notices()).toEqual([])
})

test('a pack that is damaged is stood in for, and what mends it is said', async () => {
  const problem = new AppError('pack/damaged', 'Tiny is damaged. Install it again.')
  const { id, name, task, languages } = tinyPack('tiny-nllb')
  const damaged = {
    installed: async () => [],
    unusable: async () => [{ id, name, task, languages, problem }],
  }
  const run = await createChain({
    order: ['pack', 'built-in'],
    endpoint: undefined,
    packs: packTranslatorsOf({ models, store: damaged }),
    builtIn: createDictionaryBuiltIn(),
  })()
  const text = 'Good morning.'
  expect(await run.translate({ ...request, text }, forever)).toMatchObject({ provider: 'built-in' })
  expect(run.notices()).toEqual(['Tiny is damaged. Install it again.'])
  // Where it could not have helped, it is nobody's concern.
  const pidgin = await run.translate({ ...request, text, target: 'pcm' }, forever)
  expect(pidgin.provider).toBe('built-in')
})

test('a pack that is removed while texts are translated is stood in for, and that is said', async () => {
  const run = await chain()
  await store.remove('tiny-nllb')
  const text = 'Good morning.'
  expect(await run.translate({ ...request, text }, forever)).toMatchObject({ provider: 'built-in' })
  expect(run.notices()).toEqual([expect.stringContaining('tiny-nllb')])
  expect(await (await chain()).translate({ ...request, text }, forever)).toMatchObject({
    provider: 'built-in',
  })
})
