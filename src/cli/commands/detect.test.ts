import { expect, test } from 'vitest'
import { runGriotHere } from '#cli/griot.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const folder = folderForTests('griot èdè')

const griot = (args: readonly string[], input: string) => runGriotHere(folder, args, { input })

test('detect tells the language of every word, as rows and as JSON', async () => {
  const text = 'Won ti lo si market lana.\n\n'
  const rows = await griot(['detect', '--words'], text)
  expect(rows.code).toBe(0)
  expect(rows.out).toMatch(
    /^Won\tyo\t[01]\.\d{3}\n(?:.*\n){3}market\ten\t0\.\d{3}\nlana\tyo\t.*\n\n\n$/,
  )
  const [line = '', empty = ''] = (await griot(['detect', '--json'], text)).out.split('\n')
  const found = JSON.parse(line)
  expect(found).toMatchObject({ language: 'yo', confidence: expect.any(Number) })
  expect(found.words[4]).toMatchObject({ text: 'market', start: 13, end: 19, language: 'en' })
  expect(JSON.parse(empty)).toEqual({ language: 'und', confidence: 0, words: [] })
  expect((await griot(['detect', '--json', '--words'], '')).code).toBe(2)
})

test('detect tells pieces in one language, and weighs a language that is likelier', async () => {
  const mixed = 'Won ti lo, but they are not back yet, e jowo e pe won.\n'
  expect((await griot(['detect', '--spans'], mixed)).out).toBe(
    'Won ti lo\tyo\nbut they are not back yet\ten\ne jowo e pe won\tyo\n\n',
  )
  for (const language of ['en', 'pcm'])
    expect((await griot(['detect', '--prior', language], 'But why\n')).out).toMatch(
      new RegExp(`^${language} `),
    )
  expect((await griot(['detect', '--prior', 'fr'], '')).code).toBe(2)
  expect((await griot(['detect', '--spans', '--words'], '')).code).toBe(2)
})

test('detect is a line filter: a code and how sure it is for every line', async () => {
  const { code, out } = await griot(
    ['detect'],
    'Wetin dey happen for Lagos?\n\nBonjour à tous les enfants\nẸ káàárọ̀\n',
  )
  expect(code).toBe(0)
  const lines = out.trimEnd().split('\n')
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['pcm', 'und', 'other', 'yo'])
  for (const line of lines) expect(line).toMatch(/^(?:\w+ [01]\.\d{3}|und 0)$/)
})
