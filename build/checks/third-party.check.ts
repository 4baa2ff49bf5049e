import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  CORRECTED_LICENCES,
  isPermissive,
  type LockFile,
  licenceIdentifiers,
  type ShippedPackage,
  shippedPackages,
} from '../third-party.ts'

/** THIRD_PARTY.md names what is in the repository and in an installed Griot. Nothing here asks the network. */

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const page = read('THIRD_PARTY.md')
const rows = page.split('\n').filter((line) => line.startsWith('|'))
const lock: LockFile = JSON.parse(read('package-lock.json'))
const shipped = shippedPackages(lock)
/** Programs, libraries, networks and fonts. */
const PAYLOAD = /\.(?:wasm|onnx|node|so|dll|dylib|exe|woff2?)(?:\.\d+)*$|^ffmpeg$/
/** Packages with data or weights inside their scripts, and programs of which those for other systems are not installed here. */
const CARRIERS =
  /^(?:@wasm-audio-decoders\/opus-ml|cmu-pronouncing-dictionary|ffmpeg-static|@ffmpeg-installer\/.*)$/

/** The rows of tables that name a part in backticks. */
function rowsOf(part: string): readonly string[] {
  return rows.filter((row) => row.includes(`\`${part}\``))
}

test('the page names every model with the licence that its catalog states', () => {
  const { models }: { models: readonly { id: string; licence: { id: string } }[] } = JSON.parse(
    read('models/catalog.json'),
  )
  const folders = readdirSync(join(ROOT, 'models'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(models.map(({ id }) => id).sort()).toEqual(folders.sort())
  for (const { id, licence } of models) {
    const row = rowsOf(`models/${id}`).find((line) => line.includes(`models/${id}/README.md`))
    expect(row, id).toContain(licence.id)
  }
})

test('the page names every lexicon, with its card', () => {
  const names = readdirSync(join(ROOT, 'resources/lexicons'))
  expect(names.length).toBeGreaterThan(10)
  const unnamed = names.filter((name) =>
    name.endsWith('.md')
      ? !page.includes(`](resources/lexicons/${name})`)
      : rowsOf(name).length === 0,
  )
  expect(unnamed).toEqual([])
})

test('the page names every pack with its licence, and those that may not be used commercially', () => {
  for (const file of globSync('resources/packs/*.json', { cwd: ROOT })) {
    for (const { id, licence } of JSON.parse(read(file)).packs) {
      const [row] = rowsOf(id)
      expect(row, id).toContain(licence.id)
      expect(row?.endsWith('| **no** |'), id).toBe(!licence.commercialUse)
    }
  }
})

test('the page names every shipped package that carries a program, a library, a network, a font or data, with its version', () => {
  const carriers = shipped.filter((part) => CARRIERS.test(part.name) || hasPayload(part))
  expect(carriers.length).toBeGreaterThan(10)
  expect(carriers.filter((part) => !isNamed(part)).map(({ name }) => name)).toEqual([])
})

function hasPayload({ path }: ShippedPackage): boolean {
  const folder = join(ROOT, path)
  if (!existsSync(folder)) return false
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.parentPath.slice(folder.length).includes('node_modules'))
    .some((entry) => entry.isFile() && PAYLOAD.test(entry.name))
}

function isNamed({ name, version }: ShippedPackage): boolean {
  // One package for each system.
  const family = name.replace(/^(@msgpackr-extract\/msgpackr-extract-).*/, '$1…')
  return rows.some((row) => row.includes(`\`${family}\` ${version}`))
}

test('the page names every licence of a shipped package', () => {
  const identifiers = new Set(shipped.flatMap(({ licence }) => licenceIdentifiers(licence)))
  const known = new Set(rows.flatMap((row) => row.match(/[A-Za-z\d][\w.-]*/g) ?? []))
  expect([...identifiers].filter((licence) => !known.has(licence))).toEqual([])
})

test('the page names every shipped package whose licence is unknown or asks for more than to keep its text', () => {
  const demanding = shipped.filter(({ licence }) => !isPermissive(licence))
  expect(demanding.length).toBeGreaterThan(5)
  expect(demanding.filter(({ name }) => rowsOf(name).length === 0)).toEqual([])
  expect(demanding.filter(({ licence }) => licence === 'unknown')).toEqual([])
})

test('every corrected licence is of a package that is shipped, and the page says it', () => {
  for (const [name, licence] of Object.entries(CORRECTED_LICENCES)) {
    expect(
      shipped.some((part) => part.name === name),
      name,
    ).toBe(true)
    expect(
      rowsOf(name).some((row) => row.includes(licence)),
      name,
    ).toBe(true)
  }
})

test('the page has the versions of SQLite and of Electron that are installed', () => {
  const header = read('node_modules/better-sqlite3/deps/sqlite3/sqlite3.h')
  const [, sqlite] = /SQLITE_VERSION\s+"([\d.]+)"/.exec(header) ?? []
  expect(page).toContain(`| SQLite ${sqlite} |`)
  expect(page).toContain(`| Electron | ${lock.packages['node_modules/electron']?.version} |`)
})

test('every text of a licence that the page promises is there', () => {
  const links = [...page.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path)
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  const texts = readdirSync(join(ROOT, 'licences')).map((name) => `licences/${name}`)
  expect(texts.filter((path) => !links.includes(path))).toEqual([])
})
