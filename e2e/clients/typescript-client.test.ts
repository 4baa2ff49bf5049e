import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRealHost, type RealHost } from '#server/real-host.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { type FindContent, withPageOfOthers } from './page-of-others.ts'
import { PROGRAMS, runProgram } from './run-program.ts'

/** The typed client as it is published, in Node, Deno and a page, on the real host. */
const CLIENT = join(import.meta.dirname, '../../clients/typescript')
const folder = folderForTests('griot oníbàárà')
let host: RealHost
beforeAll(async () => {
  host = await openRealHost()
  await mkdir(join(folder, 'node_modules'))
  await symlink(CLIENT, join(folder, 'node_modules/griot-client'), 'junction')
})
afterAll(() => host.close())

test('the example runs in Node', async () => {
  const said = await runProgram(process.execPath, [join(CLIENT, 'examples/speak.ts')], {
    url: host.url,
    cwd: folder,
  })
  await checkExample(said)
})

test('the example runs in Deno', async () => {
  const deno = join(PROGRAMS, 'node_modules/.bin/deno')
  const said = await runProgram(
    deno,
    ['run', '--allow-env', '--allow-net', '--allow-write', join(CLIENT, 'examples/speak.ts')],
    { url: host.url, cwd: folder },
  )
  await checkExample(said)
})

async function checkExample(said: string): Promise<void> {
  expect(said.split('\n')[0]).toMatch(/^\d+ voices$/)
  expect(said).toMatch(/^\d\.\d\d báwo$/m)
  expect(said).toContain('naira')
  expect((await readFile(join(folder, 'morning.wav'))).toString('latin1', 0, 4)).toBe('RIFF')
}

test('the example runs in a page, with a guest token', async () => {
  const find: FindContent = async (path) => ({
    type: path.endsWith('.html') ? 'text/html' : 'text/javascript',
    bytes: await readFile(join(CLIENT, normalize(path))),
  })
  await withPageOfOthers(host, find, async ({ page, origin, url }) => {
    const { token } = await host.app.access.guests.create('owner', 900)
    await page.goto(`${origin}/examples/browser.html?${new URLSearchParams({ url, token })}`)
    await page.getByRole('button', { name: 'Speak' }).click()
    await page.waitForFunction(() => (document.querySelector('audio')?.duration ?? 0) > 1)
    expect(await page.locator('#words').textContent()).toContain('lagos')
    expect(await page.evaluate(() => document.querySelector('audio')?.duration)).toBeGreaterThan(1)
  })
})
