import { expect, test } from 'vitest'
import { runGriotHere } from '#cli/griot.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const folder = folderForTests('griot àwọn ọ̀rọ̀')

async function griot(args: readonly string[], input: string) {
  const { code, out, err } = await runGriotHere(folder, ['normalize', ...args], { input })
  return { code, out, err }
}

test('normalize is a line filter: the words that are spoken, and an empty line where nothing is', async () => {
  const lines = ['It costs ₦5,000.', '', '😀', 'Dr. Ada left. Call 112!', '[yo]Ojo n ro.[/yo]']
  expect(await griot([], `${lines.join('\n')}\n`)).toEqual({
    code: 0,
    out: 'It costs five thousand naira.\n\n\nDoctor Ada left. Call one one two!\nÒjò ń rọ̀.\n'.normalize(
      'NFC',
    ),
    err: '',
  })
})

test('normalize counts in the style that is asked for', async () => {
  const yoruba = (...more: readonly string[]) => griot(['--language', 'yo', ...more], 'owó 5000\n')
  expect((await yoruba()).out).toBe('owó ẹgbẹ̀rún márùn ún\n')
  expect((await yoruba('--numbers', 'traditional')).out).toBe('owó ẹ̀ẹ́dẹ́gbààta\n')
  expect((await yoruba('--numbers', 'english')).out).toBe('owó five thousand\n')
})

test('normalize obeys the dictionary of the data folder', async () => {
  const added = await runGriotHere(folder, ['dictionary', 'add', 'GTB', '--say', 'the bank'])
  expect(added.code).toBe(0)
  expect((await griot([], 'Ask GTB.\n')).out).toBe('Ask the bank.\n')
})

test('normalize refuses an unknown language and an unknown style in words', async () => {
  const language = await griot(['--language', 'fr'], 'x\n')
  expect([language.code, language.err]).toEqual([2, expect.stringContaining('yo (Yoruba)')])
  const style = await griot(['--numbers', 'roman'], 'x\n')
  expect([style.code, style.err]).toEqual([2, expect.stringContaining('traditional')])
})

test('normalize says which line has wrong markup and goes on with the next', async () => {
  const { code, out, err } = await griot([], 'Call 112!\n[pause\nCall 112!\n')
  expect([code, out]).toEqual([1, 'Call one one two!\n\nCall one one two!\n'])
  expect(err).toMatch(/^Line 2: .*pause/)
})
