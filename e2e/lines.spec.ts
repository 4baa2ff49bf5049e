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

test('lines that are sent into a far chapter are shown there', async ({ page, host }) => {
  await openScript(page, host.studioUrl)
  const first = await lineText(page, 1).inputValue()
  await lineText(page, 6).focus()
  await page.keyboard.press('End')
  await paste(page, Array.from({ length: 40 }, (_, index) => `Line ${index}.`).join('\n'))
  await expect(lineText(page, 46)).toBeFocused()
  await page.keyboard.press('Control+Alt+Enter')
  await page.keyboard.type('Last')
  await page.locator('main.page').evaluate((main) => main.scrollTo(0, 0))
  await pickLine(page, 1).click()
  await page.getByRole('button', { name: 'Move to chapter…' }).click()
  await page.getByRole('menuitem', { name: 'Last' }).click()
  await expect(lineText(page, 46)).toHaveValue(first)
  await expect(lineText(page, 46)).toBeInViewport()
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
  // A language is chosen for all of them, and then left to their texts again.
  const languages = bar.page().getByRole('combobox', { name: 'Language', exact: true })
  const languageOf = (number: number) =>
    page.getByRole('button', { name: new RegExp(`^Language of line ${number}:`) })
  for (const [choice, first] of [
    ['Igbo', 'Igbo'],
    ['Detect from the text', 'English'],
  ] as const) {
    await bar.getByRole('button', { name: 'Change…' }).click()
    await languages.click()
    await page.getByRole('option', { name: choice }).click()
    await page.keyboard.press('Escape')
    await expect(languageOf(1)).toHaveAccessibleName(`Language of line 1: ${first}`)
  }
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

test('a comment is written beside its line, changed there and resolved, and the settings of a line survive a reload', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await lineText(page, 2).focus()
  await page.getByRole('button', { name: 'Write a comment on line 2' }).click()
  const box = page.getByRole('textbox', { name: 'Comment on line 2' })
  await expect(box).toBeFocused()
  await page.keyboard.type('Smile here')
  await page.keyboard.press('Enter')
  await expect(lineText(page, 2)).toBeFocused()
  const comment = page.getByRole('note', { name: 'Comment on line 2' })
  await comment.getByRole('button', { name: /^Smile here\. Change/ }).click()
  await page.keyboard.type(', please.')
  await page.keyboard.press('Escape')
  await expect(comment).toContainText('Smile here, please.')
  await page.keyboard.press('Control+Alt+m')
  await expect(box).toHaveValue('Smile here, please.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Speed of line 2: 1×' }).click()
  await page.getByRole('slider', { name: 'Volume of line 2' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await saved(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Speed of line 2: 1×, +1 dB' })).toBeVisible()
  await expect(comment).toContainText('Smile here, please.')
  await page.getByRole('button', { name: 'Resolve the comment on line 2' }).click()
  await expect(page.getByRole('note')).toHaveCount(0)
  await expect(lineText(page, 2)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(comment).toBeVisible()
})

test('the hook of a letter is seen wherever it is written', async ({ page, host }) => {
  await openScript(page, host.studioUrl)
  await page.getByRole('textbox', { name: 'Script title' }).fill('Ƴan ƙasa')
  await page.getByRole('button', { name: 'Letters', exact: true }).click()
  await page.getByRole('combobox', { name: 'Language of the keys' }).selectOption('Hausa')
  await page.evaluate(() => document.fonts.ready)
  const faces = await page.evaluate(() =>
    [...document.fonts].flatMap(({ family, status, weight }) =>
      family.includes('Andika Hooks') ? [`${weight} ${status}`] : [],
    ),
  )
  // The title is bold, the keys are not.
  expect(faces.toSorted()).toEqual(['100 500 loaded', '600 900 loaded'])
  for (const element of [
    page.getByRole('textbox', { name: 'Script title' }),
    page.getByRole('button', { name: 'ƴ', exact: true }),
    page.locator('body'),
  ])
    await expect(element).toHaveCSS('font-family', /^"?Andika Hooks/)
})

test('the voice of a new script is one of the language in which it is written, until a person chooses another', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  const newProject = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Project menu' }).click()
    await page.getByRole('menuitem', { name: 'New project' }).click()
    await page.getByRole('button', { name: 'Write the first line' }).click()
  }
  await newProject()
  await paste(page, 'Barka da zuwa bankinmu.\nIdan kana son ganin kuɗinka, danna ɗaya.')
  for (const number of [1, 2])
    await expect(
      page.getByRole('button', {
        name: new RegExp(`Voice for line ${number}: (Hasan|Amina|Aliyu|Zainab)`),
      }),
    ).toBeVisible()
  await page.getByRole('button', { name: 'Add line' }).click()
  await page.keyboard.type('Danna ɗaya. [en]For English, press two.[/en]')
  await lineText(page, 1).focus()
  await expect(page.getByRole('button', { name: 'Language of line 3: Hausa' })).toBeVisible()

  await newProject()
  await page.getByRole('button', { name: /^Voice for line 1/ }).click()
  await page.getByRole('option', { name: /John/ }).click()
  await lineText(page, 1).fill('Barka da zuwa bankinmu.')
  await expect(page.getByRole('button', { name: 'Language of line 1: Hausa' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Voice for line 1: John' })).toBeVisible()
})

test('letters and tone marks come from the on-screen keys, at the caret and with undo', {
  tag: '@tour',
}, async ({ page, host }) => {
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
  // Any other field that has the focus gets the letter: the title, and the search.
  await keys.getByRole('combobox', { name: 'Language of the keys' }).selectOption('yo')
  const title = page.getByRole('textbox', { name: 'Script title' })
  await title.fill('Iroyin')
  await keys.getByRole('button', { name: 'ẹ', exact: true }).click()
  await expect(title).toHaveValue('Iroyinẹ')
  await page.keyboard.press('Control+f')
  const find = page.getByRole('textbox', { name: 'Find', exact: true })
  await find.fill('oj')
  await keys.getByRole('button', { name: 'ọ', exact: true }).click()
  await keys.getByRole('button', { name: /^High tone/ }).click()
  await expect(find).toHaveValue('ojọ́')
  await expect(find).toBeFocused()
  await expect(page.getByRole('search').getByText('1 of 1')).toBeVisible()
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
