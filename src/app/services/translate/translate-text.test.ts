import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDiacritizer } from '#speech/languages/yo/diacritics/diacritizer.ts'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import { createChain } from './chain.ts'
import { createDictionaryBuiltIn } from './dictionary-built-in.test-support.ts'
import type { TextOrder } from './segments.ts'
import { type TextTools, type TranslatedPart, translateText } from './translate-text.ts'
import type { TranslationProvider } from './translator.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const languages = openLanguageIdentifier(join(ROOT, 'models'), (error) => {
  throw error
})
const diacritizer = createDiacritizer({ lexiconFolder: join(ROOT, 'resources/lexicons') })
const forever = new AbortController().signal
const builtIn = createDictionaryBuiltIn()

/** A provider that writes every letter as a capital, and takes passages. */
const capitals: TranslationProvider & { readonly asked: string[] } = {
  ...{ id: 'endpoint', quality: 'endpoint', unit: 'passage', asked: [] },
  supports: () => true,
  async translate({ text }) {
    this.asked.push(text)
    return { text: text.toUpperCase(), isStyleUsed: true }
  },
}

function toolsWith(provider: TranslationProvider, over: Partial<TextTools> = {}): TextTools {
  const isOwn = provider.id === 'built-in'
  return {
    chain: createChain({
      order: ['endpoint', 'pack', 'built-in'],
      endpoint: isOwn ? undefined : provider,
      builtIn: isOwn ? provider : undefined,
      packs: async () => [],
    }),
    languages,
    recall: () => undefined,
    mark: async (text) => (await diacritizer.mark(text, {})).text.normalize('NFC'),
    ...over,
  }
}

async function translated(
  tools: TextTools,
  text: string,
  over: Partial<TextOrder> = {},
  signal = forever,
) {
  const order: TextOrder = {
    ...{ text, source: 'en', target: 'pcm', isDetected: false },
    ...{ tone: 'neutral', formality: 'casual' },
    ...over,
  }
  const parts: TranslatedPart[] = []
  const all = translateText(tools, order, signal)
  for (;;) {
    const next = await all.next()
    if (next.done) return { text: parts.map((part) => part.text).join(''), parts, ...next.value }
    parts.push(next.value)
  }
}

test('lines, empty lines, indentation, bullets and spaces between sentences stay', async () => {
  const text = '  - Good morning.  You have come.\r\n\n\t2) The children eat.\n'
  const { text: out, providers, qualities } = await translated(toolsWith(builtIn), text)
  expect(out).toBe('  - Fine mornin.  Yu don kom.\r\n\n\t2) Di pikin dem chop.\n')
  expect([providers, qualities]).toEqual([['built-in'], ['draft']])
})

test('markup, tags, fields, addresses and figures come through once each', async () => {
  const text =
    'Pay {name} ₦5,000 to https://griot.ng [pause 300ms] the [en]good children[/en] <b>eat</b>.'
  const { text: out } = await translated(toolsWith(builtIn), text)
  expect(out).toBe(
    'Pay {name} ₦5,000 to https://griot.ng [pause 300ms] di [en]good children[/en] <b>chop</b>.',
  )
})

test('Yoruba comes out with its marks, and what is protected without', async () => {
  const { text } = await translated(
    toolsWith(builtIn),
    'Good morning. [en]go to Eko[/en] {omo} the school.',
    { target: 'yo' },
  )
  expect(text).toBe('Dára àárọ̀. [en]go to Eko[/en] {omo} ilé ìwé.')
})

test('a translation that comes with its tones keeps them, and words of the middle tone as they are', async () => {
  const tools = toolsWith(builtIn)
  expect((await translated(tools, 'You have come.', { target: 'yo' })).text).toBe('O ti wá.')
  const bare: TranslationProvider = {
    ...capitals,
    translate: async () => ({ text: 'Awon omo ti lo si ile iwe.', isStyleUsed: true }),
  }
  const { text } = await translated(toolsWith(bare), 'They have gone.', { target: 'yo' })
  expect(text).toBe('Àwọn ọmọ ti lọ sí ilé ìwé.')
})

test('a text without words is not translated at all', async () => {
  for (const text of [
    '😀😀🎉',
    '12:30',
    '  \n\n',
    '...',
    '[pause 1s]',
    'https://griot.ng',
    '{a} %s',
  ]) {
    const { text: out, providers, isStyleUsed } = await translated(toolsWith(capitals), text)
    expect([out, providers, isStyleUsed]).toEqual([text, [], true])
  }
})

test('sentences that are already in the target language stay', async () => {
  const yoruba = 'Àwọn ọmọ ti lọ sí ilé ìwé ní òwúrọ̀ yìí.'
  const { text } = await translated(toolsWith(builtIn), `Good morning. ${yoruba} You have come.`, {
    target: 'yo',
  })
  expect(text).toBe(`Dára àárọ̀. ${yoruba} O ti wá.`)
})

test('where the source was detected, a sentence in another language is translated from that one', async () => {
  const hausa = 'Yara sun tafi zuwa makaranta yau da safiya.'
  const tools = toolsWith(builtIn)
  const told = await translated(tools, `The children eat. ${hausa}`, { isDetected: true })
  expect(told.text).toContain('Pikin dem don go to skul')
  const named = await translated(tools, hausa)
  expect(named.text).toContain('Yara')
})

