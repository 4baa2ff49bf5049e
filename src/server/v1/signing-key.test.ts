import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send, speech, until } from '#server/client.test-support.ts'
import { openRealHost, type RealHost } from '#server/real-host.test-support.ts'
import { fullTest } from '#testing/tier.test-support.ts'
import { MANY, ONE, say } from './provenance.test-support.ts'

let host: RealHost
beforeAll(async () => {
  host = await openRealHost()
  await say(host, { text: MANY, format: 'mp3' }, { 'idempotency-key': 'kept on disk' })
})
afterAll(() => host.close())

describe('the private key', () => {
  const keyFile = (): string => join(host.home, 'provenance/signing-key.pem')

  test('is in its own file, for its owner alone, and in no other file of the data folder', async () => {
    const pem = readFileSync(keyFile(), 'utf8')
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    const [, base64 = ''] = /BEGIN PRIVATE KEY-----\n([^-]+)-----END/.exec(pem) ?? []
    const der = Buffer.from(base64, 'base64')
    // The secret number itself, wherever it might stand: of the DER form, and as text.
    const secret = der.subarray(36, 68)
    const needles = [secret, Buffer.from(base64.slice(50, 80)), Buffer.from(secret.toString('hex'))]
    const files = readdirSync(host.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    expect(files.length).toBeGreaterThan(3)
    const holding = files.filter((path) => {
      const bytes = readFileSync(path)
      return needles.some((needle) => bytes.includes(needle))
    })
    expect(holding).toEqual([keyFile()])
  })

  fullTest(
    'that cannot be read is told in words before the first byte, and by the health',
    async () => {
      const pem = readFileSync(keyFile())
      writeFileSync(keyFile(), pem.toString().replace('BEGIN PRIVATE', 'BEGIN SECRET'))
      const broken = await openRealHost({}, host.home)
      try {
        for (const text of [ONE, MANY]) {
          const answer = await send(`${broken.url}/v1/speech`, speech({ text, format: 'mp3' }))
          expect([answer.status, answer.detail]).toEqual([
            500,
            expect.stringContaining('signing key'),
          ])
          expect(answer.headers['x-provenance']).toBeUndefined()
          expect(answer.headers['x-should-retry']).toBe('false')
          expect(answer.detail).not.toContain('SECRET')
        }
        const raw = await send(
          `${broken.url}/v1/speech`,
          speech({ text: ONE, format: 'pcm_s16le' }),
        )
        expect(raw.status).toBe(200)
        await until(() => broken.app.health().state !== 'starting')
        const ill = await send(`${broken.url}/health`)
        expect([ill.status, ill.text]).toEqual([503, expect.stringContaining('signing key')])
      } finally {
        writeFileSync(keyFile(), pem)
      }
      await until(() => broken.app.health().state === 'ready')
      await broken.close()
    },
  )
})
