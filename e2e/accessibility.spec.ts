import { expect } from 'playwright/test'
import { violations } from './axe.ts'
import { test } from './fixtures.ts'
import { openScript } from './script-actions.ts'

const SCREENS = ['Script', 'Voices', 'Verify', 'Models', 'API', 'Settings'] as const

for (const theme of ['light', 'dark'] as const)
  test(`no screen of the ${theme} theme breaks a rule of axe`, async ({ page, host }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await openScript(page, host.studioUrl)
    const found: string[] = []
    for (const name of SCREENS) {
      await page.getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/^(Loading|Opening)/)).toBeHidden()
      for (const violation of await violations(page)) found.push(`${name}: ${violation}`)
    }
    expect(found).toEqual([])
  })
