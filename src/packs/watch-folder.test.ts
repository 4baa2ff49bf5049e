import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { type FolderWatchOptions, watchSubfolders } from './watch-folder.ts'

const folder = folderForTests('griot ìṣọ́')

function watched(name: string, options?: FolderWatchOptions) {
  mkdirSync(join(folder, name))
  const path = join(folder, name, 'packs')
  let told = 0
  const watch = watchSubfolders(path, () => told++, options)
  onTestFinished(watch.close)
  /** Does something, and waits until that was told. */
  const tells = async (change: () => void): Promise<void> => {
    const before = told
    change()
    await expect.poll(() => told).toBeGreaterThan(before)
  }
  return { path, tells, close: watch.close, told: () => told }
}

test('what changes in a folder and in its subfolders is told, also where they are made later or once more', async () => {
  const { path, tells } = watched('one')
  const file = join(path, 'small/installed.json')
  await tells(() => mkdirSync(path))
  await tells(() => mkdirSync(join(path, 'small')))
  await tells(() => writeFileSync(file, '1'))
  await tells(() => writeFileSync(file, '2'))
  await tells(() => rmSync(join(path, 'small'), { recursive: true }))
  await tells(() => mkdirSync(join(path, 'small')))
  await tells(() => writeFileSync(file, '3'))
  await tells(() => rmSync(path, { recursive: true }))
  await tells(() => mkdirSync(join(path, 'small'), { recursive: true }))
  await tells(() => writeFileSync(file, '4'))
})

test.skipIf(process.platform === 'win32')(
  'a folder that is a link to another disk is watched where it lies',
  async () => {
    const { path, tells } = watched('link')
    mkdirSync(join(folder, 'elsewhere/small'), { recursive: true })
    await tells(() => symlinkSync(join(folder, 'elsewhere'), path))
    await tells(() => writeFileSync(join(folder, 'elsewhere/small/installed.json'), '1'))
  },
)

test('where the system has no watches left, the folder is looked at all the same', async () => {
  const { tells } = watched('two', {
    watchFolder() {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    },
  })
  await tells(() => undefined)
})

test('after the end nothing is told', async () => {
  const { path, tells, close, told } = watched('three')
  await tells(() => mkdirSync(path))
  close()
  const before = told()
  writeFileSync(join(path, 'file'), '1')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(told()).toBe(before)
})
