import { existsSync, mkdirSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { startGriot } from './griot.test-support.ts'

const folder = folderForTests('griot àkójọ')
const home = join(folder, 'data')
const compiled = join(home, 'compiled')

const versionIn = async (variables = { NODE_COMPILE_CACHE: '' }): Promise<string> => {
  const { printed, exit } = startGriot(folder, ['--version'], variables)
  const version = await printed(/\n/)
  expect(await exit).toEqual([0, null])
  return version
}

test('compiled code is kept in a data folder that is there, for its owner alone', async () => {
  const version = await versionIn()
  expect(existsSync(home)).toBe(false)
  mkdirSync(home)
  await versionIn({ NODE_COMPILE_CACHE: join(folder, 'elsewhere') })
  expect(existsSync(compiled)).toBe(false)
  expect(await versionIn()).toBe(version)
  if (process.platform !== 'win32') expect(statSync(compiled).mode & 0o777).toBe(0o700)
  const kept = readdirSync(compiled, { recursive: true, encoding: 'utf8' })
    .map((name) => join(compiled, name))
    .filter((path) => statSync(path).isFile())
  expect(kept.length).toBeGreaterThan(10)
  for (const path of kept) truncateSync(path, 100)
  expect(await versionIn()).toBe(version)
})
