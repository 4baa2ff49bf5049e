import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Locator, type Page } from 'playwright/test'
import { violations } from './axe.ts'
import { exportAndDownload, openExport } from './export-actions.ts'
import { test } from './fixtures.ts'
import { lineOf, openScript } from './script-actions.ts'

const CLI = join(import.meta.dirname, '../out/main/cli.js')

/** Runs `griot settings` beside the program, as in another terminal. */
async function griotSettings(home: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'settings', ...args], {
    env: { ...process.env, GRIOT_HOME: home, GRIOT_PORT: '' },
  })
  return stdout.trim()
}

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.getByText('Loading the settings')).toBeHidden()
}

const section = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true })

test('the voice of the settings speaks the first line of a new script', { tag: '@tour' }, async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await openSettings(page)
  const voices = section(page, 'Voices')
  await voices.getByLabel('Voice of a first line', { exact: true }).selectOption('ngozi')
  await expect(voices.getByRole('button', { name: 'Reset “Voice of a first line”' })).toBeVisible()
  expect(await griotSettings(host.home, 'get', 'voices.default')).toBe('ngozi')
  await page.getByRole('link', { name: 'Script', exact: true }).click()
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'New project' }).click()
  await page.getByRole('button', { name: 'Write the first line' }).click()
  await expect(lineOf(page, 1)).toContainText('Ngozi')
  await openSettings(page)
  await voices.getByRole('button', { name: 'Reset “Voice of a first line”' }).click()
  await expect(voices.getByLabel('Voice of a first line', { exact: true })).toHaveValue('')
})

test('the export dialog begins with the settings, and stores what was chosen there', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await openSettings(page)
  const part = section(page, 'Export')
  await part.getByLabel('Loudness', { exact: true }).selectOption('-23')
  await part.getByLabel('Highest true peak, in dBTP', { exact: true }).fill('-2')
  await part.getByLabel('Highest true peak, in dBTP', { exact: true }).press('Enter')
  await part.getByLabel('File name of one file', { exact: true }).fill('{title} {nummer}')
  await part.getByLabel('File name of one file', { exact: true }).press('Enter')
  await expect(part).toContainText('export.name.whole has no field {nummer}.')
  await part.getByLabel('File name of one file', { exact: true }).fill('{date} {title}')
  await part.getByLabel('Loudness', { exact: true }).focus()
  await expect
    .poll(() => griotSettings(host.home, 'get', 'export.name.whole'))
    .toBe('{date} {title}')
  expect(await griotSettings(host.home, 'get', 'export.true-peak')).toBe('-2')
  await page.getByRole('link', { name: 'Script', exact: true }).click()
  const dialog = await openExport(page)
  // What is set elsewhere shows until something is chosen in the dialog.
  await griotSettings(host.home, 'set', 'export.division', 'lines')
  await expect(dialog.getByRole('radio', { name: 'One per line' })).toBeChecked()
  await griotSettings(host.home, 'reset', 'export.division')
  await expect(dialog.getByRole('radio', { name: 'One per line' })).not.toBeChecked()
  await expect(dialog.getByRole('radio', { name: '−23 broadcast' })).toBeChecked()
  await expect(dialog.getByLabel('Highest true peak in dBTP')).toHaveValue('-2')
  await expect(dialog.getByLabel('File name')).toHaveValue('{date} {title}')
  await dialog.getByText('As spoken', { exact: true }).click()
  await exportAndDownload(page, dialog)
  await expect.poll(() => griotSettings(host.home, 'get', 'export.loudness')).toBe('as-spoken')
})

test('a change on the command line is seen in the window, and one in a window in the other', async ({
  page,
  host,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await openScript(page, host.studioUrl)
  await openSettings(page)
  await griotSettings(host.home, 'set', 'theme', 'dark')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(section(page, 'Look').getByLabel('Theme', { exact: true })).toHaveValue('dark')
  await griotSettings(host.home, 'set', 'contrast', 'more')
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more')
  const other = await context.newPage()
  await openScript(other, host.url)
  await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await other.getByRole('button', { name: 'Theme' }).click()
  await other.getByRole('menuitemcheckbox', { name: 'High contrast' }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-contrast', 'more')
  await expect.poll(() => griotSettings(host.home, 'get', 'contrast')).toBe('normal')
  await section(page, 'Look').getByLabel('Theme', { exact: true }).selectOption('light')
  await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await griotSettings(host.home, 'set', 'shortcuts.find', 'Mod+Alt+F')
  const keys = section(page, 'Keyboard shortcuts').getByRole('button', { name: /^Keys of “Find”/ })
  await expect(keys).toHaveAccessibleName('Keys of “Find”: Ctrl+Alt+F')
  await keys.click()
  await page.keyboard.press('Control+Shift+F')
  await expect.poll(() => griotSettings(host.home, 'get', 'shortcuts.find')).toBe('Mod+Shift+F')
  await other.keyboard.press('Control+Shift+F')
  await expect(other.getByRole('textbox', { name: 'Find', exact: true })).toBeVisible()
})

test.describe('with environment variables', () => {
  test.use({ ownVariables: { GRIOT_LOG_LEVEL: 'warn' } })

  test('what goes before a setting is said, and what counts from the next start', async ({
    page,
    ownHost: host,
    restart,
  }) => {
    await openScript(page, host.studioUrl)
    await openSettings(page)
    const network = section(page, 'Network')
    await expect(network.getByLabel('Log of requests', { exact: true })).toBeDisabled()
    await expect(network).toContainText('The environment variable GRIOT_LOG_LEVEL goes before')
    await expect(network).toContainText('Griot was started with --port')
    await network.getByLabel('Longest text, in characters', { exact: true }).fill('12')
    await network.getByLabel('Longest text, in characters', { exact: true }).press('Enter')
    await expect(network).toContainText('Counts from the next start of Griot.')
    await restart()
    await expect(network.getByText('Counts from the next start of Griot.')).toBeHidden()
    const answer = await fetch(`${host.url}/v1/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${host.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'More than twelve characters.', voice: 'lina' }),
    })
    expect(await answer.text()).toContain('at most 12 are allowed')
    await page.getByRole('textbox', { name: 'Search settings' }).fill('proxy')
    await expect(page.getByRole('region')).toHaveCount(1)
    await expect(network.getByLabel('Proxy for https', { exact: true })).toBeVisible()
    await page.getByRole('textbox', { name: 'Search settings' }).fill('no such thing')
    await expect(page.getByText('No setting matches your search.')).toBeVisible()
  })
})

for (const theme of ['light', 'dark'] as const)
  test(`the screen breaks no rule of axe in the ${theme} theme, and fits 390 px and 200 %`, async ({
    page,
    host,
  }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await openScript(page, host.studioUrl)
    await openSettings(page)
    await expect(section(page, 'Keyboard shortcuts')).toBeVisible()
    expect(await violations(page)).toEqual([])
    for (const width of [640, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const isCut = await page.evaluate(() => {
        const main = document.querySelector('main')
        return main !== null && main.scrollWidth > main.clientWidth
      })
      expect([width, isCut]).toEqual([width, false])
    }
    await section(page, 'Keyboard shortcuts').scrollIntoViewIfNeeded()
  })
