import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import semver from 'semver'
import { expect, test } from 'vitest'
import { LOCKED_FOLDERS, mended } from '../lock-file.ts'

const ROOT = join(import.meta.dirname, '../..')
const text = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')

test('npm on the oldest Node that may install this has nothing to warn of, and an old npm nothing to compile', () => {
  for (const folder of LOCKED_FOLDERS) {
    const lock = readFileSync(join(ROOT, folder, 'package-lock.json'), 'utf8')
    // Where this fails after a change of packages: npm run mend-lock.
    const good = mended(lock, readFileSync(join(ROOT, folder, 'package.json'), 'utf8'))
    expect(good === lock, folder).toBe(true)
  }
  expect(JSON.parse(text).packages[''].engines).toEqual({ node: '>=20' })
})

test('no lock file tells from which server packages came', () => {
  for (const folder of LOCKED_FOLDERS)
    expect(readFileSync(join(ROOT, folder, 'package-lock.json'), 'utf8')).not.toContain(
      '"resolved"',
    )
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

test('of all packages only two run a script when they are installed', () => {
  const entries: [string, { readonly hasInstallScript?: boolean }][] = Object.entries(
    JSON.parse(text).packages,
  )
  const running = entries.filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = running.map(([path]) => path)
  expect(names).toEqual(['node_modules/ffmpeg-static', 'node_modules/node'])
})

/** Packages of other systems are not installed. */
function manifestOf(path: string): { readonly engines?: { readonly node?: string } } {
  try {
    return JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'))
  } catch {
    return {}
  }
}
