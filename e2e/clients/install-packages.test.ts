import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { installPackages } from '../install-packages.ts'

const folder = folderForTests('griot àwọn ètò')
const pathOf = (name: string): string => join(folder, 'node_modules', name)

/** Has the folder depend on packages of this disk, for which npm asks nobody. */
function depend(...names: readonly string[]): void {
  const dependencies = Object.fromEntries(names.map((name) => [name, `file:${name}`]))
  const of = { name: 'programs', version: '1.0.0', dependencies }
  const packages: Record<string, object> = { '': of }
  for (const name of names) {
    packages[`node_modules/${name}`] = { resolved: name, link: true }
    packages[name] = { version: '1.0.0' }
  }
  const lock = { ...of, dependencies: undefined, lockfileVersion: 3, requires: true, packages }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(of))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
}

for (const name of ['greeting', 'farewell']) {
  mkdirSync(join(folder, name))
  writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
}

test('packages are installed once for a lock file, and anew for another one or where they are gone', () => {
  depend('greeting')
  expect([installPackages(folder), existsSync(pathOf('greeting'))]).toEqual([true, true])
  expect(installPackages(folder)).toBe(false)
  depend('greeting', 'farewell')
  expect([installPackages(folder), existsSync(pathOf('farewell'))]).toEqual([true, true])
  expect(installPackages(folder)).toBe(false)
  rmSync(join(folder, 'node_modules'), { recursive: true })
  expect([installPackages(folder), existsSync(pathOf('greeting'))]).toEqual([true, true])
})

test('an installation that broke off counts for nothing, not even where the lock file is the old one again', () => {
  depend('greeting')
  installPackages(folder)
  // A lock file that is not that of the packages: npm ends with an error.
  writeFileSync(join(folder, 'package-lock.json'), '{}')
  expect(() => installPackages(folder)).toThrow('npm ci')
  expect(() => installPackages(folder)).toThrow('npm ci')
  depend('greeting')
  expect([installPackages(folder), existsSync(pathOf('greeting'))]).toEqual([true, true])
  expect(installPackages(folder)).toBe(false)
})
