import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from 'playwright/test'
import { INTERFACE_LANGUAGES } from '#shared/interface-languages.ts'
import { violations } from './axe.ts'
import { covered, cutOff, overfull } from './cut-off.ts'
import { exportAndDownload, openExport } from './export-actions.ts'
import { test } from './fixtures.ts'
import type { GriotServer } from './host.ts'
import { openScript } from './script-actions.ts'

const CLI = join(import.meta.dirname, '../out/main/cli.js')
const LOCALES = join(import.meta.dirname, '../src/renderer/i18n/locales')

const SCREENS = [
  ...['#/', '#/voices', '#/dictionary', '#/files', '#/files/history', '#/verify', '#/models'],
  ...['#/api', '#/settings'],
] as const

/** What the rail calls the settings. */
async function settingsIn(language: string): Promise<string> {
  const { default: texts } = await import(join(LOCALES, language, 'app.json'), {
    with: { type: 'json' },
  })
  return texts.screens.settings
}

async function openScreen(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    window.location.hash = to
  }, hash)
  await expect(page.locator('h1')).toBeAttached()
  await expect(page.locator('.mantine-Loader-root')).toHaveCount(0)
}

const TELEPHONE = { width: 390, height: 844 } as const
/** The last one is a window of 1280 by 800 at 200 % zoom. */
const SIZES = [{ width: 1280, height: 800 }, TELEPHONE, { width: 640, height: 400 }] as const
/** Its words are the longest: what fits in it is looked at on a telephone alone in the others. */
const LONGEST = 'fr'

/** Speaks and exports the first line, so that no screen is empty. */
async function makeSomething(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Speak line 1 again' }).click()
  await expect(page.getByText('Ready', { exact: true }).first()).toBeVisible()
  const dialog = await openExport(page)
  await dialog.getByText('The selected line').click()
  await exportAndDownload(page, dialog)
  await dialog.getByRole('button', { name: 'Done' }).click()
}

/** A picture to look at, where the variable GRIOT_TEST_PICTURES is set: two hundred of them take a quarter of the time. */
async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env['GRIOT_TEST_PICTURES'])
    await page.screenshot({ path: test.info().outputPath(`${name}.png`) })
}

/** What is cut, covered, or the key of a text instead of the text. */
async function faults(page: Page): Promise<readonly string[]> {
  const keys = (await page.locator('body').innerText()).match(/\b[a-z-]+:[a-z]+[.A-Z]\w+|\{\{/g)
  const looks = [cutOff, overfull, covered]
  const found = await Promise.all(looks.map((look) => page.evaluate(look)))
  return [...found.flat(), ...(keys ?? [])]
}

/** Opens the studio with something on every screen. */
async function openStudio(page: Page, host: GriotServer): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openScript(page, host.studioUrl)
  await makeSomething(page)
}

/** Chooses the language of the studio, as in another terminal. */
async function choose(page: Page, host: GriotServer, language: string): Promise<void> {
  await promisify(execFile)(process.execPath, [CLI, 'settings', 'set', 'language', language], {
    env: { ...process.env, GRIOT_HOME: host.home, GRIOT_PORT: '' },
  })
  const settings = page.getByRole('link', { name: await settingsIn(language), exact: true })
  await expect(settings).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** What is wrong with the screens and the export dialog in the chosen language at these sizes. */
async function problemsAt(
  page: Page,
  language: string,
  sizes: readonly (typeof SIZES)[number][],
): Promise<readonly string[]> {
  const problems: string[] = []
  for (const hash of SCREENS) {
    await openScreen(page, hash)
    for (const size of sizes) {
      await page.setViewportSize(size)
      const name = `${language}${hash.replaceAll(/[#/]+/g, '-')}-${size.width}`
      await keepPicture(page, name)
      for (const found of await faults(page))
        problems.push(`${language} ${hash}, ${size.width} px: ${found}`)
    }
  }
  await openScreen(page, '#/')
  await page.keyboard.press('Control+e')
  await expect(page.getByRole('dialog')).toBeVisible()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await keepPicture(page, `${language}-export-${size.width}`)
    const at = `${language} export, ${size.width} px`
    const choices = await page
      .locator('.mantine-SegmentedControl-root')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length)
    if (choices > 0) problems.push(`${at}: ${choices} choices are cut`)
    for (const found of await page.evaluate(overfull)) problems.push(`${at}: ${found}`)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  return problems
}

test('in the language with the longest words, every screen is whole at every size and keeps the rules of axe', async ({
  page,
  host,
}) => {
  await openStudio(page, host)
  await choose(page, host, LONGEST)
  expect(await problemsAt(page, LONGEST, SIZES)).toEqual([])
  await page.setViewportSize(SIZES[0])
  const broken: string[] = []
  for (const hash of SCREENS) {
    await openScreen(page, hash)
    // Colours are the same in every language: accessibility.spec.ts looks at them.
    for (const found of await violations(page, 'html', 'none')) broken.push(`${hash}: ${found}`)
  }
  expect(broken).toEqual([])
})

test('in every other language, every screen is whole on a telephone', async ({ page, host }) => {
  await page.setViewportSize(TELEPHONE)
  await openStudio(page, host)
  const problems: string[] = []
  for (const { code } of INTERFACE_LANGUAGES) {
    if (code === LONGEST) continue
    await choose(page, host, code)
    problems.push(...(await problemsAt(page, code, [TELEPHONE])))
  }
  expect(problems).toEqual([])
})

test('the language is chosen in the settings, changes at once and in other windows, and stays', async ({
  page,
  host,
  context,
}) => {
  await page.goto(host.studioUrl)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const other = await context.newPage()
  await other.goto(host.url)
  await expect(other.getByRole('button', { name: 'Speak it', exact: true })).toBeVisible()
  await page.getByLabel('Language', { exact: true }).selectOption('fr')
  const french = await settingsIn('fr')
  await expect(page.getByRole('heading', { level: 1, name: french })).toBeVisible()
  await expect(other.getByRole('link', { name: french, exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: french })).toBeVisible()
  await page.getByRole('combobox').filter({ hasText: 'Français' }).first().selectOption('en')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test.describe('with a browser in French', () => {
  test.use({ locale: 'fr-SN' })

  test('the studio is in the language of the browser, unless one is chosen', async ({
    page,
    host,
  }) => {
    await page.goto(host.studioUrl)
    await expect(
      page.getByRole('link', { name: await settingsIn('fr'), exact: true }),
    ).toBeVisible()
  })
})
