import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import { openHttpServer, sendJson } from './http-server.test-support.ts'
import { type ProviderSettings, providerSettingsOf, translationChainOf } from './providers.ts'
import { createDictionaryBuiltIn } from './translate/dictionary-built-in.test-support.ts'
import type { TranslationRequest } from './translate/translator.ts'

const languages = openLanguageIdentifier(join(import.meta.dirname, '../../../models'), (error) => {
  throw error
})
const program = await openHttpServer(({ path }, response) =>
  sendJson(
    response,
    path === '/translate'
      ? { translatedText: 'libre' }
      : { choices: [{ message: { content: 'chat' } }] },
  ),
)
afterAll(() => program.close())

const forever = new AbortController().signal
const builtIn = createDictionaryBuiltIn()
const request: TranslationRequest = {
  ...{ text: 'Good.', source: 'en', target: 'pcm' },
  ...{ tone: 'neutral', formality: 'casual' },
}
const translated = async (settings: ProviderSettings) => {
  const chain = translationChainOf(settings, languages, { builtIn, packs: async () => [] })
  return (await chain()).translate(request, forever)
}

test.each([
  ['', undefined, 'libre'],
  ['/translate', undefined, 'libre'],
  ['/v1', undefined, 'chat'],
  ['/v1/chat/completions', undefined, 'chat'],
  ['/openai/v1/', undefined, 'chat'],
  ['', 'openai', 'chat'],
  ['/translate', 'LibreTranslate', 'libre'],
])('an address that ends in %j, of kind %j, is asked in its dialect', async (path, kind, text) => {
  const settings = { translateUrl: `${program.url}${path}`, translateKind: kind }
  expect(await translated(settings)).toMatchObject({ text, provider: 'endpoint' })
})

test('a server that is set up comes before the built-in translator, unless the order says otherwise', async () => {
  const translateUrl = program.url
  expect(await translated({ translateUrl })).toMatchObject({ provider: 'endpoint' })
  expect(await translated({})).toMatchObject({ provider: 'built-in', text: 'Fine.' })
  const translateOrder = ' Built-in , endpoint'
  expect(await translated({ translateUrl, translateOrder })).toMatchObject({ provider: 'built-in' })
  const only = translated({ translateUrl, translateOrder: 'pack' })
  await expect(only).rejects.toThrow('GRIOT_TRANSLATE_ORDER')
})

test.each([
  [{ translateOrder: 'best' }, 'GRIOT_TRANSLATE_ORDER'],
  [{ translateOrder: 'pack,pack' }, 'GRIOT_TRANSLATE_ORDER'],
  [{ translateOrder: 'pack,' }, 'GRIOT_TRANSLATE_ORDER'],
  [{ translateKind: 'deepl' }, 'GRIOT_TRANSLATE_KIND'],
  [{ translateUrl: 'http://example.org/v1' }, 'GRIOT_TRANSLATE_URL'],
])('%j is no setting', async (settings, name) => {
  await expect(translated(settings)).rejects.toMatchObject({
    code: 'settings/invalid',
    message: expect.stringContaining(name),
  })
})

test('settings come from the environment; what is set to nothing is not set', () => {
  expect(
    providerSettingsOf({
      GRIOT_TRANSLATE_KIND: 'openai',
      GRIOT_TRANSLATE_MODEL: 'gemma',
      GRIOT_TRANSLATE_ORDER: '',
    }),
  ).toMatchObject({
    ...{ translateKind: 'openai', translateModel: 'gemma', translateOrder: undefined },
  })
})