test('a pair of languages without a model goes through English, as word help', async () => {
  const { text, qualities } = await translated(toolsWith(builtIn), 'Yara sun tafi.', {
    ...{ source: 'ha', target: 'pcm' },
  })
  expect([text, qualities]).toEqual(['Pikin dem don go.', ['word help']])
  const unsupported = translated(toolsWith(builtIn), 'Ụmụaka gara.', { source: 'ig', target: 'am' })
  await expect(unsupported).rejects.toMatchObject({
    code: 'language/unsupported',
    message: expect.stringMatching(
      /^The built-in translator does not translate from Igbo to Amharic\..*GRIOT_TRANSLATE_URL/,
    ),
  })
})

test('a provider of passages gets lines together, without what is not theirs', async () => {
  capitals.asked.length = 0
  const text = '- One is here. Two is there.\n\n- Three has {n}.\n'
  const { text: out, parts } = await translated(toolsWith(capitals), text)
  expect(out).toBe('- ONE IS HERE. TWO IS THERE.\n\n- THREE HAS {n}.\n')
  expect(capitals.asked).toEqual(['One is here. Two is there.\nThree has \uE000.'])
  expect(parts.at(-1)).toMatchObject({ done: text.length, total: text.length })
})

test('a long text is translated in passages, with progress, and nothing is lost', async () => {
  capitals.asked.length = 0
  const line = 'The market of Ibadan was full of people who sold yams and cloth.\n'
  const text = line.repeat(300)
  const { text: out, parts } = await translated(toolsWith(capitals), text)
  expect(out).toBe(text.toUpperCase())
  expect(capitals.asked.length).toBeGreaterThan(10)
  for (const passage of capitals.asked) expect(passage.length).toBeLessThanOrEqual(1_300)
  const done = parts.map((part) => part.done)
  expect(done).toEqual([...done].sort((one, other) => one - other))
})

test('a text of 20,000 characters without a single space, or of figures alone, comes through', async () => {
  for (const text of [
    'a'.repeat(20_000),
    '1 '.repeat(10_000),
    'a 1 '.repeat(5_000),
    'é1'.repeat(10_000),
  ])
    expect((await translated(toolsWith(capitals), text)).text).toBe(text.toUpperCase())
})

test('control characters and halves of characters stay where they are', async () => {
  const text = 'Good \u0000 morning \uD800 children.'
  expect((await translated(toolsWith(builtIn), text)).text).toBe(
    'Fine \u0000 mornin \uD800 pikin dem.',
  )
})

test('a span that a provider loses is put back', async () => {
  const losing: TranslationProvider = {
    ...capitals,
    translate: async ({ text }) => ({
      text: text.replace(/\uE000/g, '').toUpperCase(),
      isStyleUsed: true,
    }),
  }
  const { text } = await translated(toolsWith(losing), 'You will pay ₦500 to {name} in May.')
  expect(text).toContain('₦500')
  expect(text).toContain('{name}')
})

test('what a person has corrected comes first, and is not touched', async () => {
  const tools = toolsWith(builtIn, {
    recall: (sentence) => {
      if (sentence === 'Good morning.') return { kind: 'used', text: 'E kaaro o.' }
      if (!sentence.startsWith('You')) return undefined
      const offer = { sentence, source: 'You ate.', target: 'O jẹun.', similarity: 0.9 }
      return { kind: 'offered', offer }
    },
  })
  const found = await translated(tools, 'Good morning. You have come.', { target: 'yo' })
  expect(found.text).toBe('E kaaro o. O ti wá.')
  expect(found.providers).toEqual(['built-in', 'memory'])
  expect(found.offers).toMatchObject([{ sentence: 'You have come.', similarity: 0.9 }])
})

test('tone and formality are applied by the rules of the language where the provider has no words for them', async () => {
  const formal = { formality: 'formal', target: 'yo' } as const
  const yoruba = await translated(toolsWith(builtIn), 'You have come.', formal)
  expect([yoruba.text, yoruba.isStyleUsed]).toEqual(['Ẹ ti wá.', true])
  expect(yoruba.notices).toEqual([])
  const warm = await translated(toolsWith(builtIn), 'You have come.', { ...formal, tone: 'warm' })
  expect([warm.text, warm.isStyleUsed, warm.notices]).toEqual([
    'Ẹ ti wá.',
    true,
    ['The form of address was used, but not the tone "warm": this translator cannot express it.'],
  ])
  const pidgin = await translated(toolsWith(builtIn), 'You have come.', { formality: 'formal' })
  expect([pidgin.text, pidgin.isStyleUsed]).toEqual(['Yu don kom.', false])
  const endpoint = await translated(toolsWith(capitals), 'You have come.', { tone: 'warm' })
  expect(endpoint.isStyleUsed).toBe(true)
})

test('whoever stops between two sentences says why', async () => {
  const stop = new AbortController()
  const tools = toolsWith(builtIn)
  const order = { text: 'You eat. You pay. You eat.', source: 'en', target: 'pcm' } as const
  const style = { tone: 'neutral', formality: 'casual', isDetected: false } as const
  const parts = translateText(tools, { ...order, ...style }, stop.signal)
  expect((await parts.next()).value).toMatchObject({ text: 'Yu chop. ' })
  stop.abort(new Error('enough'))
  await expect(parts.next()).rejects.toThrow('enough')
})
