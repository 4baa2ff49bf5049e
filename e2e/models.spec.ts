import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Locator, type Page } from 'playwright/test'
import { childrenOf } from '#testing/processes.test-support.ts'
import { test as base } from './fixtures.ts'

interface Hub {
  readonly url: string
  readonly model: Buffer
  /** Data folder of the program that downloads. */
  home: string
  /** Ranges that were asked for of the model. */
  readonly asked: string[]
  /** How many bytes of each of the next answers are sent before the connection is cut, or falls silent. */
  readonly next: { readonly bytes: number; readonly ending: 'cut' | 'silence' }[]
}

const SECOND = 1_000_000
const CLI = join(import.meta.dirname, '../out/main/cli.js')
/** A small translator of the kind of NLLB: figures and a few words of English to Yoruba. */
const TRANSLATOR = join(import.meta.dirname, '../src/inference/packs-for-tests/tiny-nllb')
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** A hub on this machine that has one model of three megabytes, and the files of a small translator. */
async function openHub(): Promise<Hub & { close(): Promise<void> }> {
  const model = randomBytes(3 * SECOND)
  const hub: Hub = { url: '', model, home: '', asked: [], next: [] }
  const server = createServer(async ({ headers, url = '' }, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    hub.asked.push(headers.range ?? '')
    const file = url === '/model.onnx' ? model : readFileSync(join(TRANSLATOR, basename(url)))
    const total = file.length
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': total - from,
      etag: '"one"',
      ...(from > 0 ? { 'content-range': `bytes ${from}-${total - 1}/${total}` } : {}),
    })
    await send(response, file.subarray(from), hub.next.shift(), (bytes) =>
      arrived(hub.home, basename(url), from + bytes),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server has an address object.
  const { port } = server.address() as AddressInfo
  return Object.assign(hub, {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

async function send(
  response: ServerResponse,
  bytes: Buffer,
  trouble: Hub['next'][number] | undefined,
  whenArrived: (bytes: number) => Promise<void>,
): Promise<void> {
  if (!trouble) {
    response.end(bytes)
    return
  }
  response.write(bytes.subarray(0, trouble.bytes))
  if (trouble.ending === 'silence') return
  await whenArrived(trouble.bytes)
  response.destroy()
}

/** Resolves once so many bytes of a file are stored in the data folder. */
async function arrived(home: string, name: string, bytes: number): Promise<void> {
  const sizes = (): number[] =>
    ['small', 'tiny'].map((pack) => {
      const part = join(home, 'packs', pack, 'arriving', `${name}.part`)
      return statSync(part, { throwIfNoEntry: false })?.size ?? 0
    })
  await expect.poll(() => Math.max(...sizes())).toBe(bytes)
}

function entryOf(hub: Hub, change: object = {}): object {
  return {
    ...{
      id: 'small',
      name: 'Small translator',
      improves: 'Translates better.',
      runtime: 'seq2seq',
    },
    languages: ['en', 'yo'],
    licence: {
      ...{ id: 'CC-BY-NC-4.0', name: 'A licence for tests', text: 'own.txt' },
      ...{ commercialUse: false, attribution: 'Àdùkẹ́' },
    },
    source: { page: 'https://example.org/small', revision: 'abc', files: hub.url },
    files: [{ name: 'model.onnx', bytes: hub.model.length, sha256: sha256(hub.model) }],
    ...{ settings: {}, memoryMegabytes: 300, measured: [], isChecked: false },
    notes: ['Only for tests.'],
    ...change,
  }
}

function translatorOf(hub: Hub): object {
  const files = readdirSync(TRANSLATOR).map((name) => {
    const bytes = readFileSync(join(TRANSLATOR, name))
    return { name, bytes: bytes.length, sha256: sha256(bytes) }
  })
  const source = { page: 'https://example.org/tiny', revision: 'abc', files: `${hub.url}tiny/` }
  return { id: 'tiny', name: 'Tiny translator', source, files, settings: { family: 'nllb' } }
}

const test = base.extend<{ hub: Hub }, { openedHub: Hub }>({
  openedHub: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const hub = await openHub()
      await use(hub)
      await hub.close()
    },
    { scope: 'worker' },
  ],
  hub: async ({ openedHub, host }, use) => {
    const model = Buffer.from(openedHub.model)
    await use(Object.assign(openedHub, { home: host.home }))
    model.copy(openedHub.model)
    for (const list of [openedHub.asked, openedHub.next]) list.length = 0
  },
  variables: [
    async ({ openedHub: hub }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'griot àkójọ '))
      await mkdir(join(folder, 'licences'))
      await writeFile(
        join(folder, 'licences/own.txt'),
        'You may use it, but not sell it.\n'.repeat(60),
      )
      const unknown = { bytes: null, aboutBytes: 5, atMostBytes: 9, sha256: null }
      const voice = {
        ...{ id: 'voice', name: 'Voice by import', improves: 'Another voice.', runtime: 'vits' },
        source: { page: null, revision: null, files: null },
        files: [{ name: 'voice.onnx', ...unknown }],
      }
      for (const [task, packs] of [
        ['translation', [entryOf(hub), entryOf(hub, translatorOf(hub))]],
        ['speech', [entryOf(hub, voice)]],
      ] as const) {
        const catalog = { schema: 1, revision: '2026-01-01', task, packs }
        await writeFile(join(folder, `${task}.json`), JSON.stringify(catalog))
      }
      await use({ GRIOT_PACKS_CATALOG: folder })
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

async function openModels(page: Page, studioUrl: string): Promise<void> {
  await page.goto(studioUrl)
  await page.getByRole('link', { name: 'Models' }).click()
  await expect(page.getByRole('heading', { name: 'Models', exact: true })).toBeVisible()
}

const packNamed = (page: Page, name: string): Locator => page.getByRole('article', { name })
const button = (pack: Locator, name: string): Locator =>
  pack.getByRole('button', { name: new RegExp(`^${name}:`) })

test('a pack is installed over a cut connection and a pause, verified, found damaged, mended and removed', async ({
  page,
  host,
  hub,
}) => {
  hub.next.push({ bytes: SECOND, ending: 'cut' }, { bytes: SECOND, ending: 'silence' })
  await openModels(page, host.studioUrl)
  const pack = packNamed(page, 'Small translator')
  await expect(pack).toContainText('Not for commercial use (CC-BY-NC-4.0)')
  await expect(pack).toContainText('Download: 3.0 MB')
  await expect(pack).toContainText('Not checked')
  await button(pack, 'Install').press('Enter')
  const licence = page.getByRole('dialog', { name: 'The licence of Small translator' })
  await expect(licence).toContainText('does not allow commercial use')
  const text = licence.getByRole('region', { name: 'Text of A licence for tests' })
  await expect(text).toContainText('You may use it, but not sell it.')
  await text.focus()
  await page.keyboard.press('End')
  await expect(licence.getByRole('button', { name: 'Accept and install' })).toBeDisabled()
  expect(hub.asked).toEqual([])
  await licence.getByRole('checkbox', { name: /read this licence and accept/ }).check()
  await licence.getByRole('button', { name: 'Accept and install' }).click()

  // The connection is cut after the first megabyte; the second one comes, and then nothing.
  await expect(pack.getByRole('progressbar')).toBeVisible()
  await expect(pack).toContainText('2.0 MB of 3.0 MB')
  await expect(pack).toContainText(/a second|nothing arrives/)
  await button(pack, 'Pause').click()
  await expect(pack).toContainText('Paused at 2.0 MB')
  await expect(page.getByRole('status', { name: 'Status' })).toHaveText(
    'Small translator is paused.',
  )
  await page.reload()
  await expect(button(pack, 'Resume')).toBeVisible()
  await button(pack, 'Resume').click()
  await expect(pack).toContainText('Installed')
  expect(hub.asked).toEqual(['', `bytes=${SECOND}-`, `bytes=${2 * SECOND}-`])
  const path = join(host.home, 'packs/small/files/model.onnx')
  expect((await readFile(path)).equals(hub.model)).toBe(true)

  await button(pack, 'Verify').click()
  const status = page.getByRole('status', { name: 'Status' })
  await expect(status).toHaveText('Small translator: every byte is right.')
  await writeFile(path, Buffer.alloc(hub.model.length))
  await button(pack, 'Verify').click()
  await expect(pack.getByRole('alert')).toContainText('Missing or changed: model.onnx')
  await button(pack, 'Install again').click()
  await expect(pack.getByText('Installed', { exact: true })).toBeVisible()
  expect((await readFile(path)).equals(hub.model)).toBe(true)

  await button(pack, 'Details').click()
  const details = page.getByRole('dialog', { name: 'Small translator' })
  await expect(details).toContainText(sha256(hub.model))
  await expect(details).toContainText('Accepted on')
  await page.keyboard.press('Escape')
  await button(pack, 'Remove').click()
  const question = page.getByRole('dialog', { name: 'Remove Small translator?' })
  await question.getByRole('button', { name: 'Remove it' }).click()
  await expect(pack).toContainText('Not installed')
  expect(existsSync(join(host.home, 'packs/small'))).toBe(false)
})

test('what a second terminal installs and removes is seen on the open screen at once, and used', async ({
  page,
  host,
  variables,
}) => {
  const griot = (...args: string[]): Promise<unknown> =>
    promisify(execFile)(process.execPath, [CLI, 'models', ...args], {
      env: { ...process.env, ...variables, GRIOT_HOME: host.home },
    })
  const provider = async (): Promise<string | undefined> => {
    const headers = { authorization: `Bearer ${host.key}` }
    const data = { text: 'one two three.', source: 'en', target: 'yo' }
    const answer = await page.request.post(`${host.url}/v1/translate`, { headers, data })
    return answer.headers()['x-translation-provider']
  }
  await openModels(page, host.studioUrl)
  const pack = packNamed(page, 'Tiny translator')
  await expect(pack).toContainText('Not installed')
  await griot('import', TRANSLATOR, '--pack', 'tiny', '--accept-licence', 'CC-BY-NC-4.0')
  await expect(pack.getByText('Installed', { exact: true })).toBeVisible()
  expect(await provider()).toBe('pack:tiny')
  await griot('remove', 'tiny')
  await expect(pack).toContainText('Not installed')
  expect(await provider()).not.toBe('pack:tiny')
  const modelProcesses = childrenOf(host.process.pid ?? 0).filter(({ command }) =>
    command.includes('model-process'),
  )
  expect(modelProcesses).toEqual([])
})

test('a download can be cancelled, and what fails is told on its card', async ({
  page,
  host,
  hub,
}) => {
  hub.next.push({ bytes: SECOND, ending: 'silence' })
  await openModels(page, host.studioUrl)
  const pack = packNamed(page, 'Small translator')
  await button(pack, 'Install').click()
  const licence = page.getByRole('dialog', { name: 'The licence of Small translator' })
  await licence.getByRole('checkbox').check()
  await licence.getByRole('button', { name: 'Accept and install' }).click()
  await expect(pack).toContainText('1.0 MB of 3.0 MB')
  await button(pack, 'Cancel').click()
  await expect(pack).toContainText('Not installed')
  expect(existsSync(join(host.home, 'packs/small/arriving'))).toBe(false)
  hub.model.fill(0)
  await button(pack, 'Install').click()
  await expect(pack.getByRole('alert')).toContainText('its SHA-256 is another one')
})

test('a pack whose bytes nobody knows says so, and is imported from a folder', async ({
  page,
  host,
}) => {
  const folder = `${host.home} mi`
  await openModels(page, host.studioUrl)
  const pack = packNamed(page, 'Voice by import')
  await expect(pack).toContainText('No download: import a folder')
  await expect(button(pack, 'Install')).toBeHidden()
  await button(pack, 'Details').click()
  await expect(page.getByRole('dialog')).toContainText('the bytes of some files are not known here')
  await page.keyboard.press('Escape')
  await button(pack, 'Import a folder').click()
  await page.getByRole('dialog').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Accept and import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Voice by import' })
  await dialog.getByRole('textbox', { name: /^Folder/ }).fill(folder)
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog.getByRole('alert')).toContainText('cannot be read')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'voice.onnx'), 'ohùn')
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog).toBeHidden()
  await expect(pack).toContainText('Installed')
  await button(pack, 'Details').click()
  await expect(page.getByRole('dialog')).toContainText('as it was imported; the catalog knows none')
  await rm(folder, { recursive: true })
})

