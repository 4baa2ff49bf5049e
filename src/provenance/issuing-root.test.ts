import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#storage/db/database.ts'
import { all } from '#storage/db/steps.ts'
import { never } from './c2pa/signing.test-support.ts'
import { provenanceOf } from './open-provenance.ts'
import type { Provenance } from './provenance.ts'

const WAV =
  'RIFF\x26\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\xc0\x5d\0\0\x80\xbb\0\0\x02\0\x10\0data\x02\0\0\0\0\0'
const MAKING = {
  ...{ requestId: 'one', account: 'owner', language: 'yo', engine: 'Griot flite 2.3' },
  voice: { kind: 'built-in', name: 'Sade' } as const,
}
let folder: string
let database: Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'griot àwọn ẹ̀rọ '))
  // Nodes share a database, and have data folders of their own.
  database = openDatabase(join(folder, 'library.db'))
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const SECRET = 'one secret for all'
const node = (name: string, secret: string | undefined = SECRET): Provenance =>
  provenanceOf(
    database,
    { home: join(folder, name), version: '0.1.0', service: { secret } },
    () => new Date(),
  )

async function signedBy(provenance: Provenance, name: string): Promise<string> {
  const path = join(folder, `${name}.wav`)
  writeFileSync(path, WAV, 'latin1')
  await provenance.signFile(path, 'wav', MAKING, never)
  return path
}

test('nodes sign with keys of their own that one root has issued, and each knows the files of all', async () => {
  const [first, second] = [node('first'), node('second')]
  // At once, so that both would make the root.
  const paths = await Promise.all([signedBy(first, 'a'), signedBy(second, 'b')])
  for (const provenance of [first, second, node('third')])
    for (const path of paths)
      expect((await provenance.verifyFile(path, undefined, never)).kind).toBe('made-here')
  const [one, other] = await Promise.all([first.certificate(), second.certificate()])
  expect(one.pem).toBe(other.pem)
  expect(new X509Certificate(one.pem).ca).toBe(true)
  const keys = await Promise.all(paths.map((path) => first.verifyFile(path, undefined, never)))
  const signers = keys.map((verdict) => JSON.stringify(verdict).match(/[\da-f]{64}/g))
  expect(signers[0]).not.toEqual(signers[1])
})

test('a node with another secret signs nothing, says why, and changes nothing', async () => {
  const path = await signedBy(node('first'), 'a')
  const stranger = node('second', 'a wrong secret')
  await expect(signedBy(stranger, 'b')).rejects.toMatchObject({
    code: 'sign/key',
    message: expect.stringContaining('another GRIOT_CLUSTER_SECRET'),
  })
  expect(stranger.problem()).toContain('another GRIOT_CLUSTER_SECRET')
  expect((await node('third').verifyFile(path, undefined, never)).kind).toBe('made-here')
})

test('the root is not to be read in the database', async () => {
  await signedBy(node('first'), 'a')
  const rows = database.perform(() => all('SELECT name, bytes FROM secrets'))
  const [row] = rows as readonly { readonly name: string; readonly bytes: Uint8Array }[]
  expect(row?.name).toBe('signing-root')
  expect(Buffer.from(row?.bytes ?? []).toString('latin1')).not.toMatch(/BEGIN|PRIVATE|Griot/)
})

test('a data folder that stood alone joins a service: what it has signed stays known to it', async () => {
  const before = await signedBy(
    provenanceOf(database, { home: join(folder, 'first'), version: '0.1.0' }, () => new Date()),
    'before',
  )
  const joined = node('first')
  const after = await signedBy(joined, 'after')
  expect((await joined.verifyFile(before, undefined, never)).kind).toBe('made-here')
  expect((await joined.verifyFile(after, undefined, never)).kind).toBe('made-here')
  expect((await node('second').verifyFile(after, undefined, never)).kind).toBe('made-here')
})

test('a new key of a node comes from the same root', async () => {
  const provenance = node('first')
  const before = await signedBy(provenance, 'before')
  const { pem } = await provenance.certificate()
  expect((await provenance.rotate()).pem).toBe(pem)
  const after = await signedBy(provenance, 'after')
  for (const path of [before, after])
    expect((await node('second').verifyFile(path, undefined, never)).kind).toBe('made-here')
})

test('without a secret, each node signs with a root of its own, and each knows the files of all', async () => {
  const alone = (name: string) =>
    provenanceOf(
      database,
      { home: join(folder, name), version: '0.1.0', service: { secret: undefined } },
      () => new Date(),
    )
  const [first, second] = [alone('first'), alone('second')]
  const paths = [await signedBy(first, 'a'), await signedBy(second, 'b')]
  for (const provenance of [first, second])
    for (const path of paths)
      expect((await provenance.verifyFile(path, undefined, never)).kind).toBe('made-here')
  expect((await first.certificate()).pem).not.toBe((await second.certificate()).pem)
})
