import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { READ, reads, wavOf } from '#server/voices.test-support.ts'
import { type EmbeddedServer, startEmbedded } from '#storage/postgres/pglite.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { runGriot } from './griot.test-support.ts'
import { type RunningNode, startNode } from './service.test-support.ts'

const folder = folderForTests('griot àṣẹ')
let database: EmbeddedServer
let address = ''
let one: RunningNode
let two: RunningNode
let key = ''

beforeAll(async () => {
  database = await startEmbedded()
  address = `${database.url}?connection_limit=3`
  one = await startNode(join(folder, 'one'), address)
  key = one.firstKey ?? ''
  two = await startNode(join(folder, 'two'), address)
})
afterAll(async () => {
  await Promise.all([one.end(), two.end()])
  await database.stop()
})

/** A command on the database of the service. */
async function griot(...args: readonly string[]) {
  mkdirSync(join(folder, 'command'), { recursive: true })
  const variables = { GRIOT_DATABASE: address }
  const { code, out, err } = await runGriot(join(folder, 'command'), args, variables)
  return { code, out: String(out), err }
}

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const readsLucy = async (): Promise<string> => {
  const path = join(folder, 'ohùn Lucy.wav')
  writeFileSync(path, wavOf(await reads('lucy')))
  return path
}

test('voices are made, listed, shown and deleted in the service, not in the data folder', async () => {
  const made = await griot(
    ...['voices', 'create', '--audio', await readsLucy(), '--transcript', READ],
    ...['--name', 'Àdùkẹ́', '--language', 'en', '--consent', '--json'],
  )
  expect([made.code, made.err]).toEqual([0, ''])
  const { voice_id: id } = JSON.parse(made.out)
  for (const node of [one, two])
    expect(JSON.stringify(await (await node.fetch('/v1/voices', key)).json())).toContain(id)
  expect((await griot('voices', 'list', '--own')).out).toContain(id)
  const shown = await griot('voices', 'show', 'Àdùkẹ́')
  expect(shown.out).toContain(id)
  expect(shown.out).not.toContain('is gone')
  expect(
    (await griot('say', 'Good morning.', '--voice', 'Àdùkẹ́', '--out', 'lucy.wav')).err,
  ).not.toMatch(/There is no voice/)
  expect((await griot('voices', 'delete', id, '--yes')).code).toBe(0)
  expect(JSON.stringify(await (await one.fetch('/v1/voices', key)).json())).not.toContain(id)
  expect((await griot('voices', 'list', '--own')).out).not.toContain(id)
})

test('what the service has registered is shown and verified, and whom it trusts is changed there', async () => {
  const answer = await one.fetch(
    '/v1/speech',
    key,
    json({ text: 'Good morning.', voice: 'henry', format: 'wav' }),
  )
  expect(answer.status).toBe(200)
  const requestId = answer.headers.get('x-request-id') ?? ''
  writeFileSync(join(folder, 'command', 'ìkíni.wav'), Buffer.from(await answer.arrayBuffer()))
  const shown = await griot('provenance', 'show', requestId)
  expect([shown.code, shown.out]).toEqual([
    0,
    expect.stringContaining('Registered when it was made'),
  ])
  expect((await griot('verify', 'ìkíni.wav')).out).toContain('Made here')
  const ofFile = await griot('provenance', 'show', 'ìkíni.wav', '--json')
  expect(JSON.parse(ofFile.out)).toMatchObject({ verdict: { kind: 'made-here' } })
  // Another computer, which signs by itself.
  const stranger = join(folder, 'stranger')
  mkdirSync(stranger)
  const exported = await runGriot(stranger, ['provenance', 'export-certificate', '-o', 'their.pem'])
  expect(exported.code).toBe(0)
  const trusted = await griot('provenance', 'trust', 'add', join(stranger, 'their.pem'))
  expect([trusted.code, trusted.out]).toEqual([0, expect.stringMatching(/^\d+\t/)])
  const spoken = await runGriot(stranger, ['say', 'Hello.', '--voice', 'henry', '--out', 'x.wav'])
  expect(spoken.code).toBe(0)
  const form = new FormData()
  form.append('file', new Blob([readFileSync(join(stranger, 'x.wav'))]), 'x.wav')
  const checked = await two.fetch('/v1/provenance/verify', key, { method: 'POST', body: form })
  expect(await checked.json()).toMatchObject({ verdict: 'known-signer' })
})

test('translations are remembered in the service', async () => {
  const line = ['--from', 'en', '--to', 'yo', 'Good morning.']
  const { code, err } = await griot('translate', ...line, '--remember', 'Ẹ káàárọ̀.')
  expect([code, err]).toEqual([0, ''])
  const translated = await one.fetch(
    '/v1/translate',
    key,
    json({ text: 'Good morning.', source: 'en', target: 'yo' }),
  )
  expect(await translated.json()).toMatchObject({ text: 'Ẹ káàárọ̀.' })
  const listed = await griot('translation-memory', 'list')
  expect(listed.out).toContain('Ẹ káàárọ̀.')
  expect((await griot('translation-memory', 'forget', listed.out.split('\t')[0] ?? '')).code).toBe(
    0,
  )
  expect((await griot('translation-memory', 'list')).out).toBe('')
})

test.each([
  [['projects', 'list'], 'A service has no projects of the studio.'],
  [['backup', 'all.tar'], 'Save that database with pg_dump.'],
  [['restore', 'all.tar'], 'Restore that database with pg_restore.'],
  [['recover'], 'Restore that database from its own backup.'],
])('%j is refused where GRIOT_DATABASE names a service', async (args, words) => {
  const { code, err } = await griot(...args)
  expect([code, err]).toEqual([2, expect.stringContaining(words)])
  expect(err).toContain('unset GRIOT_DATABASE')
})
