import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { MEMORY_LIMITS } from '#shared/translation.ts'
import { openDatabase } from '#storage/db/database.ts'
import { createTranslationMemoryRows } from '#storage/db/translation-memory.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { foldSentence } from './fold.ts'
import { createRecall } from './recall.ts'
import { comparedSentence, similarityOf } from './similarity.ts'
import { createTranslationMemory } from './translation-memory.ts'

const database = openDatabase(join(folderForTests('griot ìrántí'), 'library.db'))
afterAll(() => database.close())
let clock = Date.parse('2026-05-01T12:00:00Z')
const memory = createTranslationMemory(createTranslationMemoryRows(database), () => new Date(clock))
const ALL = { before: Number.MAX_SAFE_INTEGER, limit: 100 }
const EN_YO = { sourceLanguage: 'en', targetLanguage: 'yo' } as const

beforeEach(() => {
  database.run('DELETE FROM translations')
})

test('an entry is listed, found, replaced and forgotten, for its account alone', async () => {
  const first = await memory.remember('ada', {
    ...EN_YO,
    source: ' Good morning. ',
    target: 'Ẹ káàárọ̀.',
  })
  expect(first).toMatchObject({ source: 'Good morning.', createdAt: '2026-05-01T12:00:00.000Z' })
  await memory.remember('obi', { ...EN_YO, source: 'Good morning.', target: 'Káàárọ̀.' })
  clock += 1_000
  const again = await memory.remember('ada', {
    ...EN_YO,
    source: 'GOOD  morning',
    target: 'Ẹ kú àárọ̀.',
  })
  expect(again).toMatchObject({
    ...{ id: first.id, source: 'GOOD  morning', target: 'Ẹ kú àárọ̀.' },
    ...{ createdAt: first.createdAt, updatedAt: '2026-05-01T12:00:01.000Z' },
  })
  expect(await memory.list('ada', ALL)).toEqual([again])
  expect(await memory.find('ada', first.id)).toEqual(again)
  await expect(async () => memory.find('obi', first.id)).rejects.toThrow('no entry number')
  await expect(async () => memory.forget('obi', first.id)).rejects.toThrow('no entry number')
  expect(await memory.forget('ada', first.id)).toEqual(again)
  expect(await memory.list('ada', ALL)).toEqual([])
  expect(await memory.list('obi', ALL)).toHaveLength(1)
})

test('entries are listed newest first, by page and by language', async () => {
  for (let entry = 1; entry <= 5; entry++)
    await memory.remember('ada', { ...EN_YO, source: `word ${'a'.repeat(entry)}`, target: 'ọ̀rọ̀' })
  await memory.remember('ada', { ...EN_YO, targetLanguage: 'ha', source: 'word', target: 'kalma' })
  const page = await memory.list('ada', { ...ALL, limit: 2, targetLanguage: 'yo' })
  expect(page.map(({ source }) => source)).toEqual(['word aaaaa', 'word aaaa'])
  const next = await memory.list('ada', { ...ALL, before: page[1]?.id ?? 0, targetLanguage: 'yo' })
  expect(next).toHaveLength(3)
  expect(await memory.list('ada', { ...ALL, sourceLanguage: 'ha' })).toEqual([])
})

test.each([
  ['an empty sentence', { source: ' ' }, 'source is empty'],
  ['a long one', { source: 'a'.repeat(2_001) }, 'more than 2000 characters'],
  ['one of two lines', { target: 'a\nb' }, 'one line'],
  ['one without letters', { source: '123' }, 'no letter'],
  ['half a character', { target: 'a\uD800' }, 'control characters'],
  ['the same language twice', { targetLanguage: 'en' }, 'languages are the same'],
  ['no target', { target: undefined }, 'target must be a string'],
])('%s is refused in words', async (_, over, words) => {
  const draft = { ...EN_YO, source: 'Good.', target: 'Ó dára.', ...over }
  await expect(async () => memory.remember('ada', draft)).rejects.toThrow(words)
})

