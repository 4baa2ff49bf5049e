import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createSidecarFolder } from './sidecar-folder.ts'

const folder = folderForTests('griot ìwé')
const DAY_MS = 86_400_000
const idOf = (n: number): string => `urn:c2pa:00000000-0000-4000-8000-00000000000${n}`

test('a manifest is kept for its owner alone, for thirty days', async () => {
  let now = new Date()
  const manifests = createSidecarFolder(join(folder, 'manifests'), () => now)
  expect(await manifests.read(idOf(1))).toBeUndefined()
  await manifests.write(idOf(1), Buffer.from('one'))
  expect(String(await manifests.read(idOf(1)))).toBe('one')
  expect(statSync(manifests.pathOf(idOf(1))).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'manifests')).mode & 0o777).toBe(0o700)
  now = new Date(now.getTime() + 29 * DAY_MS)
  await manifests.write(idOf(2), Buffer.from('two'))
  expect(readdirSync(join(folder, 'manifests'))).toHaveLength(2)
  now = new Date(now.getTime() + 2 * DAY_MS)
  await manifests.write(idOf(3), Buffer.from('three'))
  expect(await manifests.read(idOf(1))).toBeUndefined()
  expect(String(await manifests.read(idOf(3)))).toBe('three')
})

test('a disk that keeps nothing is told in words', async () => {
  writeFileSync(join(folder, 'a file'), '')
  const manifests = createSidecarFolder(join(folder, 'a file', 'manifests'), () => new Date())
  const kept = manifests.write(idOf(1), Buffer.from('one'))
  await expect(kept).rejects.toMatchObject({
    code: 'storage/failed',
    message: expect.stringContaining('ENOTDIR'),
  })
})
