import { expect } from 'playwright/test'
import { test } from './fixtures.ts'
import { lineOf, lineText, openScript, writeLines } from './script-actions.ts'

test('a pause and an emphasis are written around selected words, and shown as chips until the line is edited', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Say it now', 'Another line.')
  await lineText(page, 1).dblclick({ position: { x: 20, y: 12 } })
  const toolbar = page.getByRole('toolbar', { name: 'Selected words of line 1' })
  await toolbar.getByRole('button', { name: 'Emphasis' }).click()
  await expect(lineText(page, 1)).toHaveValue('[emphasis]Say[/emphasis] it now')
  await expect(lineText(page, 1)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await toolbar.getByRole('button', { name: 'Pause after' }).click()
  await page.getByRole('menuitem', { name: '500 ms' }).click()
  await expect(lineText(page, 1)).toHaveValue('[emphasis]Say[/emphasis] it now [pause 500ms]')
  await lineText(page, 2).click()
  await expect(lineOf(page, 1).locator('.markup-chip')).toHaveText(['Emphasis', '', '500 ms'])
  // How a word is read is offered at the first click, also between chips.
  await lineOf(page, 1).locator('.text-layer').getByText('Say', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'How “Say” is read' })).toBeVisible()
  await lineText(page, 2).click()
  // A click between the chips puts the caret where one sees it.
  await lineOf(page, 1)
    .locator('.text-layer')
    .getByText('it now')
    .click({ position: { x: 1, y: 8 } })
  await expect(lineText(page, 1)).toBeFocused()
  await page.keyboard.type('X')
  await expect(lineText(page, 1)).toHaveValue(/^\[emphasis\]Say\[\/emphasis\]X? ?X?it now/)
  await page.getByRole('button', { name: 'Play line 1' }).click()
  await expect(lineOf(page, 1)).toContainText('Ready')
})

test('a line of SSML is shown as it is written, gets elements from the toolbar, and is spoken', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, '<speak>Now [pause 1s]</speak>', 'Another line.')
  await expect(lineOf(page, 1).locator('.markup-chip')).toHaveCount(0)
  await lineText(page, 1).click()
  await page.keyboard.press('Home')
  for (let step = 0; step < 7; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+Control+ArrowRight')
  const toolbar = page.getByRole('toolbar', { name: 'Selected words of line 1' })
  await expect(toolbar.getByRole('button', { name: 'Pause after' })).toBeVisible()
  await toolbar.getByRole('button', { name: 'Emphasis' }).click()
  await expect(lineText(page, 1)).toHaveValue(
    /^<speak><emphasis>Now<\/emphasis> ?\[pause 1s\]<\/speak>$/,
  )
  await lineText(page, 2).click()
  await page.getByRole('button', { name: 'Play line 1' }).click()
  await expect(lineOf(page, 1)).toContainText('Ready')
})

test('the first Tab leads past the navigation, and a mistake in the markup is told without a stray caret', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(lineText(page, 1)).toBeFocused()
  await lineText(page, 2).fill('[yo]Open')
  await page.getByRole('button', { name: 'Play line 2' }).click()
  const row = lineOf(page, 2)
  await expect(row).toContainText('[yo] is not closed')
  await expect(row.locator('.line-error')).not.toContainText('^')
})