test('a full memory takes no more, but an entry of it can be changed', async () => {
  database.transaction(() => {
    for (let entry = 0; entry < MEMORY_LIMITS.entries; entry++)
      database.run(
        `INSERT INTO translations (account, source_language, target_language, folded, source, target, created_at, updated_at)
         VALUES ('ada', 'en', 'yo', ?, 'a', 'b', '', '')`,
        `entry ${entry}`,
      )
  })
  const draft = { ...EN_YO, source: 'Entry 7', target: 'c' }
  await expect(async () =>
    memory.remember('ada', { ...draft, source: 'one more' }),
  ).rejects.toThrow('at most 10,000')
  expect(await memory.remember('ada', draft)).toMatchObject({ target: 'c' })
  expect(await memory.remember('obi', draft)).toMatchObject({ target: 'c' })
})

describe('a sentence is recalled', () => {
  const recall = createRecall(() => [
    { source: 'Good morning.', target: 'Ẹ káàárọ̀.' },
    {
      source: 'The market opens at 8:30 and the bus leaves at 9.',
      target: 'Ọjà ń ṣí ní 8:30, ọkọ̀ ń lọ ní 9.',
    },
    {
      source: 'Please tell Chidi that the meeting is tomorrow.',
      target: 'Jọ̀wọ́ sọ fún Chidi pé ìpàdé jẹ́ ọ̀la.',
    },
    {
      source: 'We have twelve goats and a dog in the yard.',
      target: 'A ní ewúrẹ́ méjìlá àti ajá kan.',
    },
    { source: 'It costs 5 and 5.', target: 'Ó jẹ́ 5.' },
    { source: 'How are you', target: 'ሰላም ነው' },
  ])
  const recalled = (sentence: string) => recall(sentence, 'en', 'yo')

  test.each([
    ['Good morning.', 'Ẹ káàárọ̀.'],
    ['good   MORNING', 'ẹ káàárọ̀'],
    ['Good morning!', 'Ẹ káàárọ̀!'],
    ['How are you?', 'ሰላም ነው፧'],
    ['The market opens at 7:00 and the bus leaves at 11.', 'Ọjà ń ṣí ní 7:00, ọkọ̀ ń lọ ní 11.'],
    ['Please tell Amaka that the meeting is tomorrow!', 'Jọ̀wọ́ sọ fún Amaka pé ìpàdé jẹ́ ọ̀la!'],
  ])('%s', async (sentence, text) =>
    expect(await recalled(sentence)).toEqual({ kind: 'used', text }),
  )

  test('and only offered where more than figures and names differs, or these are not in the translation', async () => {
    expect(await recalled('We have twelve sheep and a dog in the yard.')).toMatchObject({
      kind: 'offered',
      offer: { target: 'A ní ewúrẹ́ méjìlá àti ajá kan.', similarity: expect.closeTo(0.9, 1) },
    })
    expect(await recalled('It costs 6 and 5.')).toMatchObject({ kind: 'offered' })
  })

  test('and not where it is too different', async () => {
    expect(await recalled('Good evening.')).toBeUndefined()
    expect(await recalled('The market is closed.')).toBeUndefined()
  })
})

test.each([
  ['kitten', 'sitting', 1 - 3 / 7],
  ['', '', 1],
  ['abc', 'abc', 1],
  ['abc', '', 0],
  ['on 3 may', 'on 30 may', 1],
  ['ọ̀rọ̀', 'ọ̀rọ', 1 - 1 / 5],
])('the similarity of %j and %j is as Levenshtein defines it', (one, other, similarity) => {
  const pair = [one, other].map((text) => comparedSentence(text.normalize('NFC'))) as [never, never]
  expect(similarityOf(...pair, 0)).toBeCloseTo(similarity, 5)
})

test('sentences are the same whatever their letter case, spaces, quotation marks and end', () => {
  const forms = ['He said “yes”.', 'he  SAID "Yes" !', 'He said „yes“', 'he said "yes"…']
  expect(new Set(forms.map(foldSentence)).size).toBe(1)
  expect(foldSentence('?')).toBe('?')
})
