import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { checksumsOf } from './checksums.ts'

const RESOURCES = join(import.meta.dirname, '../resources')

test('the checksums are those of the resources as they are: after a change, run "npm run checksums"', () => {
  expect(readFileSync(join(RESOURCES, 'checksums.json'), 'utf8')).toBe(checksumsOf(RESOURCES))
})

test('the checksums name every file that the program reads, by paths that every system knows, and no cards', () => {
  const folder = mkdtempSync(join(tmpdir(), 'griot ohun èlò '))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(RESOURCES, folder, { recursive: true })
  const { files } = JSON.parse(checksumsOf(folder))
  const names = files.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['ready-script.json', 'lexicons/ha-words.tsv']))
  expect(names.filter((name: string) => /\.md$|checksums|\\/.test(name))).toEqual([])
  expect(new Set(names.map((name: string) => /^lexicons\/(\w+)-/.exec(name)?.[1]))).toEqual(
    new Set(['am', 'en', 'ha', 'ig', 'pcm', 'yo', undefined]),
  )
})

test('the checksums travel with the packaged program', () => {
  const { extraResources } = parse(
    readFileSync(join(import.meta.dirname, 'electron-builder.yml'), 'utf8'),
  )
  expect(extraResources).toContainEqual({ from: 'resources', to: 'resources' })
})
