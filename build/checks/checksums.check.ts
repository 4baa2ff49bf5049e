import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checksumsOf } from '../checksums.ts'

const RESOURCES = join(import.meta.dirname, '../../resources')

test('the checksums are those of the resources as they are: after a change, run "npm run checksums"', () => {
  expect(readFileSync(join(RESOURCES, 'checksums.json'), 'utf8')).toBe(checksumsOf(RESOURCES))
})
