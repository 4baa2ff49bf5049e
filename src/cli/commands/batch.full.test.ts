import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { unpackTar } from 'modern-tar'
import { expect, test } from 'vitest'
import { runGriotHere, startGriot } from '#cli/griot.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const folder = folderForTests('griot àkópọ̀')
const run = (...args: readonly string[]) => runGriotHere(folder, ['batch', ...args])
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)

/** Text of the file of a result whose name ends so. */
function read(out: string, end: string): Buffer {
  const name = readdirSync(join(folder, out)).find((found) => found.endsWith(end)) ?? 'none'
  return readFileSync(join(folder, out, name))
}
const ids = (out: string, end: string): unknown[] =>
  String(read(out, end))
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text).custom_id)

test('a table is spoken, bad rows are told, and the results are in a folder', async () => {
  write(
    'lines.csv',
    'ID,Text,Voice,Language,Speed\ngreet,"Good morning,\nLagos.",lina,en,\nnobody,Hello.,xyzzy,,\nfast,Ẹ káàárọ̀.,sade,yo,1.2\n',
  )
  const { code, out, err } = await run('run', 'lines.csv', '--out', 'table', '--format', 'wav')
  expect([code, err]).toEqual([1, expect.stringContaining('2 of 3 lines were spoken, 1 were not.')])
  expect(out.trim().split('\n')).toHaveLength(4)
  expect(ids('table', '-results.jsonl')).toEqual(['greet', 'fast'])
  expect(ids('table', '-errors.jsonl')).toEqual(['nobody'])
  const tar = await unpackTar(new Uint8Array(read('table', '.tar')))
  expect(tar.map(({ header }) => header.name)).toEqual(['0000002-greet.wav', '0000004-fast.wav'])
})

test('a book becomes one file of its paragraphs, signed', async () => {
  write('book.txt', 'Chapter one.\nIt was day.\n\n\nIt was night.\r\n')
  const { code } = await run(
    'run',
    'book.txt',
    '--voice',
    'john',
    '--out',
    'book',
    '--title',
    'Days',
  )
  expect(code).toBe(0)
  expect(ids('book', '-results.jsonl')).toEqual(['1', '5'])
  const name = readdirSync(join(folder, 'book')).find((found) => found.endsWith('.mp3')) ?? ''
  const verified = await runGriotHere(folder, ['verify', join('book', name)])
  expect(verified.out).toMatch(/Made here, unchanged.*title\s+Days/s)
})

test('a batch that is left is listed, paused, resumed, spoken later and fetched', async () => {
  const body = { text: 'Hello.', voice: 'lina', format: 'wav' }
  const line = { custom_id: 'one', method: 'POST', url: '/v1/speech', body }
  write('lines.jsonl', `${JSON.stringify(line)}\n`)
  const { out } = await run('run', 'lines.jsonl', '--detach', '--json')
  const { id, lines } = JSON.parse(out)
  expect(lines).toBe(1)
  expect((await run('results', id)).err).toContain('This batch has no result yet')
  expect((await run('pause', id)).out).toContain('paused')
  const again = await run('pause', id)
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('This batch is paused')])
  expect((await run('list')).out).toContain(`${id}\tpaused\t0 of 1`)
  expect((await run('resume', id)).out).toContain('in_progress')
  expect((await run('work')).code).toBe(0)
  const { status, progress } = JSON.parse((await run('status', id, '--json')).out)
  expect([status, progress.completed]).toEqual(['completed', 1])
  expect((await run('results', id, '--out', 'fetched')).out).toContain('-manifest.json')
  expect(ids('fetched', '-results.jsonl')).toEqual(['one'])
  const fetched = JSON.parse((await run('results', id, '--out', 'again', '--json')).out)
  expect(fetched).toMatchObject({ id, status: 'completed' })
  expect(fetched.paths.map((path: string) => basename(path)).sort()).toEqual(
    readdirSync(join(folder, 'again')).sort(),
  )
  expect((await run('dead', id)).out).toBe('')
  expect((await run('retry', id)).err).toContain('0 of its lines are tried again')
  expect((await run('cancel', id)).err).toContain('it cannot be cancelled any more')
})

