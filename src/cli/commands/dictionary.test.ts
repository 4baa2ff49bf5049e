import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runGriotHere } from '#cli/griot.test-support.ts'
import type { Timings } from '#shared/audio.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const home = folderForTests('griot àtúmọ̀')
const at = (name: string): string => join(home, name)
const griot = (...args: readonly string[]) => runGriotHere(home, args)

const spokenWords = async (text: string): Promise<string> => {
  const { code, err } = await griot('say', text, '--out', at('s.wav'), '--timings', at('s.json'))
  expect([code, err]).toEqual([0, `Wrote ${at('s.wav')}\n`])
  const timings = JSON.parse(await readFile(at('s.json'), 'utf8')) as Timings
  return timings.words.map((word) => word.text).join(' ')
}

test('a word that is added is heard, listed, exported, removed and imported again', async () => {
  expect(await spokenWords('Ask GTB.')).toBe('ask g t b')
  const added = await griot('dictionary', 'add', 'GTB', '--say', 'the bank', '--case-sensitive')
  const { code, out, err } = added
  expect({ code, out, err }).toEqual({
    code: 0,
    out: '1\tGTB\tthe bank\tcase-sensitive\n',
    err: '',
  })
  const ipa = ['--ipa', 'ìbàdã̀', '--language', 'yor']
  expect((await griot('dictionary', 'add', 'Ìbàdàn', ...ipa)).code).toBe(0)
  expect(await spokenWords('Ask GTB.')).toBe('ask the bank')
  expect((await griot('dictionary', 'list')).out).toBe(
    '1\tGTB\tthe bank\tcase-sensitive\n2\tÌbàdàn\t/ìbàdã̀/\tyo\n',
  )
  expect((await griot('dictionary', 'list', '--language', 'yo')).out).toBe(
    '2\tÌbàdàn\t/ìbàdã̀/\tyo\n',
  )
  expect((await griot('dictionary', 'export', '--out', at('words.csv'))).out).toBe(
    `Wrote 2 entries to ${at('words.csv')}\n`,
  )
  const pls = ['dictionary', 'export', '--format', 'pls', '--language', 'yo']
  expect((await griot(...pls)).out).toContain('<phoneme>ìbàdã̀</phoneme>')
  expect((await griot('dictionary', 'remove', '1')).code).toBe(0)
  expect(await spokenWords('Ask GTB.')).toBe('ask g t b')
  expect((await griot('dictionary', 'import', at('words.csv'), '--dry-run')).out).toBe(
    '1 would be added, 0 replaced, 1 stay as they are.\n',
  )
  expect((await griot('dictionary', 'list')).out).not.toContain('GTB')
  expect((await griot('dictionary', 'import', at('words.csv'))).out).toBe('1 added, 1 replaced.\n')
  expect(await spokenWords('Ask GTB.')).toBe('ask the bank')
})

test.each([
  [['dictionary'], 'list | add | remove | import | export'],
  [['dictionary', 'sing'], 'list | add | remove | import | export'],
  [['dictionary', 'add'], 'needs WORD'],
  [['dictionary', 'add', 'two', 'words', '--say', 'x'], 'in quotes'],
  [['dictionary', 'add', 'x'], 'either --say TEXT or --ipa IPA'],
  [['dictionary', 'add', 'x', '--say', 'y', '--ipa', 'a'], 'either --say TEXT or --ipa IPA'],
  [['dictionary', 'add', 'x', '--say', 'y', '--language', 'fr'], 'not "fr"'],
  [['dictionary', 'remove', 'x'], 'not the number of an entry'],
  [['dictionary', 'list', 'x'], 'options only'],
  [['dictionary', 'export', '--format', 'xls'], 'csv, pls'],
])('%j is wrong use: exit code 2 and what to do', async (args, words) => {
  const { code, err } = await griot(...args)
  expect(code).toBe(2)
  expect(err).toContain(words)
})

test('a file that is too large is refused before it is read', async () => {
  await writeFile(at('huge.csv'), '')
  await truncate(at('huge.csv'), 20_000_000_000)
  const { code, err } = await griot('dictionary', 'import', at('huge.csv'))
  expect([code, err]).toEqual([1, expect.stringContaining('may have 4,000,000 characters')])
})

test('what cannot be done is said in words with exit code 1', async () => {
  await writeFile(at('bad.csv'), 'word,ipa\nx,ʘ\n')
  await writeFile(at('latin1.csv'), Buffer.from('word,say_as\ncafé,x\n', 'latin1'))
  for (const [args, words] of [
    [['add', 'x', '--ipa', 'ʘ'], '"ʘ" (U+0298)'],
    [['add', '[en]', '--say', 'x'], 'must not contain'],
    [['remove', '999'], 'no entry number 999'],
    [['import', at('missing.csv')], 'missing.csv'],
    [['import', at('bad.csv')], 'Line 2: "ʘ"'],
    [['import', at('latin1.csv')], 'not in UTF-8'],
    [['export', '--out', at('bad.csv/x')], 'could not be written'],
  ] as const) {
    const { code, err } = await griot('dictionary', ...args)
    expect(code).toBe(1)
    expect(err).toContain(words)
  }
})

test('a text with broken markup is refused with the place', async () => {
  const { code, err } = await griot('say', 'Hello [puase 1s] you.', '--out', at('x.wav'))
  expect(code).toBe(1)
  expect(err).toContain('line 1, column 7:\nHello [puase 1s] you.\n      ^')
})
