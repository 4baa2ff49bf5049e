import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { runGriotHere } from './griot.test-support.ts'

const folder = folderForTests('griot JSON ọ̀rọ̀')

/** Each line of an answer as JSON. */
const lines = (out: string): unknown[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

test('filters answer with one object for each line', async () => {
  const filter = async (args: readonly string[], input: string): Promise<unknown[]> =>
    lines((await runGriotHere(folder, args, { input })).out)
  expect(await filter(['phonemes', '--language', 'yo', '--json'], 'ọkọ̀\n\n')).toMatchObject([
    { text: 'ọkọ̀', ipa: expect.stringContaining('k') },
    { text: '', ipa: '' },
  ])
  expect(await filter(['normalize', '--json'], 'It costs $5.\n')).toEqual([
    { text: 'It costs $5.', spoken: expect.stringContaining('five dollars') },
  ])
  const same = ['translate', '--from', 'en', '--to', 'en', '--json']
  expect(await filter(same, 'Good day.\nGood night.\n')).toMatchObject([
    { source: 'Good day.', text: 'Good day.', language: { language: 'en', basis: 'named' } },
    { source: 'Good night.', text: 'Good night.' },
  ])
})

test('what is kept is listed as data', async () => {
  const griot = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await runGriotHere(folder, args)
    expect([args, code, err]).toEqual([args, 0, ''])
    return out
  }
  const word = JSON.parse(await griot('dictionary', 'add', 'Griot', '--say', 'gree-oh', '--json'))
  expect(JSON.parse(await griot('dictionary', 'list', '--json'))).toEqual([word])
  const form = JSON.parse(await griot('diacritics', 'accept', 'oko', 'ọkọ̀', '--json'))
  expect(JSON.parse(await griot('diacritics', 'list', '--json'))).toEqual([form])
  await griot('translate', '--from', 'en', '--to', 'yo', '--remember', 'Ẹ káàárọ̀.', 'Good morning.')
  expect(lines(await griot('translation-memory', 'list', '--json'))).toMatchObject([
    { source: 'Good morning.', target: 'Ẹ káàárọ̀.' },
  ])
  expect(JSON.parse(await griot('models', 'verify', '--json'))).toEqual([])
})

test('the findings of the doctor are data, too', async () => {
  const { code, out } = await runGriotHere(folder, ['doctor', '--json'])
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: { name: string }[] }
  expect(ok).toBe(code === 0)
  expect(checks.map(({ name }) => name)).toContain('Speech')
})
