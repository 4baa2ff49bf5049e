import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checksumsOf } from './checksums.ts'

const RESOURCES = join(import.meta.dirname, '../resources')

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
