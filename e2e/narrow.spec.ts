import { expect } from 'playwright/test'
import { cutOff } from './cut-off.ts'
import { test } from './fixtures.ts'
import { openScript } from './script-actions.ts'

const SCREENS = [
  ...['Script', 'Voices', 'Dictionary', 'Files', 'Verify', 'Models', 'API', 'Settings'],
] as const

for (const [name, size] of [
  ['a telephone', { width: 390, height: 844 }],
  ['a window at 200 % zoom', { width: 640, height: 400 }],
] as const)
  test(`nothing is cut off on ${name}`, async ({ page, host }) => {
    await page.setViewportSize(size)
    await openScript(page, host.studioUrl)
    const cut: string[] = []
    for (const screen of SCREENS) {
      await page.getByRole('link', { name: screen, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await expect(page.getByText(/^(Loading|Opening)/)).toBeHidden()
      for (const what of await page.evaluate(cutOff)) cut.push(`${screen}: ${what}`)
      await page.screenshot({ path: test.info().outputPath(`${screen}-${size.width}.png`) })
    }
    expect(cut).toEqual([])
  })

test('the button that speaks is reached with three keys', async ({ page, host }) => {
  await openScript(page, host.studioUrl)
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the player' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Speak it', exact: true })).toBeFocused()
})
