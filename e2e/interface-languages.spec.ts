import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from 'playwright/test'
import { violations } from './axe.ts'
import { cutOff } from './cut-off.ts'
import { test } from './fixtures.ts'

const CLI = join(import.meta.dirname, '../out/main/cli.js')
const LOCALES = join(import.meta.dirname, '../src/renderer/i18n/locales')

const SCREENS = [
  ...['#/', '#/voices', '#/dictionary', '#/files', '#/files/history', '#/verify', '#/models'],
  ...['#/api', '#/settings'],
] as const
const LANGUAGES = ['fr', 'ha', 'yo', 'ig', 'am', 'pcm'] as const

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

for (const language of LANGUAGES)
  test(`the studio in ${language}: every screen, wide and narrow, is whole and keeps the rules of axe`, async ({
    page,
    host,
    home,
  }) => {
    await promisify(execFile)(process.execPath, [CLI, 'settings', 'set', 'language', language], {
      env: { ...process.env, GRIOT_HOME: home, GRIOT_PORT: '' },
    })
    await page.goto(host.studioUrl)
    const settings = page.getByRole('link', { name: await settingsIn(language), exact: true })
    await expect(settings).toBeVisible()
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    const problems: string[] = []
    for (const hash of SCREENS) {
      await openScreen(page, hash)
      const name = hash.replaceAll(/[#/]+/g, '-')
      await page.screenshot({ path: test.info().outputPath(`${language}${name}.png`) })
      for (const found of await violations(page)) problems.push(`${hash}: ${found}`)
      // A key of the catalogue instead of its text.
      const keys = (await page.locator('body').innerText()).match(/\b[a-z-]+:[a-z]+[.A-Z]\w+/g)
      for (const key of keys ?? []) problems.push(`${hash}: ${key}`)
      await page.setViewportSize({ width: 390, height: 844 })
      for (const what of await page.evaluate(cutOff)) problems.push(`${hash}, 390 px: ${what}`)
      await page.screenshot({ path: test.info().outputPath(`${language}${name}-390.png`) })
      await page.setViewportSize({ width: 1280, height: 720 })
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
