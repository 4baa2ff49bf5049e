import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#storage/db/database.ts'
import { makeOperatorChain } from './c2pa/operator.test-support.ts'
import { never } from './c2pa/signing.test-support.ts'
import { provenanceOf } from './open-provenance.ts'
import type { Provenance } from './provenance.ts'

const DAY_MS = 86_400_000
let home: string
let database: Database
let now: Date
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'griot kọ́kọ́rọ́ '))
  database = openDatabase(join(home, 'library.db'))
  now = new Date()
})
afterEach(() => {
  database.close()
  rmSync(home, { recursive: true })
})

const opened = (signingKey?: { readonly keyFile: string; readonly chainFile: string }) =>
  provenanceOf(database, { home, version: '0.1.0', signingKey }, () => now)

/** Signs a file and verifies it at once. */
async function verdictOn(provenance: Provenance) {
  const path = join(home, 'ohùn.wav')
  writeFileSync(
    path,
    'RIFF\x26\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\xc0\x5d\0\0\x80\xbb\0\0\x02\0\x10\0data\x02\0\0\0\0\0',
    'latin1',
  )
  const voice = { kind: 'built-in', name: 'Lina' } as const
  const making = {
    requestId: 'one',
    account: 'owner',
    language: 'en',
    engine: 'Griot flite 2.3',
    voice,
  }
  await provenance.signFile(path, 'wav', making, never)
  return () => provenance.verifyFile(path, undefined, never)
}

test("an operator's certificate that runs out while Griot runs signs no more, and the reason is told", async () => {
  const { keyPem, chainPem } = await makeOperatorChain()
  const signingKey = { keyFile: join(home, 'key.pem'), chainFile: join(home, 'chain.pem') }
  writeFileSync(signingKey.keyFile, keyPem, { mode: 0o600 })
  writeFileSync(signingKey.chainFile, chainPem)
  now = new Date()
  const provenance = opened(signingKey)
  const verdict = await verdictOn(provenance)
  expect([(await verdict()).kind, provenance.problem()]).toEqual(['made-here', undefined])
  now = new Date(now.getTime() + 4_000 * DAY_MS)
  await expect(verdictOn(provenance)).rejects.toMatchObject({
    code: 'sign/key',
    message: expect.stringContaining('not valid today'),
  })
  expect(provenance.problem()).toContain('not valid today')
})

test('what was signed while the clock was behind is good as soon as it is right', async () => {
  const today = now
  const provenance = opened()
  await provenance.prepare()
  now = new Date('1970-01-01T00:00:00Z')
  const verdict = await verdictOn(provenance)
  expect((await verdict()).kind).toBe('expired')
  now = today
  expect((await verdict()).kind).toBe('made-here')
})

test('a key that was made while the clock was behind signs what is good today', async () => {
  const today = now
  now = new Date('1970-01-02T00:00:00Z')
  const provenance = opened()
  await provenance.prepare()
  now = today
  expect((await (await verdictOn(provenance))()).kind).toBe('made-here')
})

test('several programs that sign for the first time at once agree on one key', async () => {
  const programs = Array.from({ length: 6 }, () => opened())
  const certificates = await Promise.all(
    programs.flatMap((program) => [program.certificate(), program.certificate()]),
  )
  expect(new Set(certificates.map(({ sha256 }) => sha256)).size).toBe(1)
  expect(readdirSync(join(home, 'provenance'))).toEqual(['signing-key.pem'])
})

test.each([
  ['half of it', (text: string) => text.slice(0, text.length / 2)],
  ['its certificates alone', (text: string) => text.slice(text.indexOf('-----BEGIN CERT'))],
  ['its beginning', (text: string) => text.slice(0, 60)],
  ['nothing', () => ''],
  [
    'a key that another keyring has encrypted',
    (text: string) => text.replaceAll('PRIVATE', 'SEALED PRIVATE'),
  ],
])(
  'a key file that holds %s is refused in words, and not one of its letters is told',
  async (_, cut) => {
    await opened().prepare()
    const path = join(home, 'provenance', 'signing-key.pem')
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, cut(text))
    const provenance = opened()
    const error = await verdictOn(provenance).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      code: 'sign/key',
      message: expect.stringContaining('"signing-key.pem"'),
    })
    for (const line of text.split('\n').filter((line) => line.length > 20 && !line.includes('---')))
      expect(inspect(error, { depth: 9 })).not.toContain(line)
    expect(readFileSync(path, 'utf8')).toBe(cut(text))
  },
)
