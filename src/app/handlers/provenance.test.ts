import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  createVerifications,
  MAX_VERIFICATIONS,
  VERIFICATION_LIMITS,
  type Verifications,
} from '#app/verifications.ts'
import { newKey, signedBytes } from '#provenance/c2pa/signing.test-support.ts'
import { provenanceOf, workFolderOf } from '#provenance/open-provenance.ts'
import type { Provenance } from '#provenance/provenance.ts'
import { type Database, openDatabase } from '#storage/db/database.ts'
import { libraryOf } from '#storage/home.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { provenanceHandlers } from './provenance.ts'

const folder = folderForTests('griot ẹ̀rí')
let database: Database
let provenance: Provenance
let checks: Verifications
beforeAll(() => {
  database = openDatabase(libraryOf(folder))
  provenance = provenanceOf(database, { home: folder, version: '0.1.0' }, () => new Date())
  mkdirSync(workFolderOf(folder), { recursive: true })
  checks = createVerifications(provenance, workFolderOf(folder))
})
afterAll(() => database.close())
afterEach(() => expect(left()).toEqual([]))

const left = (): readonly string[] => readdirSync(workFolderOf(folder))
const open = (idleMs?: number) =>
  provenanceHandlers(provenance, checks, database.retryWhileBusy, idleMs)
const QUIET = Buffer.from(
  'RIFF\x28\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\xc0\x5d\0\0\x80\xbb\0\0\x02\0\x10\0data\x04\0\0\0\0\0\0\0',
  'latin1',
)
const begin = (sizeBytes = QUIET.length) => ({
  jobId: randomUUID(),
  fileName: 'ohùn.wav',
  sizeBytes,
})

test('a window sends a file in parts and hears its verdict', async () => {
  const { handlers } = open()
  const bytes = await signedBytes(QUIET, await newKey(new Date()))
  const { jobId, ...rest } = begin(bytes.length)
  await handlers['verify.begin']({ jobId, ...rest })
  const parts = [bytes.subarray(0, 100), bytes.subarray(100, 101), bytes.subarray(101)]
  // Sent without waiting: they are written in the order in which they came.
  await Promise.all(
    parts.map((part) => handlers['verify.append']({ jobId, bytes: part, sidecar: false })),
  )
  const verdict = await handlers['verify.finish']({ jobId })
  expect(verdict).toMatchObject({ kind: 'unknown-signer', title: 'Signed, signer unknown' })
  await expect(handlers['verify.finish']({ jobId })).rejects.toMatchObject({
    code: 'request/invalid',
  })
})

test('a check that is left, and those of a window that is closed, leave nothing behind', async () => {
  const { handlers, close } = open()
  for (const way of ['cancel', 'close'] as const) {
    const order = begin()
    const { jobId } = order
    await handlers['verify.begin'](order)
    await handlers['verify.append']({ jobId, bytes: QUIET, sidecar: false })
    expect(left()).toHaveLength(1)
    if (way === 'cancel') await handlers['verify.cancel']({ jobId })
    else await close()
    expect(left()).toEqual([])
  }
  await handlers['verify.cancel']({ jobId: randomUUID() })
})

test('a check of the same number, of a file too large and of one too many is refused in words', async () => {
  const { handlers, close } = open()
  const orders = Array.from({ length: MAX_VERIFICATIONS }, () => begin())
  const [first = begin()] = orders
  const large = handlers['verify.begin'](begin(VERIFICATION_LIMITS.file + 1))
  await expect(large).rejects.toMatchObject({ code: 'file/too-large' })
  for (const order of orders) await handlers['verify.begin'](order)
  const again = handlers['verify.begin'](first)
  await expect(again).rejects.toMatchObject({ code: 'job/duplicate' })
  const oneMore = begin()
  await expect(handlers['verify.begin'](oneMore)).rejects.toMatchObject({ code: 'rate/limited' })
  await handlers['verify.cancel']({ jobId: first.jobId })
  await handlers['verify.begin'](oneMore)
  await close()
})

test('a check that its window has forgotten ends by itself and makes room for others', async () => {
  const { handlers, close } = open(20)
  const orders = Array.from({ length: MAX_VERIFICATIONS }, () => begin())
  for (const order of orders) await handlers['verify.begin'](order)
  await expect.poll(left).toEqual([])
  const [{ jobId } = begin()] = orders
  const late = handlers['verify.append']({ jobId, bytes: QUIET, sidecar: false })
  await expect(late).rejects.toMatchObject({ code: 'request/invalid' })
  const { handlers: next, close: closeNext } = open()
  await next['verify.begin'](begin())
  await closeNext()
  await close()
})

test('a sidecar that is too large ends its check', async () => {
  const { handlers, close } = open()
  const order = begin()
  const { jobId } = order
  await handlers['verify.begin'](order)
  const bytes = new Uint8Array(1024 * 1024)
  const sending = async (): Promise<void> => {
    for (let sent = 0; sent <= VERIFICATION_LIMITS.sidecar; sent += bytes.length)
      await handlers['verify.append']({ jobId, bytes, sidecar: true })
  }
  await expect(sending()).rejects.toMatchObject({ code: 'file/too-large' })
  await close()
})

test('settings, certificates and the preview are there for a window', async () => {
  const { handlers } = open()
  const settings = await handlers['provenance.settings']({})
  const changed = await handlers['provenance.change']({ ...settings, author: 'Ọlá' })
  expect(changed.author).toBe('Ọlá')
  const lines = await handlers['provenance.preview']({})
  expect(lines).toContainEqual({ name: 'Author', value: 'Ọlá' })
  const before = await handlers['provenance.certificate']({})
  const trusted = await handlers['provenance.trust']({ pem: before.pem })
  expect(trusted.map(({ sha256 }) => sha256)).toEqual([before.sha256])
  await handlers['provenance.distrust']({ id: trusted[0]?.id ?? 0 })
  expect(await handlers['provenance.trusted']({})).toEqual([])
  expect((await handlers['provenance.rotate']({})).sha256).not.toBe(before.sha256)
})
