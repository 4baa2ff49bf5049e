import { expect, test } from 'vitest'
import { curlLine } from './curl-line.ts'

test('the curl line holds the real address and the real key, and its body is JSON', () => {
  const line = curlLine('http://127.0.0.1:4777', 'griot_0123')
  expect(line).toMatch(/^curl http:\/\/127\.0\.0\.1:4777\/v1\/speech /)
  expect(line).toContain("-H 'Authorization: Bearer griot_0123'")
  const body = /-d '([^']*)'/.exec(line)?.[1] ?? ''
  expect(JSON.parse(body)).toMatchObject({ voice: 'lina' })
})
