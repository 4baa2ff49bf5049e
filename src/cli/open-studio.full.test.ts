import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { askToSignIn, tokenOf } from '#server/client.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { type RunningGriot, startGriot } from './griot.test-support.ts'
import { snapOf } from './open-studio.ts'

const home = folderForTests('griot ìlẹ̀kùn')
const data = join(home, 'data')
/** Found on PATH by its name: a path may hold spaces, at which some programs end the name of a browser. */
const PATH = `${home}${delimiter}${process.env['PATH']}`
const isLinux = process.platform === 'linux'

/**
 * A browser that does what any other user of the computer can: it writes down what it was given to open, then the arguments
 * of every process that runs. It stays open, as browsers do.
 */
async function makeBrowser(): Promise<string> {
  const seen = join(home, 'seen')
  const path = join(home, 'griot-browser')
  const script = `#!${process.execPath}
const { readdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const lines = [process.argv.at(-1)]
for (const pid of readdirSync('/proc').filter((name) => /^\\d+$/.test(name))) {
  try { lines.push(readFileSync('/proc/' + pid + '/cmdline', 'utf8')) } catch {}
}
writeFileSync(${JSON.stringify(`${seen}.part`)}, lines.join('\\n'))
renameSync(${JSON.stringify(`${seen}.part`)}, ${JSON.stringify(seen)})
setTimeout(() => undefined, 20_000)
`
  await writeFile(path, script)
  await chmod(path, 0o755)
  return seen
}

function serve(variables: Readonly<Record<string, string>>): RunningGriot {
  return startGriot(home, ['serve', '--open', '--port', '0'], { PATH, ...variables })
}

const pages = (): string[] =>
  existsSync(join(data, 'run')) ? readdirSync(join(data, 'run')).sort() : []

/** Signs in with a link as the studio's page does. */
async function follow(link: string): Promise<number> {
  const { status } = await askToSignIn({ url: new URL(link).origin }, { link: tokenOf(link) })
  return status
}

test.runIf(isLinux)(
  'the token of the link that opens the browser is in no argument of any process, but in a page that its owner alone can read',
  async () => {
    const seen = await makeBrowser()
    await mkdir(join(data, 'run'), { recursive: true, mode: 0o755 })
    // What a program that was killed has left, and what another one has just written.
    const [left, fresh] = ['0', '1'].map((digit) => `open-studio-${digit.repeat(16)}.html`)
    for (const name of [left, fresh, 'mine.html']) await writeFile(join(data, 'run', `${name}`), '')
    const longAgo = new Date(Date.now() - 61_000)
    for (const name of [left, 'mine.html'])
      await utimes(join(data, 'run', `${name}`), longAgo, longAgo)

    const server = serve({ BROWSER: 'griot-browser' })
    await expect.poll(() => existsSync(seen), { interval: 50 }).toBe(true)
    const said = await server.printed(/API\s+http/)
    const [target = '', ...processes] = (await readFile(seen, 'utf8')).split('\n')
    expect(processes.join('\n')).toContain(join(home, 'griot-browser'))
    expect(target).toMatch(/\.html$/)
    expect([(await stat(target)).mode & 0o777, (await stat(dirname(target))).mode & 0o777]).toEqual(
      [0o600, 0o700],
    )
    const page = await readFile(target, 'utf8')
    const link = /content="0; url=([^"]+)"/.exec(page)?.[1] ?? ''
    const token = new URL(link).hash.replace('#token=', '')
    expect(token).toMatch(/^[\w-]{43}$/)
    for (const process of processes) expect(process).not.toContain(token)
    expect(said).not.toContain(token)
    expect(pages()).toEqual(['mine.html', target.split('/').at(-1), fresh].sort())

    expect(await follow(link)).toBe(200)
    await expect.poll(() => existsSync(target)).toBe(false)
    expect(await follow(link)).toBe(401)
    // The link in the terminal is another one, for another browser.
    const printed = /Studio\s+(\S+)/.exec(said)?.[1] ?? ''
    expect(await follow(printed)).toBe(200)
    expect(await server.end()).toBe(0)
  },
)

test.runIf(isLinux)('a server that ends before its page was opened takes it away', async () => {
  const seen = await makeBrowser()
  await writeFile(seen, '')
  const before = pages()
  // Older pages expire meanwhile.
  const added = (): string[] => pages().filter((page) => !before.includes(page))
  const server = serve({ BROWSER: 'griot-browser' })
  await expect.poll(added, { interval: 50 }).toHaveLength(1)
  expect(await server.end()).toBe(0)
  expect(added()).toEqual([])
})

test.runIf(isLinux)(
  'where no browser can be opened, words say what to do and no page is left',
  async () => {
    const before = pages()
    const { printed } = serve({ BROWSER: join(home, 'no such browser') })
    expect(await printed(/No browser could be opened.*\n/)).toContain('Open the studio link above')
    await expect.poll(pages).toEqual(before)
  },
)

test('a browser that is a snap is known by its entry and by its path, and no other is', () => {
  expect(
    [
      'firefox_firefox.desktop',
      'chromium_chromium.desktop',
      '/snap/bin/firefox',
      '/snap/bin/chromium.chromium',
      'firefox.desktop',
      'org.mozilla.firefox.desktop',
      'google-chrome.desktop',
      '/usr/bin/firefox',
      'firefox',
      '',
      '../evil_x.desktop',
    ].map(snapOf),
  ).toEqual(['firefox', 'chromium', 'firefox', 'chromium', ...Array(7).fill(undefined)])
})
