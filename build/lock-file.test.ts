import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import semver from 'semver'
import { expect, test } from 'vitest'
import { mended } from './lock-file.ts'

const ROOT = join(import.meta.dirname, '..')
const text = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')

test('npm on the oldest Node that may install this has nothing to warn of', () => {
  // Where this fails after a change of packages: npm run mend-lock.
  expect(mended(text) === text).toBe(true)
  expect(JSON.parse(text).packages[''].engines).toEqual({ node: '>=20' })
})

test('every package that is installed runs on the Node that comes along', () => {
  const unfit = Object.keys(JSON.parse(text).packages).flatMap((path) => {
    const { engines } = manifestOf(path)
    const needed = path === '' ? undefined : engines?.node
    if (!needed || semver.satisfies(process.version, needed)) return []
    return [`${path} needs Node ${needed}`]
  })
  expect(unfit).toEqual([])
})

/** What is for another system is not installed. */
function manifestOf(path: string): { readonly engines?: { readonly node?: string } } {
  try {
    return JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'))
  } catch {
    return {}
  }
}