test('every control of the Models screen has a name, and all of it is reached by keyboard at 200 % zoom', async ({
  page,
  ownHost: host,
}) => {
  await openModels(page, host.studioUrl)
  // 1280 × 800 at 200 % zoom.
  await page.setViewportSize({ width: 640, height: 400 })
  const pack = packNamed(page, 'Small translator')
  for (const role of ['button', 'link', 'article', 'list'] as const)
    for (const control of await page.getByRole(role).all())
      await expect(control).toHaveAccessibleName(/\w/)
  const isWider = (): Promise<boolean> =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('main')].some(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      ),
    )
  expect(await isWider()).toBe(false)
  await button(pack, 'Install').focus()
  await page.keyboard.press('Enter')
  const licence = page.getByRole('dialog', { name: 'The licence of Small translator' })
  await expect(licence.getByRole('region', { name: /^Text of/ })).toBeVisible()
  await licence.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await expect(licence.getByRole('button', { name: 'Accept and install' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(licence).toBeHidden()
  await expect(button(pack, 'Install')).toBeFocused()
  host.process.kill('SIGKILL')
  await expect(page.getByRole('alert')).toContainText('No connection to Griot')
  await expect(button(pack, 'Install')).toBeDisabled()
})

test('a pack that came over two cut connections translates at once, and another translator stands in when it is gone', async ({
  page,
  host,
  hub,
}) => {
  const translate = async () => {
    const headers = { authorization: `Bearer ${host.key}` }
    const data = { text: 'one two three.', source: 'en', target: 'yo' }
    return page.request.post(`${host.url}/v1/translate`, { headers, data })
  }
  expect((await translate()).headers()['x-translation-provider']).toBe('built-in')
  await openModels(page, host.studioUrl)
  const pack = packNamed(page, 'Tiny translator')
  hub.next.push({ bytes: 100, ending: 'cut' }, { bytes: 100, ending: 'cut' })
  await button(pack, 'Install').click()
  const licence = page.getByRole('dialog', { name: 'The licence of Tiny translator' })
  await licence.getByRole('checkbox', { name: /read this licence and accept/ }).check()
  await licence.getByRole('button', { name: 'Accept and install' }).click()
  await expect(pack.getByText('Installed', { exact: true })).toBeVisible()
  expect(hub.asked.filter((range) => range !== '')).toEqual(['bytes=100-', 'bytes=200-'])

  const translated = await translate()
  expect(translated.headers()).toMatchObject({
    'x-translation-provider': 'pack:tiny',
    'x-translation-quality': 'pack tiny',
  })
  expect(await translated.json()).toMatchObject({
    text: 'ọ̀kan èjì ẹ̀ta.'.normalize('NFC'),
    quality: 'pack Tiny translator',
  })
  await button(pack, 'Remove').click()
  const question = page.getByRole('dialog', { name: 'Remove Tiny translator?' })
  await question.getByRole('button', { name: 'Remove it' }).click()
  await expect(pack).toContainText('Not installed')
  expect((await translate()).headers()['x-translation-provider']).toBe('built-in')
})
