import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { expect, type Locator, type Page } from 'playwright/test'
import Spitch from 'spitch'
import { createExample as exampleCode } from '#renderer/features/api/example-code.ts'
import { test } from './fixtures.ts'

const run = promisify(execFile)
const ALL_SCOPES = ['speak', 'voices', 'files', 'text', 'admin']
const MP3 = /^(fff3|494433)/

/** Opens the API screen with the navigation rail. */
async function openApiScreen(page: Page, studioUrl: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(studioUrl)
  await page.getByRole('link', { name: 'API' }).click()
  await expect(page.getByRole('heading', { name: 'API', exact: true })).toBeVisible()
}

/** Clicks a copy button and returns the content of the clipboard. */
async function copied(page: Page, button: Locator): Promise<string> {
  await button.click()
  await expect(button.or(page.getByRole('button', { name: 'Copied' })).first()).toHaveText('Copied')
  return page.evaluate(() => navigator.clipboard.readText())
}

async function exampleOf(page: Page, name: string): Promise<string> {
  await page.getByRole('tab', { name }).click()
  const panel = page.getByRole('tabpanel', { name })
  return copied(page, panel.getByRole('button'))
}

/** Runs `use` in a folder inside node_modules, where the OpenAI client is resolved. */
async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(import.meta.dirname, '../node_modules/.e2e-'))
  try {
    await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface ExampleRun {
  readonly name: string
  readonly folder: string
  readonly file: string
  readonly program: string
}

async function runExample(page: Page, { name, folder, file, program }: ExampleRun): Promise<void> {
  await writeFile(join(folder, file), await exampleOf(page, name))
  await run(program, [file], { cwd: folder })
}

/** Creates a key with the form and returns the key, which is shown once. */
async function createKey(page: Page, name: string, scopes: readonly string[]): Promise<string> {
  await page.getByRole('button', { name: 'Create a key' }).click()
  const form = page.getByRole('dialog', { name: 'Create a key' })
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  for (const box of await form.getByRole('checkbox').all())
    await box.setChecked(scopes.includes(await box.inputValue()))
  await form.getByRole('button', { name: 'Create key' }).click()
  return takeToken(page, 'key')
}

async function takeToken(page: Page, kind: 'key' | 'guest token'): Promise<string> {
  const shown = page.getByRole('dialog', { name: `Your ${kind === 'key' ? 'new key' : kind}` })
  const token = await copied(page, shown.getByRole('button', { name: /^(Copy|Copied)/ }))
  await expect(shown.locator('code')).toHaveText(token)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('table')).not.toContainText(token)
  return token
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row', { name: new RegExp(`^${name}`) })
}