test('a batch is deleted with its result once it is over, and what was fetched stays', async () => {
  write('short.txt', 'It is day.')
  const { out } = await run('run', 'short.txt', '--detach')
  const id = out.trim()
  const early = await run('delete', id)
  expect([early.code, early.err]).toEqual([1, expect.stringContaining('cancel it first')])
  expect((await run('work')).code).toBe(0)
  expect((await run('results', id, '--out', 'short')).code).toBe(0)
  const stored = () =>
    readdirSync(join(folder, 'data', 'files'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.name.startsWith('.'),
    ).length
  const before = stored()
  const { code, err } = await run('delete', id)
  expect([code, err]).toEqual([0, expect.stringContaining('are deleted')])
  // Results, sound and manifest, each with the metadata beside it.
  expect(before - stored()).toBe(6)
  expect((await run('status', id)).err).toContain('There is no such batch')
  expect((await run('list')).out).not.toContain(id)
  expect(readdirSync(join(folder, 'short'))).toHaveLength(3)
})

test('a store of bytes that an option names is the one that is used', async () => {
  write('elsewhere.txt', 'It is day.')
  const blobs = ['--blobs', join(folder, 'bytes ọ̀tọ̀')]
  const own = join(folder, 'elsewhere')
  mkdirSync(own)
  const { code } = await runGriotHere(own, [
    'batch',
    'run',
    join(folder, 'elsewhere.txt'),
    ...blobs,
  ])
  expect(code).toBe(0)
  const [{ id }] = JSON.parse((await runGriotHere(own, ['batch', 'list', '--json', ...blobs])).out)
  const fetched = await runGriotHere(own, ['batch', 'results', id, '--out', 'there', ...blobs])
  expect(fetched.out).toContain('-manifest.json')
  expect((await runGriotHere(own, ['batch', 'delete', id, ...blobs])).code).toBe(0)
})

test.each<[string, readonly string[], string]>([
  ['a file of another kind', ['run', 'song.mp3'], 'is no file of lines'],
  ['a file that is not there', ['run', 'none.jsonl'], '"none.jsonl" could not be read'],
  ['a table without texts', ['run', 'bare.csv'], 'one of them "text"'],
  [
    'lines that are no JSON',
    ['run', 'bad.jsonl'],
    'No line can be spoken. Line 1: This is no JSON',
  ],
  ['both kinds of sound', ['run', 'bad.jsonl', '--joined', '--files'], 'not both'],
  ['an unknown batch', ['status', 'batch_1'], 'There is no such batch'],
])('%s is refused in words', async (_, args, words) => {
  write('bare.csv', 'a,b\n1,2\n')
  write('bad.jsonl', 'Good morning.\n')
  const { code, err } = await run(...args)
  expect([code > 0, err]).toEqual([true, expect.stringContaining(words)])
})

test('griot that is killed in the middle of a book goes on with it at the next start', async () => {
  const own = join(folder, 'killed')
  const first = startGriot(own, ['--version'])
  await first.exit
  const text = Array.from({ length: 60 }, (_, index) => `It is day ${index + 1} of the year.`)
  writeFileSync(join(own, 'days.txt'), text.join('\n\n'))
  const killed = startGriot(own, ['batch', 'run', 'days.txt', '--files', '--format', 'wav'])
  const done = async (): Promise<number> => {
    const { out } = await runGriotHere(own, ['batch', 'list', '--json'])
    return existsSync(join(own, 'data')) ? (JSON.parse(out)[0]?.progress.completed ?? 0) : 0
  }
  await expect.poll(done, { interval: 100 }).toBeGreaterThan(0)
  killed.child.kill('SIGKILL')
  await killed.exit
  expect((await runGriotHere(own, ['batch', 'work'])).code).toBe(0)
  const [{ id, progress }] = JSON.parse((await runGriotHere(own, ['batch', 'list', '--json'])).out)
  expect(progress).toMatchObject({ completed: 60, failed: 0, dead: 0, waiting: 0 })
  await runGriotHere(own, ['batch', 'results', id, '--out', 'days'])
  const names = readdirSync(join(own, 'days'))
  const file = names.find((name) => name.endsWith('results.jsonl')) ?? ''
  const lines = String(readFileSync(join(own, 'days', file)))
    .trim()
    .split('\n')
  expect(lines.map((line) => JSON.parse(line).line)).toEqual(text.map((_, index) => 1 + 2 * index))
})
