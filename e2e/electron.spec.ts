import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, expect, type Page, test } from 'playwright/test'

const ROOT = join(import.meta.dirname, '..')
const NEEDS_DISPLAY = process.platform === 'linux'

/** Why the desktop cannot be run here, or undefined if it can. */
function skipReason(): string | undefined {
  if (!existsSync(join(ROOT, 'node_modules/electron/path.txt')))
    return "Electron's runtime is not installed here (npx install-electron downloads it)"
  if (NEEDS_DISPLAY && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'])
    return 'there is no display here (xvfb-run gives one)'
  return undefined
}

function environment(): Record<string, string> {
  const given = Object.entries(process.env).filter(([name]) => name !== 'ELECTRON_RUN_AS_NODE')
  return Object.fromEntries(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

const reason = skipReason()

// In the title, so that every reporter shows the reason.
test.describe(reason ? `the desktop (skipped: ${reason})` : 'the desktop', () => {
  test.skip(reason !== undefined, reason ?? '')

  let home: string
  let desktop: ElectronApplication
  let window: Page

  test.beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'griot-e2e-'))
    const program = readFileSync(join(ROOT, 'node_modules/electron/path.txt'), 'utf8')
    const root = process.getuid?.() === 0
    desktop = await _electron.launch({
      executablePath: join(ROOT, 'node_modules/electron/dist', program),
      // Chromium's sandbox refuses to run as root, which is usual in containers.
      args: [ROOT, ...(root ? ['--no-sandbox'] : [])],
      env: { ...environment(), GRIOT_HOME: home, GRIOT_PORT: '0' },
    })
    window = await desktop.firstWindow()
  })
  test.afterEach(async () => {
    await desktop.close()
    await rm(home, { recursive: true, force: true })
  })

  test('the desktop window opens on the studio, served by the app itself', async () => {
    await expect(window).toHaveTitle(/Griot/)
    expect(window.url()).toMatch(/^app:\/\/griot\//)
    await expect(window.getByRole('button', { name: 'Speak it', exact: true })).toBeVisible()
  })

  test('the page has access to two functions, and to nothing of Node or Electron', async () => {
    const reach = await window.evaluate(() => ({
      griot: Object.keys((globalThis as unknown as { griot: object }).griot).sort(),
      node: ['require', 'process', 'module', 'Buffer', 'ipcRenderer'].filter(
        (name) => name in globalThis,
      ),
    }))
    expect(reach).toEqual({ griot: ['call', 'on'], node: [] })
  })

  test('the page cannot leave the studio or open another window', async () => {
    await window.evaluate(() => {
      globalThis.open('https://example.org/')
      globalThis.location.href = 'https://example.org/'
    })
    await expect(window.getByRole('button', { name: 'Speak it', exact: true })).toBeVisible()
    expect(window.url()).toMatch(/^app:\/\/griot\//)
    expect(desktop.windows()).toHaveLength(1)
  })

  test('the page can read no files outside the studio and run no inline code', async () => {
    const outcome = await window.evaluate(async () => {
      const outside = await fetch('app://griot/..%2f..%2fpackage.json')
      const inline = document.createElement('script')
      inline.textContent = 'globalThis.injected = true'
      document.body.append(inline)
      return { status: outside.status, injected: 'injected' in globalThis }
    })
    expect(outcome).toEqual({ status: 404, injected: false })
  })

  test('the menu bar leads to the dialogs of the studio, and names recent projects', async () => {
    await expect(window.getByRole('button', { name: 'Speak it', exact: true })).toBeVisible()
    const choose = (id: string): Promise<void> =>
      desktop.evaluate(({ Menu }, item) => {
        Menu.getApplicationMenu()?.getMenuItemById(item)?.click()
      }, id)
    await choose('settings')
    await expect(window.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    await choose('export')
    await expect(window.getByRole('dialog', { name: /Export/ })).toBeVisible()
    await window.keyboard.press('Escape')
    await choose('new-project')
    await expect(window.getByRole('textbox', { name: 'Line 6' })).toHaveCount(0)
    await expect
      .poll(() =>
        desktop.evaluate(({ Menu }) =>
          Menu.getApplicationMenu()
            ?.getMenuItemById('recent')
            ?.submenu?.items.map(({ label }) => label),
        ),
      )
      .toContain('Market morning')
  })

  test('a line is heard in the desktop window', async () => {
    const heard = await window.evaluate(async () => {
      interface Griot {
        call(method: string, input: unknown): Promise<{ failure?: { message: string } }>
        on(event: string, listener: (data: { pcm: Uint8Array }) => void): () => void
      }
      const { griot } = globalThis as unknown as { griot: Griot }
      let bytes = 0
      griot.on('speech.chunk', ({ pcm }) => {
        bytes += pcm.byteLength
      })
      const done = new Promise((resolve) => griot.on('speech.done', resolve))
      const jobId = crypto.randomUUID()
      await griot.call('speech.start', { jobId, text: 'Good morning.', voice: 'lina' })
      await done
      return bytes
    })
    expect(heard).toBeGreaterThan(10_000)
  })
})