function callWith(token: string): { readonly headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${token}` } }
}

test('the Node and WebSocket examples run as they are copied, and all examples contain the first key', async ({
  page,
  ownHost: host,
}) => {
  await openApiScreen(page, host.studioUrl)
  await expect(page.getByRole('status', { name: 'State of the API' })).toHaveText('Ready')
  await expect(page.getByText(`${host.url}/v1`, { exact: true })).toBeVisible()
  const key = /'Bearer (\S+)'/.exec(await exampleOf(page, 'Node'))?.[1]
  const order = { apiUrl: host.url, key, shell: 'posix' } as const
  // e2e/oracles/examples.test.ts runs these two where curl and Python are installed.
  expect(await exampleOf(page, 'curl')).toBe(exampleCode('curl', order).code)
  expect(await exampleOf(page, 'Python')).toBe(exampleCode('python', order).code)
  await inFolder(async (folder) => {
    await runExample(page, { name: 'Node', folder, file: 'hello.mjs', program: process.execPath })
    expect((await readFile(join(folder, 'hello.mp3'))).toString('hex', 0, 3)).toMatch(MP3)
    const live = { name: 'WebSocket', folder, file: 'live.mjs', program: process.execPath }
    await runExample(page, live)
    expect((await readFile(join(folder, 'hello.pcm'))).length).toBeGreaterThan(48_000)
  })
})

test('the published OpenAI client works with the base URL and key of its example', async ({
  page,
  host,
}) => {
  await openApiScreen(page, host.studioUrl)
  await createKey(page, 'Of the examples', ALL_SCOPES)
  await inFolder(async (folder) => {
    const client = { name: 'OpenAI client', folder, file: 'hello.mjs', program: process.execPath }
    await runExample(page, client)
    expect((await readFile(join(folder, 'hello.mp3'))).toString('hex', 0, 3)).toMatch(MP3)
  })
})

test('an agent speaks with the settings for Cursor and VS Code that the screen shows', async ({
  page,
  host,
}) => {
  await openApiScreen(page, host.studioUrl)
  await createKey(page, 'Of the examples', ALL_SCOPES)
  for (const [name, list] of [
    ['Cursor', 'mcpServers'],
    ['VS Code', 'servers'],
  ] as const) {
    const { url, headers } = JSON.parse(await exampleOf(page, name))[list].griot
    const client = new Client({ name: 'journey', version: '1' })
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
    await client.connect(transport as Transport)
    const order = { text: 'Ẹ káàárọ̀.', voice: 'sade', answer: 'audio' }
    const { content } = await client.callTool({ name: 'speak', arguments: order })
    expect(content).toMatchObject([{ type: 'text' }, { type: 'audio', mimeType: 'audio/mpeg' }])
    await client.close()
  }
  expect(JSON.parse(await exampleOf(page, 'Claude'))).toEqual({
    mcpServers: { griot: { command: 'griot', args: ['mcp'] } },
  })
})

test('the published client of the cloud service works with the address that the screen recommends', async ({
  page,
  host,
}) => {
  await openApiScreen(page, host.studioUrl)
  await expect(page.getByText('Clients of the cloud service add /v1 themselves')).toBeVisible()
  const baseUrl = await copied(page, page.getByRole('button', { name: 'Copy base URL' }))
  const apiKey = await createKey(page, 'A cloud tool', ['speak'])
  const client = new Spitch({ apiKey, baseURL: baseUrl.replace(/\/v1$/, '') })
  const answer = await client.speech.generate({ text: 'Ẹ káàárọ̀', language: 'yo', voice: 'sade' })
  expect(Buffer.from(await answer.arrayBuffer()).toString('hex', 0, 3)).toMatch(
    /524946|fff3|494433/,
  )
})

test('a key allows only what it was created for, and nothing once it is revoked', {
  tag: '@tour',
}, async ({ page, host }) => {
  await openApiScreen(page, host.studioUrl)
  const speak = await createKey(page, 'Ìròyìn radio', ['speak'])
  await expect(rowOf(page, 'Ìròyìn radio')).toContainText('Active')
  await expect(rowOf(page, 'Ìròyìn radio')).toContainText(speak.slice(0, 10))
  const say = { ...callWith(speak), data: { text: 'Ẹ káàárọ̀.', voice: 'Sade' } }
  expect((await page.request.post(`${host.url}/v1/speech`, say)).status()).toBe(200)
  const files = await page.request.get(`${host.url}/v1/files`, callWith(speak))
  expect(files.status()).toBe(403)
  expect((await files.json()).detail).toContain('"files"')

  await page.getByRole('button', { name: 'Revoke Ìròyìn radio' }).click()
  const question = page.getByRole('dialog', { name: /Revoke .Ìròyìn radio/ })
  await expect(question).toContainText('cannot be undone')
  await question.getByRole('button', { name: 'Keep it' }).click()
  expect((await page.request.post(`${host.url}/v1/speech`, say)).status()).toBe(200)
  await page.getByRole('button', { name: 'Revoke Ìròyìn radio' }).click()
  await question.getByRole('button', { name: 'Revoke it' }).click()
  await expect(rowOf(page, 'Ìròyìn radio')).toContainText('Revoked')
  expect((await page.request.post(`${host.url}/v1/speech`, say)).status()).toBe(401)
  // The examples no longer use it.
  await expect(page.getByRole('tabpanel')).not.toContainText(speak)
})

test('a guest token can speak but sees no files', async ({ page, host }) => {
  await openApiScreen(page, host.studioUrl)
  await page.getByRole('button', { name: 'Guest token' }).click()
  const form = page.getByRole('dialog', { name: 'Create a guest token' })
  await expect(form).toContainText('cannot store anything')
  await expect(form.getByRole('radio', { name: '15 minutes' })).toBeChecked()
  await form.getByRole('radio', { name: '1 hour' }).check()
  await form.getByRole('button', { name: 'Create guest token' }).click()
  const guest = await takeToken(page, 'guest token')
  await expect(page.getByRole('row', { name: /Guest token/ })).toContainText('in 1 hour')
  const data = { text: 'Barka da safiya.', voice: 'aliyu' }
  const speech = await page.request.post(`${host.url}/v1/speech`, { ...callWith(guest), data })
  expect(speech.status()).toBe(200)
  const files = await page.request.get(`${host.url}/v1/files`, callWith(guest))
  expect(files.status()).toBe(403)
})

test('generated audio is kept once the owner turns that on, and the setting survives a reload', async ({
  page,
  host,
}) => {
  await openApiScreen(page, host.studioUrl)
  const choice = page.getByRole('switch', { name: 'Keep generated audio in my files' })
  await expect(choice).not.toBeChecked()
  await choice.click()
  await expect(choice).toBeChecked()
  await expect(choice).toBeEnabled()
  await page.reload()
  await expect(page).toHaveURL(/#\/api$/)
  await expect(choice).toBeChecked()
  const listed = async (): Promise<number> => {
    const answer = await page.request.get(`${host.url}/v1/files`, callWith(host.key))
    return (await answer.json()).items.length
  }
  const data = { text: 'Kedu ka ị mere?', voice: 'ngozi' }
  const kept = { ...callWith(host.key), data }
  const headers = { ...kept.headers, 'x-data-retention': 'FALSE' }
  await (await page.request.post(`${host.url}/v1/speech`, { headers, data })).body()
  expect(await listed()).toBe(0)
  await (await page.request.post(`${host.url}/v1/speech`, kept)).body()
  await expect.poll(listed).toBe(1)
})

test('an invalid field of a new key shows its error, and fixing it keeps the other fields', async ({
  page,
  host,
}) => {
  await openApiScreen(page, host.studioUrl)
  await page.getByRole('button', { name: 'Create a key' }).click()
  const form = page.getByRole('dialog', { name: 'Create a key' })
  const name = form.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await expect(form.getByRole('textbox', { name: 'Account' })).toHaveValue('owner')
  for (const box of await form.getByRole('checkbox').all()) await box.setChecked(false)
  await page.keyboard.press('Tab')
  await name.press('Enter')
  await expect(name).toHaveAccessibleDescription(/needs a name/)
  await expect(form).toContainText('needs at least one scope')
  await name.fill('ọ'.repeat(121))
  await expect(form.getByText('needs a name')).toBeHidden()
  await name.press('Enter')
  await expect(name).toHaveAccessibleDescription(/at most 120/)
  await name.fill('Lekki 🎙️ podcast')
  await form.getByRole('checkbox', { name: /^text/ }).check()
  await form.getByText('90 days', { exact: true }).click()
  await form.getByRole('button', { name: 'Create key' }).click()
  await takeToken(page, 'key')
  await expect(rowOf(page, 'Lekki')).toContainText('in 3 months')
})

test('both screens can be reached with the keyboard, and the script keeps playing and keeps its edits', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  const line = page.getByRole('textbox', { name: 'Line 1', exact: true })
  await line.fill('This line was changed just before the other screen was opened, and it is long.')
  await page.getByRole('button', { name: 'Play line 1' }).click()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  const rail = page.getByRole('navigation', { name: 'Screens' })
  await rail.getByRole('link', { name: 'API' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('API · Griot')
  await expect(rail.getByRole('link', { name: 'API' })).toHaveAttribute('aria-current', 'page')
  await rail.getByRole('button', { name: 'Pause the script' }).press('Enter')
  await expect(rail.getByRole('button', { name: 'Resume the script' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveTitle('Griot')
  await expect(line).toHaveValue(/^This line was changed/)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('every control of the API screen has a name and stays reachable at 200 % zoom', async ({
  page,
  host,
}) => {
  await openApiScreen(page, host.studioUrl)
  // 1280 × 800 at 200 % zoom.
  await page.setViewportSize({ width: 640, height: 400 })
  await expect(page.getByRole('row')).not.toHaveCount(0)
  for (const role of ['button', 'link', 'tab', 'switch'] as const)
    for (const control of await page.getByRole(role).all())
      await expect(control).toHaveAccessibleName(/\w/)
  await expect(rowOf(page, 'first key').getByRole('button', { name: /Revoke/ })).toBeVisible()
  const wider = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main')].some(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    ),
  )
  expect(wider).toBe(false)
  await page.getByRole('tab', { name: 'curl' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Node' })).toHaveAttribute('aria-selected', 'true')
})

test('without a connection, the API screen says so and keeps its data', async ({
  page,
  ownHost: host,
}) => {
  await openApiScreen(page, host.studioUrl)
  await expect(rowOf(page, 'first key')).toBeVisible()
  host.process.kill('SIGKILL')
  await expect(page.getByRole('status', { name: 'State of the API' })).toHaveText('No connection')
  await expect(page.getByRole('alert')).toContainText('No connection to Griot')
  await expect(rowOf(page, 'first key')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create a key' })).toBeDisabled()
})
