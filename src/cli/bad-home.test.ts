import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { someOf } from '#testing/tier.test-support.ts'
import { runGriot } from './griot.test-support.ts'

const folder = folderForTests('griot àdírẹ́sì')
const at = (name: string): string => join(folder, name)

const HOMES: readonly (readonly [string, string])[] = [
  ['a link that leads to itself', at('loop')],
  ['a folder behind such a link', at('loop/in')],
  ['a file', at('file')],
  ['a folder below a file', at('file/in')],
  ['a link to nowhere', at('dangling')],
  ['a name too long for the disk', at('x'.repeat(300))],
  ['a folder of the kernel', '/proc/griot'],
]
mkdirSync(folder, { recursive: true })
symlinkSync(at('loop'), at('loop'))
symlinkSync(at('nowhere/in'), at('dangling'))
writeFileSync(at('file'), '')

test.each(someOf(HOMES, 2))('GRIOT_HOME that is %s is told in words', async (what, home) => {
  const variables = { GRIOT_HOME: home }
  const { code, err } = await runGriot(folder, ['keys', 'list'], variables)
  // Only what a link to nowhere leads to can be made.
  expect(code).toBe(what === 'a link to nowhere' && code === 0 ? 0 : 1)
  expect(err).not.toMatch(/^\s+at |Something went wrong/m)
  if (code === 1) expect(err).toMatch(/Check that/)
})

test('a text said with such a home says so too, and writes nothing', async () => {
  const args = ['say', 'Yes.', '--out', at('a.wav')]
  const variables = { GRIOT_HOME: at('loop') }
  const { code, err } = await runGriot(folder, args, variables)
  expect([code, existsSync(at('a.wav'))]).toEqual([1, false])
  expect(err).not.toMatch(/^\s+at |Something went wrong/m)
})
