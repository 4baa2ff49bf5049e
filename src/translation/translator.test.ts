import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openBuiltInTranslator } from './translator.ts'

const MODELS = join(import.meta.dirname, '../../models')
const copy = mkdtempSync(join(tmpdir(), 'griot ìtumọ̀ '))
afterAll(() => rmSync(copy, { recursive: true }))

/** The built-in translator, whose answers are texts alone. */
async function openTexts() {
  const { directions, translate } = await openBuiltInTranslator(MODELS)
  const text = async (...asked: Parameters<typeof translate>) => (await translate(...asked)).text
  return { directions, translate: text }
}

const forever = new AbortController().signal

test('it knows both directions between English and each other language', async () => {
  const { directions } = await openTexts()
  expect(directions.map(({ source, target }) => `${source}-${target}`).sort()).toEqual([
    ...['am-en', 'en-am', 'en-ha', 'en-ig', 'en-pcm', 'en-yo'],
    ...['ha-en', 'ig-en', 'pcm-en', 'yo-en'],
  ])
})

test('all models together have at most 60 MB', () => {
  const { models } = JSON.parse(readFileSync(join(MODELS, 'catalog.json'), 'utf8')) as {
    models: { id: string; files: { name: string; bytes: number }[] }[]
  }
  const files = models.find(({ id }) => id === 'translation')?.files ?? []
  expect(files).toHaveLength(10 + 6 + 1)
  const sizes = files.map(({ name }) => statSync(join(MODELS, 'translation', name)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60e6)
})

test('every direction translates what everybody says, into its own language and script', async () => {
  const { translate } = await openTexts()
  const into = (target: 'am' | 'ha' | 'ig' | 'yo' | 'pcm'): Promise<string> =>
    translate('The president said that the people want peace.', { source: 'en', target }, forever)
  expect(await into('yo')).toMatch(/ààrẹ.*àlàáfíà/i)
  expect(await into('ha')).toMatch(/shugaba.*zaman lafiya/i)
  expect(await into('ig')).toMatch(/onye ?isi.*udo/i)
  expect(await into('pcm')).toMatch(/di president tok say/i)
  expect(await into('am')).toMatch(/^[\p{Script=Ethiopic}\s]+[።]?$/u)
  const back = (text: string, source: 'am' | 'ha' | 'ig' | 'yo' | 'pcm'): Promise<string> =>
    translate(text, { source, target: 'en' }, forever)
  expect(await back('Wetin dey happen?', 'pcm')).toMatch(/what.*happening/i)
  expect(await back('Mutane suna son zaman lafiya.', 'ha')).toMatch(/people.*peace/i)
  expect(await back('Àwọn ènìyàn fẹ́ àlàáfíà.', 'yo')).toMatch(/people.*peace/i)
  // People type Yoruba without marks, too.
  expect(await back('Awon eniyan fe alaafia.', 'yo')).toMatch(/people.*peace/i)
  expect(await back('Ndị mmadụ chọrọ udo.', 'ig')).toMatch(/people.*peace/i)
  expect(await back('ሰላም ለሕዝብ።', 'am')).toMatch(/peace.*people/i)
})

test('greetings have their fixed forms, alone and before a comma', async () => {
  const { translate } = await openTexts()
  const from = (text: string, source: 'en' | 'yo', target: 'en' | 'yo'): Promise<string> =>
    translate(text, { source, target }, forever)
  expect(await from('Good morning.', 'en', 'yo')).toBe('Ẹ káàárọ̀.')
  expect(await from('E kaaro.', 'yo', 'en')).toBe('Good morning.')
  expect(await from('Good morning, the people want peace.', 'en', 'yo')).toMatch(
    /^Ẹ káàárọ̀, .*àlàáfíà\.$/,
  )
})

test('protected parts come out exactly once each, wherever they stand', async () => {
  const { directions, translate } = await openTexts()
  const sentences = [
    '\uE000Good morning\uE001, see \uE002 for \uE003 naira.',
    '\uE000\uE001\uE002',
    'word\uE000word \uE0FF',
    `${'the man and the woman '.repeat(15)}\uE010`,
  ]
  for (const direction of directions)
    for (const sentence of sentences) {
      const answer = await translate(sentence, direction, forever)
      const parts = (text: string): string[] => (text.match(/[\uE000-\uE0FF]/gu) ?? []).sort()
      expect(parts(answer), `${direction.source}-${direction.target} ${sentence}`).toEqual(
        parts(sentence),
      )
    }
})

test('words stay on their side of a tag', async () => {
  const { translate } = await openTexts()
  for (const target of ['am', 'ha', 'ig', 'yo', 'pcm'] as const) {
    const text = 'The police saw \uE000many red houses\uE001 in Lagos on \uE002.'
    const answer = await translate(text, { source: 'en', target }, forever)
    expect(answer).toMatch(/^.+\uE000(?! ).+(?<! )\uE001.+$/u)
    expect(answer).toContain('\uE002')
  }
})

test('strange sentences come out as sentences', async () => {
  const { translate } = await openTexts()
  const direction = { source: 'en', target: 'yo' } as const
  for (const odd of ['😊😊', '???', '٣٤', 'Ж', '中文', 'x'.repeat(400), '“', "'", '-', 'A'])
    expect((await translate(odd, direction, forever)).length).toBeGreaterThan(0)
})

test('a language that it does not know, and a text that is given up, are told', async () => {
  const { translate } = await openTexts()
  await expect(translate('Sannu', { source: 'ha', target: 'yo' }, forever)).rejects.toMatchObject({
    code: 'language/unsupported',
  })
  const stopped = AbortSignal.abort(new Error('enough'))
  await expect(translate('Yes', { source: 'en', target: 'yo' }, stopped)).rejects.toThrow('enough')
})

test('models that are missing or damaged are told in words, and the other directions go on', async () => {
  cpSync(MODELS, copy, { recursive: true })
  const path = join(copy, 'translation/en-yo.phrases')
  const bytes = readFileSync(path)
  bytes[1000] = (bytes[1000] ?? 0) ^ 1
  writeFileSync(path, bytes)
  const { translate } = await openBuiltInTranslator(copy)
  const damaged = {
    code: 'translate/unavailable',
    message: expect.stringMatching(/en-yo\.phrases is damaged: install Griot again/),
  }
  const direction = { source: 'en', target: 'yo' } as const
  const sentence = 'The people want peace.'
  await expect(translate(sentence, direction, forever)).rejects.toMatchObject(damaged)
  expect((await translate(sentence, { ...direction, target: 'ha' }, forever)).text).toMatch(
    /mutane/i,
  )
  rmSync(join(copy, 'translation/directions.json'))
  await expect(openBuiltInTranslator(copy)).rejects.toMatchObject({
    code: 'translate/unavailable',
    message: expect.stringMatching(/install Griot again/),
  })
})

const ask = async (text: string, source: 'en' | 'am', target: 'am' | 'ha' | 'pcm' | 'en') =>
  (await openBuiltInTranslator(MODELS)).translate(text, { source, target }, forever)

test('what the words that were learned do not account for is in doubt', async () => {
  const { doubts } = await ask('Over 30,000 people lost their homes.', 'en', 'ha')
  expect(doubts.filter(({ kind }) => kind === 'words').map(({ source }) => source)).toContain(
    'homes',
  )
  expect((await ask('The police did not arrest the thief.', 'en', 'pcm')).doubts).toEqual([])
})

test('where fewer than half of the sentences are understood no sentence is beyond doubt, but fixed expressions are', async () => {
  const kinds = ({ doubts }: Awaited<ReturnType<typeof ask>>) => doubts.map(({ kind }) => kind)
  expect(kinds(await ask('The people want peace.', 'en', 'ha'))).toContain('sentence')
  expect(await ask('Good morning.', 'en', 'ha')).toMatchObject({ doubts: [], isFixed: true })
})

test('figures behind an Ethiopic prefix stay whole, and no phrase brings figures of its own', async () => {
  expect((await ask('በ2016 ሁለት ሰዎች ሞቱ።', 'am', 'en')).text).toMatch(/^In 2016\b/)
  expect((await ask('በ\uE000 ሁለት ሰዎች ሞቱ።', 'am', 'en')).text).toMatch(/^In \uE000/)
  expect((await ask('በ20ኛው ክፍለ ዘመን', 'am', 'en')).text).toMatch(/\b20 century/)
  const { text } = await ask('Over 30,000 people lost their homes.', 'en', 'am')
  expect(text.match(/\d[\d,]*/g)).toEqual(['30,000'])
})

test('a name that was seldom seen stays a name', async () => {
  const { text } = await ask('Amina and Zainab are going to Kaduna.', 'en', 'pcm')
  expect(text).toMatch(/Zainab/)
})
