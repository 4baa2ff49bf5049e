import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runGriotHere, startGriot } from '#cli/griot.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const folder = folderForTests('griot àkójọ ዝርዝር')
const at = (name: string): string => join(folder, name)
const batch = (...args: readonly string[]) => runGriotHere(folder, ['say', '--batch', ...args])
const sheet = (out: string): string[] => readFileSync(at(`${out}/results.csv`), 'utf8').split('\n')

test('each row of a table gets a file, what is wrong is said in the sheet, and only what changed is spoken again', async () => {
  const rows = [
    'id,text,voice,language,speed,file',
    'greeting,"Ẹ káàárọ̀, ẹ̀yin ará.",sade,yo,,',
    'news,Good morning.,,,1.1,àárọ̀.wav',
    'wrong,Hello.,nobody,,,',
    'fast,Hello.,,,9,',
    'french,Bonjour.,,fr,,',
    'empty,,,,,',
  ]
  writeFileSync(at('lines.csv'), `\uFEFF${rows.join('\n')}\n`)
  const first = await batch('lines.csv', '--out', 'a', '--format', 'mp3')
  expect(first.code).toBe(1)
  expect(first.err).toContain('wrong: There is no voice called "nobody"')
  expect(first.err).toContain('2 of 6 texts are spoken.')
  expect(readdirSync(at('a')).sort()).toEqual(['greeting.mp3', 'results.csv', 'àárọ̀.mp3'])
  expect(sheet('a')[0]).toBe('id,file,status,seconds,voice,language,detail,key')
  expect(sheet('a').map((line) => line.split(',').slice(0, 3).join())).toEqual([
    ...['id,file,status', 'greeting,greeting.mp3,done', 'news,àárọ̀.mp3,done'],
    ...['wrong,wrong.mp3,failed', 'fast,fast.mp3,failed', 'french,french.mp3,failed'],
    ...['empty,empty.mp3,failed', ''],
  ])
  const before = statSync(at('a/greeting.mp3')).mtimeMs
  writeFileSync(
    at('lines.csv'),
    rows.slice(0, 3).join('\n').replace('Good morning.', 'Good night.'),
  )
  const second = await batch('lines.csv', '--out', 'a', '--format', 'mp3', '--json')
  expect([second.code, JSON.parse(second.out)]).toMatchObject([
    0,
    {
      ...{ done: 2, kept: 1, failed: 0 },
      results: [
        { id: 'greeting', status: 'done', voice: 'sade', language: 'yo' },
        { id: 'news', file: 'àárọ̀.mp3' },
      ],
    },
  ])
  expect(statSync(at('a/greeting.mp3')).mtimeMs).toBe(before)
})

test('a text is spoken with the voice that the settings name for its language', async () => {
  const own = join(folder, 'settings')
  const griot = (...args: readonly string[]) => runGriotHere(own, args)
  mkdirSync(own)
  await griot('settings', 'set', 'voices.default', 'lucy')
  await griot('settings', 'set', 'voices.default.yo', 'segun')
  writeFileSync(join(own, 'list.csv'), 'text,language\nẸ káàárọ̀.,yo\nGood morning.,\n')
  const { out } = await griot('say', '--batch', 'list.csv', '--json')
  expect(JSON.parse(out).results).toMatchObject([{ voice: 'segun' }, { voice: 'lucy' }])
})

test('a folder of texts and a text of lines are lists, too', async () => {
  mkdirSync(at('texts'))
  writeFileSync(at('texts/b.txt'), 'Ina kwana?')
  writeFileSync(at('texts/a.txt'), 'Good morning.')
  writeFileSync(at('texts/ignored.md'), '# No')
  expect((await batch('texts', '--out', 'b')).code).toBe(0)
  expect(readdirSync(at('b')).sort()).toEqual(['a.wav', 'b.wav', 'results.csv'])
  writeFileSync(at('lines.txt'), 'Good morning.\n\nIna kwana?\n')
  expect((await batch('lines.txt', '--out', 'c', '--format', 'pcm_s16le')).code).toBe(0)
  expect(readdirSync(at('c')).sort()).toEqual(['1.pcm', '3.pcm', 'results.csv'])
})

