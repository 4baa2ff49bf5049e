import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { tone, toneThroughPipe } from './samples.test-support.ts'
import { signFile, signUnseenFile } from './sign.ts'
import { DEFINITION, never, newKey, verdictOf } from './signing.test-support.ts'
import type { InstallationKey } from './signing-key.ts'

const folder = folderForTests('griot àìrí')
let key: InstallationKey
beforeAll(async () => {
  key = await newKey()
})

const odd = (): Buffer => tone('wav', '-c:a pcm_u8 -af atrim=end_sample=801')
const tagged = (): Buffer => Buffer.concat([tone('wav', ''), Buffer.from('TAG'.padEnd(128))])

test.each([
  ['a wav', true, () => tone('wav', '')],
  ['a wav that was written into a pipe', true, () => toneThroughPipe('wav', '')],
  ['a wav without its pad byte', true, () => odd().subarray(0, -1)],
  ['a wav with a tag behind its end', false, tagged],
  ['a webm', true, () => tone('webm', '-c:a libopus')],
  ['a webm of unknown length', true, () => toneThroughPipe('webm', '-c:a libopus')],
  ['an mp3', false, () => tone('mp3', '')],
  ['a flac', false, () => tone('flac', '')],
  ['an ogg', false, () => tone('ogg', '-c:a libopus')],
])('%s is signed as any file is; in its place: %o', async (name, isInPlace, make) => {
  const path = join(folder, name)
  writeFileSync(path, make())
  const copy = `${path} copied`
  copyFileSync(path, copy)
  const file = statSync(path).ino
  const signed = await signUnseenFile(path, DEFINITION, key, never)
  expect(statSync(path).ino === file).toBe(isInPlace)
  const bytes = readFileSync(path)
  expect(bytes).toHaveLength(signed.sizeBytes)
  expect(await verdictOf(bytes, { ownRoots: [key.root] })).toMatchObject({
    kind: 'made-here',
    placement: 'standard',
  })
  // Ids and signature differ, whatever is around them does not.
  await signFile(copy, copy, DEFINITION, key, never)
  const other = readFileSync(copy)
  const first = bytes.findIndex((byte, at) => byte !== other[at])
  const last = bytes.findLastIndex((byte, at) => byte !== other[at])
  expect(other).toHaveLength(bytes.length)
  expect(last - first).toBeLessThan(2_300)
})

test('a wav that already has a manifest is written anew, with one', async () => {
  const path = join(folder, 'signed.wav')
  writeFileSync(path, tone('wav', ''))
  await signUnseenFile(path, DEFINITION, key, never)
  await signUnseenFile(path, { ...DEFINITION, title: 'Àṣẹ' }, key, never)
  const verdict = await verdictOf(readFileSync(path), { ownRoots: [key.root] })
  expect(verdict).toMatchObject({ kind: 'made-here', claims: { title: 'Àṣẹ' } })
})

test('work that is cancelled, a file that cannot carry a manifest and one that is not there are refused', async () => {
  const path = join(folder, 'refused')
  const sign = (signal = never): Promise<unknown> => signUnseenFile(path, DEFINITION, key, signal)
  await expect(sign()).rejects.toMatchObject({ code: 'storage/failed' })
  writeFileSync(path, 'no sound')
  await expect(sign()).rejects.toMatchObject({ code: 'sign/unsupported' })
  writeFileSync(path, tone('wav', ''))
  await expect(sign(AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled')
})
