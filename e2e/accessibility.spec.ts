import { expect } from 'playwright/test'
import { violations } from './axe.ts'
import { test } from './fixtures.ts'
import { openScript } from './script-actions.ts'

const SCREENS = [
  ...['Script', 'Voices', 'Dictionary', 'Files', 'Verify', 'Models', 'API', 'Settings'],
] as const

const THEMES = [
  { colorScheme: 'light', contrast: 'no-preference' },
  { colorScheme: 'dark', contrast: 'no-preference' },
  { colorScheme: 'light', contrast: 'more' },
  { colorScheme: 'dark', contrast: 'more' },
] as const

for (const theme of THEMES)
  test(`no screen breaks a rule of axe: ${Object.values(theme).join(', ')}`, {
    tag: theme === THEMES[0] ? ['@tour'] : [],
  }, async ({ page, host }) => {
    const contrast = theme.contrast === 'more' ? 'enhanced' : 'usual'
    await page.emulateMedia({ ...theme, reducedMotion: 'reduce' })
    await openScript(page, host.studioUrl)
    const found: string[] = []
    for (const name of SCREENS) {
      await page.getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/^(Loading|Opening)/)).toBeHidden()
      for (const violation of await violations(page, 'html', contrast))
        found.push(`${name}: ${violation}`)
    }
    expect(found).toEqual([])
  })

test('no dialog, menu or list of the script screen breaks a rule of axe', async ({
  page,
  host,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openScript(page, host.studioUrl)
  const found: string[] = []
  const check = async (name: string): Promise<void> => {
    for (const violation of await violations(page)) found.push(`${name}: ${violation}`)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: /^Voice for line 1/ }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await check('Voices of a line')
  await page.getByRole('button', { name: /^Language of line 1/ }).click()
  await check('Language of a line')
  for (const menu of ['Project menu', 'Script menu', 'Theme']) {
    await page.getByRole('button', { name: menu }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await check(menu)
    await expect(page.getByRole('menu')).toBeHidden()
  }
  for (const item of ['All projects…', 'Previous versions…']) {
    await page.getByRole('button', { name: 'Project menu' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await check(item)
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.getByRole('textbox', { name: 'Line 1', exact: true }).focus()
  await page.keyboard.press('Control+Alt+p')
  await expect(page.getByRole('region', { name: 'Read now' })).toBeVisible()
  await check('How a word is read')
  await page.keyboard.press('Control+e')
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('Export')
  expect(found).toEqual([])
})

test('high contrast is chosen in the menu of the theme, and stays after a reload', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  const root = page.locator('html')
  await expect(root).not.toHaveAttribute('data-contrast', 'more')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'High contrast' }).click()
  await expect(root).toHaveAttribute('data-contrast', 'more')
  await page.reload()
  await expect(root).toHaveAttribute('data-contrast', 'more')
})
