import { afterAll, expect, test } from 'vitest'
import { send, speech } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

const { tone, server, close } = await openToneServer()
afterAll(close)

function post(body: unknown, token = KEY) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return send(`${server.url}/v1/normalize`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
}

const textOf = ({ text }: { readonly text: string }): string => JSON.parse(text).text

test('a text comes back in the words that are spoken, a line for a paragraph', async () => {
  const answer = await post({ language: 'en-NG', text: 'On 1/5/2024 it cost ₦5,000. Why?\n\n7 kg' })
  expect(answer.status).toBe(200)
  expect(JSON.parse(answer.text)).toEqual({
    request_id: answer.headers['x-request-id'],
    text: 'On the first of May twenty twenty four it cost five thousand naira. Why?\nseven kilograms',
  })
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('markup is obeyed and not shown', async () => {
  const text = 'Say [say: jollof] [pause 300ms] to [yo]Abeokuta[/yo].'
  expect(textOf(await post({ language: 'en', text }))).toBe('Say jollof, to Abẹ́òkúta.')
})

test('figures are counted in the style that is asked for, here and in speech', async () => {
  const counted = async (numbers: unknown) =>
    textOf(await post({ language: 'yo', text: '5000', numbers }))
  expect(await counted('traditional')).toBe('ẹ̀ẹ́dẹ́gbààta')
  expect(await counted(null)).toBe('ẹgbẹ̀rún márùn ún')
  const spoken = await send(
    `${server.url}/v1/speech`,
    speech({ text: '55', language: 'yo', numbers: 'traditional' }),
  )
  expect(spoken.status).toBe(200)
  expect(tone.work.requests.at(-1)).toMatchObject({ numbers: 'traditional' })
})

test('the dictionary of the owner counts', async () => {
  const { handlers } = tone.app.connect(() => undefined)
  await handlers['pronunciations.add']({
    ...{ word: 'GTB', saidAs: { kind: 'text', text: 'the bank' } },
    ...{ scope: { kind: 'global' }, caseSensitive: true },
  })
  expect(textOf(await post({ language: 'en', text: 'Ask GTB.' }))).toBe('Ask the bank.')
})

test('a guest may use it', async () => {
  const guest = (await tone.app.access.guests.create('owner', 60)).token
  expect((await post({ language: 'en', text: '5 men' }, guest)).status).toBe(200)
})

test.each([
  ['no text', { language: 'en' }, 'text is missing'],
  ['an empty text', { language: 'en', text: ' \n' }, 'text is empty'],
  ['no language', { text: '5' }, 'language is missing'],
  ['an unsupported language', { language: 'fr', text: '5' }, 'ha (Hausa)'],
  ['an unknown style', { language: 'en', text: '5', numbers: 'roman' }, 'traditional, decimal'],
  ['a text in another script', { language: 'en', text: 'Привет' }, 'Cyrillic'],
  ['nothing that can be spoken', { language: 'en', text: '😀' }, 'nothing that can be spoken'],
  ['markup that is wrong', { language: 'en', text: '[pause' }, 'pause'],
  ['a text that is too long', { language: 'en', text: 'a'.repeat(20_001) }, '20001 characters'],
])('a request with %s is refused in words', async (_, body, words) => {
  const answer = await post(body)
  expect(answer.status).toBe(422)
  expect(answer.detail).toContain(words)
})
