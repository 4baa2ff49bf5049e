import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { createFolderBlobs, createHomeBlobs } from '#storage/blobs/folder.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { openByteStores } from './byte-stores.ts'
import { describeByteStores } from './byte-stores-contract.test-support.ts'

const root = folderForTests('griot ibi ìpamọ́')
let count = 0
const newFolder = (): string => join(root, `${++count}`)

/** Paths of all files below a folder but those that say what is known of others. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((path) => !path.startsWith('.facts'))
}

describeByteStores('a folder of their own', async () => {
  const folder = newFolder()
  mkdirSync(folder)
  return { blobs: createFolderBlobs(folder), stored: async () => filesIn(folder) }
})

describeByteStores('a data folder', async () => {
  const folder = newFolder()
  mkdirSync(folder)
  return { blobs: createHomeBlobs(folder), stored: async () => filesIn(folder) }
})

test('a folder that cannot be used ends the start in words', async () => {
  const [home, inTheWay] = [newFolder(), newFolder()]
  writeFileSync(inTheWay, 'a file where the folder should be')
  await expect(openByteStores(home, { address: inTheWay, env: {} })).rejects.toMatchObject({
    code: 'storage/failed',
  })
})

test('the data folder itself, however it is named, is as it always was', async () => {
  const home = newFolder()
  for (const address of [home, `${home}/`, relative(process.cwd(), home)])
    expect((await openByteStores(home, { address, env: {} })).shared).toBeUndefined()
})

test('whoever has files in the data folder already is told that they are not used', async () => {
  const home = newFolder()
  for (const folder of ['files', 'voices'])
    mkdirSync(join(home, folder, folder === 'files' ? 'account' : 'making-1-voice'), {
      recursive: true,
    })
  const told: string[] = []
  const where = { address: newFolder(), env: {} }
  const stores = await openByteStores(home, where, (words) => told.push(words))
  expect(stores.shared).toBe(stores.blobs)
  expect(told).toEqual([expect.stringContaining('The folder "files"')])
  stores.close()
})
