import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openAccess } from '#app/open-library.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const home = folderForTests('griot àkọọ́lẹ̀')

function griot(...args: readonly string[]) {
  const entry = join(import.meta.dirname, 'index.ts')
  const env = { ...process.env, GRIOT_HOME: home }
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, 'accounts', ...args], {
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test('an account gets a quota and keeps its audio from the command line, beside an open library', () => {
  const running = openAccess(home, (error) => {
    throw error
  })
  expect(running.accountOf('Chiọma')).toMatchObject({ quotaBytes: 1e9, keepAudio: false })
  expect(griot('set', 'Chiọma', '--quota', '2.5GB').stdout).toBe('Chiọma\t2.5 GB\tkeeps no audio\n')
  expect(griot('set', 'Chiọma', '--keep-audio', 'yes').stdout).toContain('keeps audio')
  expect(running.accountOf('Chiọma')).toMatchObject({ quotaBytes: 2.5e9, keepAudio: true })
  running.close()
  griot('set', 'newcomer', '--quota', '500 mb')
  expect(JSON.parse(griot('list', '--json').stdout)).toEqual([
    { name: 'Chiọma', keepAudio: true, quotaBytes: 2.5e9 },
    { name: 'newcomer', keepAudio: false, quotaBytes: 5e8 },
    { name: 'owner', keepAudio: false, quotaBytes: 1e9 },
  ])
})

test.each([
  [[], 'list | set NAME'],
  [['set'], 'list | set NAME'],
  [['set', 'owner'], '--quota SIZE'],
  [['set', 'owner', '--quota', 'much'], 'such as 500MB'],
  [['set', 'owner', '--quota', '-1'], 'quota'],
  [['set', 'owner', '--keep-audio', 'maybe'], 'yes or no'],
  [['list', '--quota', '1GB'], 'takes no --quota'],
])('griot accounts %j is refused in words', (args, words) => {
  const { status, stderr } = griot(...args)
  expect([status, stderr]).toEqual([2, expect.stringContaining(words)])
})

test('a name that is none is refused in words, and nothing is made', () => {
  const { status, stderr } = griot('set', 'a\u0007b', '--quota', '1GB')
  expect([status, stderr]).toEqual([1, expect.stringContaining('control characters')])
})
