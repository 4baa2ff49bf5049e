import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openApp } from '#app/open.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { send } from './client.test-support.ts'
import { openServer } from './server.ts'
import { KEY } from './tone-app.test-support.ts'

const folder = folderForTests('griot ድምፅ tó sọnù')
const headers = { authorization: `Bearer ${KEY}` }
const WHOLE = ['', '-wal', '-shm']

interface Running {
  readonly url: string
  close(): Promise<void>
}

/** The product on a data folder, with a speech worker that is still being loaded: nothing here speaks. */
async function open(home: string): Promise<Running> {
  const onBug = (error: unknown): void => expect.unreachable(String(error))
  const app = await openApp({
    ...{ home, resources: join(import.meta.dirname, '../../resources'), version: '0.0.0', onBug },
    startWorker: () => ({
      send: () => undefined,
      onMessage: () => undefined,
      onExit: () => undefined,
      kill: () => undefined,
    }),
    searchPath: process.env['PATH'],
    extraKeys: [KEY],
  })
  const { url, close } = await openServer(app, { host: '127.0.0.1', port: 0, onBug })
  return {
    url,
    async close() {
      await close()
      await app.close()
    },
  }
}

async function upload({ url }: Running, text: string) {
  const body = new FormData()
  body.append('file', new Blob([text]), 'orin mi.txt')
  const answer = await fetch(`${url}/v1/files`, { method: 'POST', headers, body })
  return { status: answer.status, body: Object(await answer.json()) }
}

async function content({ url }: Running, id: string): Promise<string> {
  const link = await send(`${url}/v1/files/${id}/url`, { headers })
  return (await send(JSON.parse(link.text).url)).text
}

const filesOf = async ({ url }: Running): Promise<readonly string[]> =>
  Array.from(JSON.parse((await send(`${url}/v1/files`, { headers })).text).items, (file) =>
    String(Object(file).file_id),
  )

/** Bytes that people gave, wherever in the data folder they lie. */
function textsIn(home: string): readonly string[] {
  const isGiven = /^[\da-f-]{36}$|^recording$/
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isGiven.test(entry.name))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .sort()
}

function recordSomething(home: string, digit: string): void {
  const voice = join(home, 'voices', `voice_${digit.repeat(32)}`)
  mkdirSync(voice, { recursive: true })
  writeFileSync(join(voice, 'recording'), `recording ${digit}`)
}

test('a damaged library that is moved away, as the advice says, costs no file and no recording', async () => {
  const home = join(folder, 'damaged')
  const first = await open(home)
  const { body } = await upload(first, 'ìwé àkọ́kọ́')
  await first.close()
  recordSomething(home, 'a')
  writeFileSync(join(home, 'library.db'), 'Once upon a time there was a griot. '.repeat(1_000))
  await expect(open(home)).rejects.toThrow('damaged. Move that file')
  for (const end of WHOLE)
    if (existsSync(join(home, `library.db${end}`)))
      renameSync(join(home, `library.db${end}`), join(folder, `moved.db${end}`))
  const second = await open(home)
  expect(textsIn(home)).toEqual(['recording a', 'ìwé àkọ́kọ́'])
  expect(await filesOf(second)).toEqual([])
  await second.close()
  const third = await open(home)
  expect(textsIn(home)).toEqual(['recording a', 'ìwé àkọ́kọ́'])
  const { recover } = await import('#app/recover.ts')
  await recover(home, home, new AbortController().signal)
  expect(await filesOf(third)).toEqual([body.file_id])
  expect(await content(third, body.file_id)).toBe('ìwé àkọ́kọ́')
  await third.close()
})

test('an older library that is put back costs nothing that came after it', async () => {
  const home = join(folder, 'older')
  const first = await open(home)
  const { body: early } = await upload(first, 'àtijọ́')
  await first.close()
  copyFileSync(join(home, 'library.db'), join(folder, 'copy.db'))
  const second = await open(home)
  await upload(second, 'tuntun')
  await second.close()
  recordSomething(home, 'b')
  copyFileSync(join(folder, 'copy.db'), join(home, 'library.db'))
  for (let start = 0; start < 3; start++) {
    const again = await open(home)
    expect(textsIn(home)).toEqual(['recording b', 'tuntun', 'àtijọ́'])
    expect(await filesOf(again)).toEqual([early.file_id])
    await again.close()
  }
})

test.each(['deleted', 'renamed', 'replaced'])(
  'a library whose file is %s while it is served acknowledges nothing more, and what it acknowledged before comes back',
  async (what) => {
    const home = join(folder, what)
    const host = await open(home)
    const kept = await upload(host, 'a kept file')
    expect(kept.status).toBe(200)
    const library = join(home, 'library.db')
    if (what === 'deleted') for (const end of WHOLE) rmSync(`${library}${end}`)
    else renameSync(library, join(folder, `${what}.db`))
    if (what === 'replaced') writeFileSync(library, '')
    const lost = await upload(host, 'never acknowledged')
    expect(lost).toMatchObject({ status: 503, body: { detail: expect.stringContaining('Griot') } })
    const health = await send(`${host.url}/health`)
    expect([health.status, health.text]).toEqual([503, expect.stringContaining('library.db')])
    await host.close()
    const { restoreLibrary } = await import('#storage/backup/restore.ts')
    const [rescued = ''] = readdirSync(home).filter((name) => name.startsWith('library-rescued'))
    const order = { home, path: join(home, rescued), now: () => new Date() }
    const { ownership } = await restoreLibrary(order, new AbortController().signal)
    expect(ownership.kind).toBe('own')
    const again = await open(home)
    expect(await filesOf(again)).toEqual([kept.body.file_id])
    expect(await content(again, kept.body.file_id)).toBe('a kept file')
    await again.close()
  },
)

test('a data folder that is renamed while it is served acknowledges nothing until it is back', async () => {
  const home = join(folder, 'renamed folder')
  const host = await open(home)
  renameSync(home, join(folder, 'elsewhere'))
  expect((await upload(host, 'lost?')).status).toBe(503)
  rmSync(home, { recursive: true, force: true })
  renameSync(join(folder, 'elsewhere'), home)
  expect((await upload(host, 'kept')).status).toBe(200)
  expect((await filesOf(host)).length).toBe(1)
  await host.close()
})
