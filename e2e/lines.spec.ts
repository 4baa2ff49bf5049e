import { expect, type Page } from 'playwright/test'
import { test } from './fixtures.ts'
import { lineOf, lineText, openScript, writeLines } from './script-actions.ts'

/** Pastes a text into the text box that has the focus, as Ctrl+V does. */
const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)

const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()
const pickLine = (page: Page, number: number) =>
  page.getByRole('button', { name: `Select line ${number}`, exact: true })

test('of two thousand lines only those in view are rendered, and the keyboard, the search and an undo reach all of them', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await lineText(page, 6).focus()
  await page.keyboard.press('End')
  const texts = Array.from({ length: 1_995 }, (_, index) => `The ${index}. basket of the tortoise.`)
  await paste(page, texts.join('\n'))
  await expect(page.getByText('2,001 lines', { exact: true })).toBeVisible()
  expect(await page.getByRole('listitem').count()).toBeLessThan(40)
  await expect(lineOf(page, 2_001)).toHaveAttribute('aria-setsize', '2001')
  await expect(lineOf(page, 2_001)).toHaveAttribute('aria-posinset', '2001')
  await expect(lineText(page, 2_001)).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await expect(lineText(page, 2_000)).toBeFocused()
  // The row that has the focus stays, however far one scrolls away from it.
  await page.locator('main.page').evaluate((main) => main.scrollTo(0, 0))
  await expect(lineText(page, 1)).toBeInViewport()
  await expect(lineText(page, 2_000)).toBeFocused()
  await page.keyboard.type('x')
  await expect(lineText(page, 2_000)).toHaveValue('The 1993. basket of the tortoise.x')
  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: 'Find', exact: true }).fill('the 777. basket')
  await expect(page.getByRole('search').getByText('1 of 1')).toBeVisible()
  await expect(lineText(page, 784)).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(lineText(page, 784)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(lineText(page, 2_000)).toHaveValue('The 1993. basket of the tortoise.')
  await expect(lineText(page, 2_000)).toBeFocused()
  await saved(page)
  await page.reload()
  await expect(page.getByText('2,001 lines', { exact: true })).toBeVisible()
})

test('a search without marks finds words with them, and replaces all of them as one step', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Ọkọ̀ náà ti dé.', 'Mo ra oko kan.', 'Nothing here.')
  await page.keyboard.press('Control+h')
  const search = page.getByRole('search')
  await search.getByRole('textbox', { name: 'Find' }).fill('oko')
  await expect(search.getByText('1 of 2')).toBeVisible()
  await expect(page.locator('mark')).toHaveText(['Ọkọ̀', 'oko'])
  await search.getByText('Exact marks').click()
  await expect(search.getByText('1 of 1')).toBeVisible()
  await search.getByText('Exact marks').click()
  await search.getByRole('textbox', { name: 'Replace with' }).fill('mọ́tò')
  await search.getByRole('button', { name: 'Replace all' }).click()
  await expect(lineText(page, 1)).toHaveValue('mọ́tò náà ti dé.')
  await expect(lineText(page, 2)).toHaveValue('Mo ra mọ́tò kan.')
  await expect(search.getByText('Nothing found')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(lineText(page, 1)).toHaveValue('Ọkọ̀ náà ti dé.')
  await expect(lineText(page, 2)).toHaveValue('Mo ra oko kan.')
})

