import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

test('no pattern sets flags for a part of itself, which is a syntax error before Node 23: anyCase stands for (?i:…)', () => {
  const found = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter((path) => {
    const code = readFileSync(join(ROOT, path), 'utf8').replaceAll(/^\s*(?:\*|\/[*/]).*$/gm, '')
    return /\(\?(?:[ims]+(?:-[ims]*)?|-[ims]+):/.test(code)
  })
  expect(found).toEqual([])
})
