import { afterAll, expect, test } from 'vitest'
import { send } from '#server/client.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

const { server, close } = await openToneServer()
afterAll(close)
const { paths } = JSON.parse((await send(`${server.url}/openapi.json`)).text)
const page = (await send(`${server.url}/docs`)).text

test('a body is called required exactly where a request without one is refused', () => {
  const required = (path: string): boolean => paths[path].post.requestBody.required
  expect(required('/v1/guest-tokens')).toBe(false)
  for (const path of ['/v1/speech', '/v1/translate', '/v1/diacritics', '/v1/voices', '/v1/files'])
    expect([path, required(path)]).toEqual([path, true])
})

test('a field that takes a file is called one, and choices are named without the empty one', () => {
  for (const field of ['audio', 'file', 'content'])
    expect(page).toContain(`<td>${field}</td><td>file`)
  expect(page).toContain('<td>uploading, ready</td>')
})

test('the page says where making guest tokens belongs, and which variable holds the key', () => {
  expect(page).toContain('<p>Guest tokens, and the server itself.</p>')
  // GRIOT_API_KEY is a key that the server itself takes: whoever starts one there would keep the key alive.
  expect(page).toContain('Bearer $GRIOT_KEY')
  expect(page).not.toContain('GRIOT_API_KEY')
})

test('what can go wrong is there to be unfolded, with nothing in it that is not meant for people', () => {
  expect(page.match(/<details><summary>What can go wrong<\/summary>/g)).toHaveLength(
    page.match(/<section /g)?.length ?? 0,
  )
  expect(page).not.toContain('`')
  expect(page).toContain('<code>detail</code> says')
})