test('chapters are written, collapsed, moved as a whole and joined again', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, 'One.', 'Two.', 'Three.', 'Four.')
  const chapter = async (line: number, title: string): Promise<void> => {
    await lineText(page, line).click()
    await page.getByRole('button', { name: /^Chapters/ }).click()
    await page.getByRole('menuitem', { name: 'Start a chapter at the selected line' }).click()
    await page.keyboard.type(title)
  }
  await chapter(1, 'Market')
  await chapter(3, 'Home')
  await expect(page.getByRole('textbox', { name: 'Title of chapter 2' })).toHaveValue('Home')
  // Headings do not count as lines.
  await expect(lineText(page, 4)).toHaveValue('Four.')
  await page.getByRole('button', { name: 'Lines of Market' }).click()
  await expect(lineText(page, 1)).toHaveCount(0)
  await expect(lineText(page, 3)).toHaveValue('Three.')
  await page.getByRole('button', { name: 'Actions for Home' }).click()
  await page.getByRole('menuitem', { name: 'Move chapter up' }).click()
  await expect(lineText(page, 1)).toHaveValue('Three.')
  await saved(page)
  await page.reload()
  await expect(lineText(page, 3)).toHaveValue('One.')
  await pickLine(page, 3).click()
  await page.getByRole('button', { name: 'Move to chapter…' }).click()
  await page.getByRole('menuitem', { name: 'Home' }).click()
  await expect(lineText(page, 3)).toHaveValue('One.')
  await expect(page.getByRole('listitem').filter({ hasText: '3 lines' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Actions for Market' }).click()
  await page.getByRole('menuitem', { name: 'Delete the heading, keep the lines' }).click()
  await expect(page.getByRole('textbox', { name: /^Title of chapter/ })).toHaveCount(1)
  await expect(page.getByText('4 lines', { exact: true }).first()).toBeVisible()
})

test('several lines are picked with the mouse and the keyboard, changed as one step, and brought back after a deletion', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await pickLine(page, 1).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('status', { name: 'Status' })).toHaveText('3 lines are selected.')
  await pickLine(page, 5).click({ modifiers: ['ControlOrMeta'] })
  const bar = page.getByRole('toolbar', { name: 'Selected lines' })
  await expect(bar).toContainText('4 lines selected')
  await bar.getByRole('button', { name: 'Change…' }).click()
  await page.getByRole('slider', { name: 'Pitch of the selected lines' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Speed of line 5: 1×, +1 st' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Speed of line 4: 1×', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Speed of line 5: 1×', exact: true })).toBeVisible()
  await bar.getByRole('button', { name: 'Delete the selected lines' }).click()
  await expect(page.getByText('2 lines', { exact: true })).toBeVisible()
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(lineText(page, 6)).toBeVisible()
  await pickLine(page, 1).click()
  await page.keyboard.press('Control+a')
  await expect(bar).toContainText('6 lines selected')
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
})

test('a comment stands beside its line until it is resolved, and the settings of a line survive a reload', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await page.getByRole('button', { name: 'Speed of line 2: 1×' }).click()
  await page.getByRole('textbox', { name: 'Comment, for people only' }).fill('Smile here.')
  await page.getByRole('slider', { name: 'Volume of line 2' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await saved(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Speed of line 2: 1×, +1 dB' })).toBeVisible()
  await expect(page.getByRole('note', { name: 'Comment on line 2' })).toContainText('Smile here.')
  await page.getByRole('button', { name: 'Resolve the comment on line 2' }).click()
  await expect(page.getByRole('note')).toHaveCount(0)
})

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
  // A click between the chips puts the caret where one sees it.
  await lineOf(page, 1)
    .locator('.text-layer')
    .getByText('it now')
    .click({ position: { x: 1, y: 8 } })
  await expect(lineText(page, 1)).toBeFocused()
  await page.keyboard.type('X')
  await expect(lineText(page, 1)).toHaveValue(/^\[emphasis\]Say\[\/emphasis\]X? ?X?it now/)
  await page.getByRole('button', { name: 'Play line 1' }).click()
  await expect(lineOf(page, 1)).toContainText('Ready', { timeout: 30_000 })
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
  await expect(lineOf(page, 1)).toContainText('Ready', { timeout: 30_000 })
})

test('letters and tone marks come from the on-screen keys, at the caret and with undo', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Oj ni', 'Yai')
  await page.getByRole('button', { name: 'Letters' }).click()
  const keys = page.getByRole('region', { name: 'On-screen keys' })
  await keys.getByRole('combobox', { name: 'Language of the keys' }).selectOption('yo')
  await lineText(page, 1).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await keys.getByRole('button', { name: 'ọ', exact: true }).click()
  await keys.getByRole('button', { name: /^High tone/ }).click()
  await expect(lineText(page, 1)).toHaveValue('Ojọ́ ni')
  await expect(lineText(page, 1)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(lineText(page, 1)).toHaveValue('Ojọ ni')
  await lineText(page, 2).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await keys.getByRole('combobox', { name: 'Language of the keys' }).selectOption('ha')
  await keys.getByRole('button', { name: 'ƙ', exact: true }).click()
  await expect(lineText(page, 2)).toHaveValue('Yaƙi')
  await keys.getByRole('combobox', { name: 'Language of the keys' }).selectOption('am')
  await keys.getByRole('button', { name: 'Row of ሰ', exact: true }).click()
  await keys.getByRole('button', { name: 'ሳ', exact: true }).click()
  await expect(lineText(page, 2)).toHaveValue('Yaƙሳi')
})

test('a shortcut gets other keys, which another one has to give up, and keeps them after a reload', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Script menu' }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  }
  await open()
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByRole('textbox', { name: 'Search shortcuts' }).fill('chapter')
  await dialog.getByRole('button', { name: /^Keys of “Start a chapter/ }).click()
  await page.keyboard.press('Control+d')
  await expect(dialog.getByRole('alert')).toContainText('Ctrl+D belongs to “Duplicate this line')
  await dialog.getByRole('button', { name: 'Take it from there' }).click()
  await expect(dialog.getByRole('button', { name: /: Ctrl\+D$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await lineText(page, 2).focus()
  await page.keyboard.press('Control+d')
  await expect(page.getByRole('textbox', { name: 'Title of chapter 1' })).toBeFocused()
  await expect(page.getByText('6 lines', { exact: true })).toBeVisible()
  // A key that writes a letter is no shortcut while text has the focus.
  await page.keyboard.type('A?')
  await expect(page.getByRole('textbox', { name: 'Title of chapter 1' })).toHaveValue('A?')
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
  await expect(row).toContainText('[yo] is not closed', { timeout: 15_000 })
  await expect(row.locator('.line-error')).not.toContainText('^')
})