test('a file that Griot has not made is not replaced, and one that was lost is made again', async () => {
  mkdirSync(at('d'))
  writeFileSync(at('d/1.wav'), 'music')
  writeFileSync(at('two.txt'), 'Good morning.\nGood night.\n')
  const { code, err } = await batch('two.txt', '--out', 'd')
  expect([code, err]).toEqual([1, expect.stringContaining('is there already')])
  expect(readFileSync(at('d/1.wav'), 'utf8')).toBe('music')
  rmSync(at('d/1.wav'))
  rmSync(at('d/2.wav'))
  expect((await batch('two.txt', '--out', 'd')).code).toBe(0)
  expect(readdirSync(at('d')).sort()).toEqual(['1.wav', '2.wav', 'results.csv'])
})

test('a table of somebody else that has the name of the results is not touched', async () => {
  mkdirSync(at('g'))
  writeFileSync(at('g/results.csv'), 'team,goals\nLagos,2\n')
  writeFileSync(at('one.txt'), 'Good morning.\n')
  const { code, err } = await batch('one.txt', '--out', 'g')
  expect([code, err]).toEqual([2, expect.stringContaining('no list of results of Griot')])
  expect(readdirSync(at('g'))).toEqual(['results.csv'])
  expect(readFileSync(at('g/results.csv'), 'utf8')).toBe('team,goals\nLagos,2\n')
})

test('a program that is killed half-way goes on where it was', async () => {
  writeFileSync(at('many.txt'), 'Good morning, my friends.\n'.repeat(12))
  const { child, exit } = startGriot(folder, ['say', '--batch', 'many.txt', '--out', 'e'])
  while (!readdirSync(folder).includes('e') || readdirSync(at('e')).length < 4)
    await new Promise((resolve) => setTimeout(resolve, 20))
  child.kill('SIGKILL')
  await exit
  // The last line may have been cut off.
  writeFileSync(at('e/results.csv'), '9,09.w', { flag: 'a' })
  const { code, out } = await batch('many.txt', '--out', 'e', '--json')
  const { done, kept } = JSON.parse(out) as { done: number; kept: number }
  expect([code, done, kept >= 2]).toEqual([0, 12, true])
})

test.each([
  [['missing.csv'], 'could not be read'],
  [['notes.docx'], 'is no list'],
  [['none.csv'], 'name the columns'],
  [['twice.csv'], 'twice'],
  [['blank.txt'], 'holds no text'],
  [['blank.txt', '--play'], 'leave TEXT'],
  [['blank.txt', '--out', '-'], 'folder'],
  [['blank.txt', '--voice-fallback'], 'do not go with --batch'],
  [['blank.txt', '--format', 'm3u8'], '--format is one of'],
])('%j is refused: %s', async (args, words) => {
  writeFileSync(at('notes.docx'), 'x')
  writeFileSync(at('none.csv'), 'words\nHello.\n')
  writeFileSync(at('twice.csv'), 'id,text\na,One.\na,Two.\n')
  writeFileSync(at('blank.txt'), '\n \n')
  const { code, err } = await batch(...args)
  expect([code > 0, err]).toEqual([true, expect.stringContaining(words)])
})

test('a flac whose manifest the settings keep apart has it beside it, and is spoken again when its text changes', async () => {
  const apart = join(folder, 'apart')
  const griot = (...args: readonly string[]) => runGriotHere(apart, args)
  mkdirSync(apart)
  await griot('settings', 'set', 'signing.flac', 'sidecar')
  const order = ['say', '--batch', 'one.txt', '--out', 'f', '--format', 'flac'] as const
  for (const text of ['Good morning.', 'Good night, all of you.']) {
    writeFileSync(join(apart, 'one.txt'), text)
    expect((await griot(...order)).code).toBe(0)
    expect(readFileSync(join(apart, 'f/1.flac')).toString('latin1', 0, 4)).toBe('fLaC')
    expect((await griot('verify', 'f/1.flac')).code).toBe(0)
    // Without the sheet, the manifest alone tells whose file it is.
    rmSync(join(apart, 'f/results.csv'))
  }
  expect(readdirSync(join(apart, 'f')).sort()).toEqual(['1.c2pa', '1.flac'])
})
