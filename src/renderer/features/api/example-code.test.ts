import { expect, test } from 'vitest'
import { createExample, curlCommand, EXAMPLES, setKeyCommand } from './example-code.ts'

// e2e/api-screen.spec.ts and e2e/oracles/examples.test.ts run the examples as they are copied.

const apiUrl = 'http://127.0.0.1:4777'
const order = { apiUrl, key: 'griot_0123', shell: 'posix' } as const

test('the curl command contains the real address and key, and its body is JSON', () => {
  const line = curlCommand(order)
  expect(line).toContain(`${apiUrl}/v1/speech `)
  expect(line).toContain("-H 'Authorization: Bearer griot_0123'")
  const body = /-d '([^']*)'/.exec(line)?.[1] ?? ''
  expect(JSON.parse(body)).toMatchObject({ voice: 'Lina' })
})

test('the curl command on several lines is the same as on one', () => {
  const { code } = createExample('curl', order)
  expect(code.replaceAll(/ \\\n\s+/g, ' ')).toBe(curlCommand(order))
})

test('a shell keeps quotes, spaces and dollar signs in a key', () => {
  const line = curlCommand({ ...order, key: `My "API" key's $HOME` })
  expect(line).toContain(`'Authorization: Bearer My "API" key'\\''s $HOME'`)
})

test('a program keeps quotes and backslashes in a key', () => {
  const { code } = createExample('python', { ...order, key: `it's a \\ key` })
  expect(code).toContain(`'Bearer it\\'s a \\\\ key'`)
})

test('without a key, the curl command reads it from the variable that it says to set', () => {
  expect(setKeyCommand('posix')).toContain('GRIOT_KEY=')
  expect(curlCommand({ apiUrl, shell: 'posix' })).toContain('"Authorization: Bearer $GRIOT_KEY"')
})

test('the Command Prompt gets its own quotes, line breaks and variable', () => {
  const { code } = createExample('curl', { apiUrl, shell: 'windows' })
  expect(code).toContain('"Authorization: Bearer %GRIOT_KEY%" ^\n')
  expect(code).toContain('{\\"text\\":')
  expect(code).not.toContain("'")
})

test.each(EXAMPLES)('the %s example contains the real address and the given key', (id) => {
  const { code } = createExample(id, order)
  expect(code).toContain(id === 'websocket' ? 'ws://127.0.0.1:4777' : apiUrl)
  expect(code).toContain('griot_0123')
  expect(code).not.toContain('GRIOT_KEY')
})

test.each(EXAMPLES)('the %s example without a key says where it reads one from', (id) => {
  const { code } = createExample(id, { apiUrl, shell: 'posix' })
  expect(code).toContain('GRIOT_KEY')
  expect(code).not.toContain('undefined')
})
