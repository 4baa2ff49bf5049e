import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openAccess } from '#app/open-library.ts'
import { runGriotHere } from '#cli/griot.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const folder = folderForTests('griot àkọọ́lẹ̀')
const home = join(folder, 'data')

const griot = (...args: readonly string[]) => runGriotHere(folder, ['accounts', ...args])

test('an account gets a quota and keeps its audio from the command line, beside an open library', async () => {
  const running = await openAccess({ home }, (error) => {
    throw error
  })
  expect(await running.accountOf('Chiọma')).toMatchObject({ quotaBytes: 1e9, keepAudio: false })
  expect((await griot('set', 'Chiọma', '--quota', '2.5GB')).out).toBe(
    'Chiọma\t2.5 GB\tkeeps no audio\n',
  )
  expect((await griot('set', 'Chiọma', '--keep-audio', 'yes')).out).toContain('keeps audio')
  expect(await running.accountOf('Chiọma')).toMatchObject({ quotaBytes: 2.5e9, keepAudio: true })
  await running.close()
  await griot('set', 'newcomer', '--quota', '500 mb')
  expect(JSON.parse((await griot('list', '--json')).out)).toEqual([
    { name: 'Chiọma', keepAudio: true, quotaBytes: 2.5e9 },
    { name: 'newcomer', keepAudio: false, quotaBytes: 5e8 },
    { name: 'owner', keepAudio: false, quotaBytes: 1e9 },
  ])
})

test.each([
  [[], 'list | set'],
  [['set'], 'needs NAME'],
  [['set', 'owner'], '--quota SIZE'],
  [['set', 'owner', '--quota', 'much'], 'such as 500MB'],
  [['set', 'owner', '--quota', '-1'], 'quota'],
  [['set', 'owner', '--keep-audio', 'maybe'], 'yes or no'],
  [['list', '--quota', '1GB'], 'takes no --quota'],
])('griot accounts %j is refused in words', async (args, words) => {
  const { code, err } = await griot(...args)
  expect([code, err]).toEqual([2, expect.stringContaining(words)])
})

test('an invalid name is refused in words, and nothing is made', async () => {
  const { code, err } = await griot('set', 'a\u0007b', '--quota', '1GB')
  expect([code, err]).toEqual([1, expect.stringContaining('control characters')])
})
