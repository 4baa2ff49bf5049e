import { readFile } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { CLIENT, installedClient } from './installed-client.ts'
import { type FindContent, withPageOfOthers } from './page-of-others.ts'
import { PROGRAMS } from './run-program.ts'

const { host, runExample } = installedClient()

test('the example of the typed client runs in Deno', () =>
  runExample(join(PROGRAMS, 'node_modules/.bin/deno'), [
    ...['run', '--allow-env', '--allow-net', '--allow-write'],
  ]))

test('the example of the typed client runs in a page, with a guest token', async () => {
  const find: FindContent = async (path) => ({
    type: path.endsWith('.html') ? 'text/html' : 'text/javascript',
    bytes: await readFile(join(CLIENT, normalize(path))),
  })
  await withPageOfOthers(host(), find, async ({ page, origin, url }) => {
    const { token } = await host().app.access.guests.create('owner', 900)
    await page.goto(`${origin}/examples/browser.html?${new URLSearchParams({ url, token })}`)
    await page.getByRole('button', { name: 'Speak' }).click()
    await page.waitForFunction(() => (document.querySelector('audio')?.duration ?? 0) > 1)
    expect(await page.locator('#words').textContent()).toContain('lagos')
    expect(await page.evaluate(() => document.querySelector('audio')?.duration)).toBeGreaterThan(1)
  })
})
