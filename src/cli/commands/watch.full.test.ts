import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runGriotHere, startGriot } from '#cli/griot.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const folder = folderForTests('griot ìṣọ́')
const texts = join(folder, 'ìwé')
const at = (name: string): string => join(texts, name)

test('texts are spoken when they appear and when they change, and nothing of a person is replaced', async () => {
  mkdirSync(at('inside'), { recursive: true })
  writeFileSync(at('before.txt'), 'Good morning.')
  writeFileSync(at('mine.txt'), 'This is mine.')
  writeFileSync(at('mine.mp3'), 'music')
  writeFileSync(at('notes.md'), 'No.')
  const old = new Date(Date.now() - 60_000)
  utimesSync(at('mine.mp3'), old, old)
  const griot = startGriot(folder, ['watch', 'ìwé', '--voice', 'lina', '--json'])
  const told = async (pattern: RegExp): Promise<string> => {
    const out = await griot.printed(pattern)
    return out.trim().split('\n').at(-1) ?? ''
  }
  await told(/before\.mp3/)
  await told(/mine\.txt.*is there already/)
  expect(readFileSync(at('mine.mp3'), 'utf8')).toBe('music')
  writeFileSync(at('inside/ọ̀rọ̀.txt'), 'Ẹ káàárọ̀ o.')
  expect(JSON.parse(await told(/ọ̀rọ̀\.mp3/))).toMatchObject({ language: 'yo', voice: 'lina' })
  const size = statSync(at('before.mp3')).size
  writeFileSync(at('before.txt'), 'Good morning to all of you, and a good day to everybody else.')
  await griot.printed(/before\.mp3.*before\.mp3/s)
  expect(statSync(at('before.mp3')).size).toBeGreaterThan(size)
  expect(existsSync(at('notes.mp3'))).toBe(false)
  expect(await griot.end()).toBe(0)
})

test('a text that changes while it is spoken is spoken once more', async () => {
  const own = join(folder, 'àtúnṣe')
  mkdirSync(own)
  writeFileSync(join(own, 'a.txt'), 'Good morning, my friends. '.repeat(40))
  const griot = startGriot(folder, ['watch', own, '--voice', 'lina', '--json'])
  const isSpeaking = (): boolean => readdirSync(own).some((name) => name.endsWith('.part'))
  await expect.poll(isSpeaking, { interval: 10 }).toBe(true)
  writeFileSync(join(own, 'a.txt'), 'Good night.')
  const [before, after] = (await griot.printed(/\n.*\n/))
    .split('\n')
    .map((line) => (line === '' ? undefined : JSON.parse(line).seconds))
  expect(before).toBeGreaterThan(30)
  expect(after).toBeLessThan(5)
  expect(await griot.end()).toBe(0)
})

test('a folder that is none is refused', async () => {
  for (const name of ['nowhere', 'ìwé/before.txt']) {
    const { code, err } = await runGriotHere(folder, ['watch', name])
    expect([code, err]).toEqual([2, expect.stringContaining('is no folder')])
  }
})
