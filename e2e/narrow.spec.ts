import { expect } from 'playwright/test'
import { cutOff } from './cut-off.ts'
import { test } from './fixtures.ts'
import { lineOf, lineText, openScript, writeLines } from './script-actions.ts'

const SCREENS = [
  ...['Script', 'Voices', 'Dictionary', 'Files', 'Verify', 'Models', 'API', 'Settings'],
] as const

for (const [name, size, tag] of [
  ['a telephone', { width: 390, height: 844 }, ['@tour']],
  ['a window at 200 % zoom', { width: 640, height: 400 }, []],
] as const)
  test(`nothing is cut off on ${name}`, { tag: [...tag] }, async ({ page, host }) => {
    await page.setViewportSize(size)
    await openScript(page, host.studioUrl)
    const cut: string[] = []
    for (const screen of SCREENS) {
      await page.getByRole('link', { name: screen, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await expect(page.getByText(/^(Loading|Opening)/)).toBeHidden()
      for (const what of await page.evaluate(cutOff)) cut.push(`${screen}: ${what}`)
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

test('on a telephone, no button of the player lies on another one', async ({ page, host }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openScript(page, host.studioUrl)
  const player = page.getByRole('region', { name: 'Player' })
  await writeLines(page, 'Good.', 'Bye.')
  await page.getByRole('button', { name: 'Speak line 1 again' }).click()
  await expect(lineOf(page, 1)).toContainText('Ready')
  await lineText(page, 1).fill('Changed.')
  const speak = player.getByRole('button', { name: 'Speak changed (2)' })
  const next = player.getByRole('button', { name: 'Next line' })
  const [main, skip] = [await speak.boundingBox(), await next.boundingBox()]
  expect((skip?.x ?? 0) + (skip?.width ?? 0)).toBeLessThanOrEqual(main?.x ?? 0)
  const rail = page.getByRole('navigation', { name: 'Screens' })
  expect(await rail.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
