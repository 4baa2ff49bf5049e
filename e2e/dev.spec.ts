import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from 'playwright/test'
import { familyOf } from '#testing/processes.test-support.ts'

const ROOT = join(import.meta.dirname, '..')
const FILES = ['package.json', 'tsconfig.json']
/** For what hangs: it takes a few seconds. */
const START_MS = 240_000

/** A checkout of its own, with `npm run dev` in it. */
interface Loop {
  readonly child: ChildProcessWithoutNullStreams
  readonly page: string
  readonly api: string
  /** All that it has said until now. */
  said(): string
  /** In the one source that has these words, puts others in their place. */
  replace(words: string, others: string): void
  /** Runs the same once more beside it, until it ends. */
  again(...args: string[]): Promise<{ code: number | null; said: string }>
}

/** One for all tests here: each takes it as the one before has left it. */
const test = base.extend<object, { loop: Loop }>({
  loop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const root = mkdtempSync(join(tmpdir(), 'griot iṣẹ́ '))
      for (const part of [
        'build',
        'src',
        'e2e',
        'bench',
        'eval',
        'train',
        'out/renderer',
        ...FILES,
      ])
        cpSync(join(ROOT, part), join(root, part), { recursive: true })
      // Large, and only read.
      for (const part of ['resources', 'models', 'node_modules'])
        symlinkSync(join(ROOT, part), join(root, part))
      const start = (args: readonly string[]) =>
        spawn('npm', ['run', '-s', 'dev', '--', '--port', '0', ...args], {
          cwd: root,
          env: { ...process.env, GRIOT_HOME: join(root, 'home') },
          // A terminal sends Ctrl-C to the whole group.
          detached: true,
        })
      const child = start(['--page-port', '0'])
      const said = listenTo(child)
      await expect.poll(said).toContain('appears in the open page')
      const sources = sourcesIn(join(root, 'src'))
      await use({
        child,
        page: /Studio +(http\S+)#/.exec(said())?.[1] ?? '',
        api: /API +(http\S+)\/v1/.exec(said())?.[1] ?? '',
        said,
        replace(words, others) {
          const path = sources.find((path) => readFileSync(path, 'utf8').includes(words))
          if (path === undefined) throw new Error(`no source has the words ${words}`)
          writeFileSync(path, readFileSync(path, 'utf8').replaceAll(words, others))
        },
        async again(...args) {
          const other = start(args)
          const heard = listenTo(other)
          const [code] = await once(other, 'close')
          return { code, said: heard() }
        },
      })
      await interrupt(child)
      rmSync(root, { recursive: true })
    },
    { scope: 'worker', timeout: START_MS },
  ],
})

function listenTo({ stdout, stderr }: ChildProcessWithoutNullStreams): () => string {
  let said = ''
  for (const stream of [stdout, stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  return () => said
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => /(?<!\.test|\.test-support)\.tsx?$/.test(name))
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** Presses Ctrl-C, as a terminal does. */
async function interrupt(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'close')
  process.kill(-Number(child.pid), 'SIGINT')
  await gone
}

test('with "npm run dev", what is edited in the studio shows in the open page, which loses nothing', async ({
  page,
  loop,
}) => {
  await page.goto(loop.page)
  await page.getByLabel('Or paste an API key').fill('half a key')
  const loadedAt = await page.evaluate(() => performance.timeOrigin)
  loop.replace("{t('app:signIn.key')}", '"Or paste a key of yours"')
  const edited = page.getByLabel('Or paste a key of yours')
  await expect(async () => {
    // Saved again, as somebody does who edits: the page may have opened its channel for edits only now.
    loop.replace('"Or paste a key of yours"', '"Or paste a key of yours"')
    await expect(edited).toHaveValue('half a key', { timeout: 3_000 })
  }).toPass()
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
})

test('with "npm run dev", the host starts again with what is edited in it, and the open page goes on', async ({
  page,
  loop,
}) => {
  // Pressing Enter gives a link, and each link signs in.
  loop.child.stdin.write('\n')
  await expect.poll(() => loop.said().match(/#token=/g)).toHaveLength(2)
  await page.goto(
    loop
      .said()
      .match(/http\S+#token=\S+/g)
      ?.at(-1) ?? '',
  )
  const title = page.getByLabel('Script title')
  await title.fill('Ìròyìn')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const loadedAt = await page.evaluate(() => performance.timeOrigin)

  const reference = async () => (await page.request.get(`${loop.api}/openapi.json`)).text()
  // Of any operation, as it is described now.
  const { summary } = JSON.parse(await reference()).paths['/health'].get
  loop.replace(`'${summary}'`, "'Whether Griot can speak'")
  await expect(async () => expect(await reference()).toContain('Whether Griot can speak')).toPass()
  await title.fill('Ìròyìn òwúrọ̀')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  loop.replace("'Whether Griot can speak'", "'Whether Griot can speak")
  await expect.poll(loop.said).toContain('The host does not start.')
  await title.fill('Ìròyìn alẹ́')
  loop.replace("'Whether Griot can speak", "'Whether Griot speaks'")
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
})

test('a second "npm run dev" says that the port is taken, and Ctrl-C leaves nothing running', async ({
  loop,
}) => {
  const { port } = new URL(loop.page)
  expect(await loop.again('--page-port', port)).toEqual({
    code: 1,
    said: expect.stringContaining(`Port ${port} on 127.0.0.1 is in use by another program`),
  })
  const family = familyOf(Number(loop.child.pid))
  // npm's shell, the loop, the host and what speaks.
  expect(family.length).toBeGreaterThanOrEqual(3)
  await interrupt(loop.child)
  expect(family.filter(isRunning)).toEqual([])
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
