import { expect, type Page } from 'playwright/test'
import { violations } from './axe.ts'
import { cutOff } from './cut-off.ts'
import { test } from './fixtures.ts'
import { lineOf, lineText, openScript, writeLines } from './script-actions.ts'

/** The button may say too how sure the language is. */
const languageOf = (page: Page, number: number, language: string) =>
  page.getByRole('button', { name: new RegExp(`^Language of line ${number}: ${language}`) })

test('a line is spoken in another language by the same voice, and undo restores the first language', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  await lineText(page, 1).fill('Room 3')
  await page.getByRole('button', { name: 'Play line 1' }).click()
  const words = page.getByRole('region', { name: 'Words of the take' })
  await expect(words).toContainText('three')
  await expect(lineOf(page, 1)).toContainText('Ready')
  await languageOf(page, 1, 'English').click()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitemradio')).toHaveCount(6)
  await expect(menu.getByRole('menuitemradio', { name: /^English/ })).toContainText('Lina’s own')
  await menu.getByRole('menuitemradio', { name: /^Yoruba/ }).click()
  await expect(languageOf(page, 1, 'Yoruba')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Voice for line 1: Lina' })).toBeVisible()
  await expect(lineText(page, 1)).toHaveAttribute('lang', 'yo')
  await expect(lineOf(page, 1)).toContainText('Changed')
  await page.getByRole('button', { name: 'Play line 1' }).click()
  await expect(words).toContainText('mẹ́ta')
  await expect(lineOf(page, 1)).toContainText('Ready')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(languageOf(page, 1, 'English')).toBeVisible()
  await expect(lineOf(page, 1)).toContainText('Ready')
})

test('the detected language stays when it is chosen, whatever is written then', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  await languageOf(page, 1, 'English').click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await lineText(page, 1).fill('Ẹ káàárọ̀. Ẹ kú ilé.')
  await lineText(page, 2).fill('Ẹ káàárọ̀. Ẹ kú ilé.')
  await expect(languageOf(page, 2, 'Yoruba')).toBeVisible()
  await expect(languageOf(page, 1, 'English')).toBeVisible()
  await languageOf(page, 1, 'English').click()
  await page.getByRole('menuitem', { name: 'Detect from the text' }).click()
  await expect(languageOf(page, 1, 'Yoruba')).toBeVisible()
})

test('the language of a line is kept when it is split, duplicated, reloaded and exported', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  await lineText(page, 1).fill('Ẹ káàárọ̀. Ẹ kú ilé.')
  // The language follows the text; the user's choice overrides it.
  await languageOf(page, 1, 'Yoruba').click()
  await chooseByKey(page, 'h')
  await languageOf(page, 1, 'Hausa').click()
  await page.getByRole('menuitem', { name: 'Detect from the text' }).click()
  await languageOf(page, 1, 'Yoruba').click()
  await expect(page.getByRole('menuitem', { name: 'Detect from the text' })).toBeHidden()
  await chooseByKey(page, 'h')
  await languageOf(page, 1, 'Hausa').click()
  await chooseByKey(page, 'y')
  await expect(languageOf(page, 1, 'Yoruba')).toBeFocused()
  await lineText(page, 1).focus()
  await page.keyboard.press('Home')
  for (let i = 0; i < 'Ẹ káàárọ̀.'.length; i++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(lineText(page, 2)).toHaveValue('Ẹ kú ilé.')
  await page.keyboard.press('Control+d')
  for (const number of [1, 2, 3]) await expect(languageOf(page, number, 'Yoruba')).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  for (const number of [1, 2, 3]) await expect(languageOf(page, number, 'Yoruba')).toBeVisible()
  const ordered = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('export.start')),
    )
  await page.reload()
  // A key that is pressed before the script is there opens nothing.
  await expect(languageOf(page, 3, 'Yoruba')).toBeVisible()
  await page.keyboard.press('Control+e')
  const downloading = page.waitForEvent('download')
  await page
    .getByRole('dialog', { name: 'Export the script' })
    .getByRole('button', { name: 'Export', exact: true })
    .click()
  expect(String((await ordered).payload).match(/languageChosen/g)).toHaveLength(3)
  await downloading
})

test('a script in six languages is typed with one voice, and each line is spoken in its own language', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  for (let line = 0; line < 6; line++)
    await page.getByRole('button', { name: 'Delete line 1' }).click()
  // The focus moves to the button that replaces the lines.
  await expect(page.getByRole('button', { name: 'Write the first line' })).toBeFocused()
  await page.keyboard.press('Enter')
  const lines = [
    ['Good morning, my name is Adaeze.', 'English'],
    ['ሰላም፣ እንዴት ነህ? ዛሬ ቀኑ ጥሩ ነው።', 'Amharic'],
    ['Ina kwana? Yaya aiki? Muna lafiya.', 'Hausa'],
    ['Kedu ka ị mere? Ọ dị mma, daalụ.', 'Igbo'],
    ['Bawo ni? Mo fe lo si oja lati ra eran.', 'Yoruba'],
    ['Wetin dey happen for here? I no sabi am o.', 'Nigerian Pidgin'],
  ] as const
  for (const [index, [text]] of lines.entries()) {
    if (index > 0) await page.keyboard.press('Enter')
    await expect(lineText(page, index + 1)).toBeFocused()
    await page.keyboard.insertText(text)
  }
  // Pending language detection finishes before anything is spoken.
  await page.getByRole('button', { name: 'Speak it', exact: true }).click()
  for (const [index, [, language]] of lines.entries()) {
    await expect(languageOf(page, index + 1, language)).toBeVisible()
    await expect(lineOf(page, index + 1)).toContainText('Ready')
  }
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden()
  await lineText(page, 5).focus()
  // The text was read as Yoruba: its diacritics were restored.
  await expect(page.getByRole('region', { name: 'Words of the take' })).toContainText('ẹran')
  await languageOf(page, 5, 'Yoruba').click()
  await page.getByRole('menuitem', { name: 'Add diacritics' }).click()
  await expect(lineText(page, 5)).toHaveValue('Báwo ni? Mo fẹ́ lọ sí ọjà láti ra ẹran.')
  await expect(page.getByRole('alert')).toContainText('Diacritics added')
  // It is read as before.
  await expect(lineOf(page, 5)).toContainText('Ready')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(lineText(page, 5)).toHaveValue('Bawo ni? Mo fe lo si oja lati ra eran.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(lineText(page, 6)).toHaveValue('')
})

test('short greetings are told by the languages of the project, and a doubt stays on the chip after a reload', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  await writeLines(page, 'Bata mi', 'Na gode', 'The meeting begins at nine in the morning.')
  const doubt = page.getByRole('button', { name: /^Language of line 1: .*not sure/ })
  await expect(doubt).toContainText('?')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(doubt).toContainText('?')
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Languages…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Languages of this project' })
  await expect(dialog).toContainText('None chosen')
  await dialog.getByRole('checkbox', { name: 'Yoruba' }).check()
  await dialog.getByRole('checkbox', { name: 'Hausa' }).check()
  await expect(dialog).toContainText('the usual voice of Yoruba')
  expect(await violations(page, '.mantine-Modal-body')).toEqual([])
  await page.setViewportSize({ width: 390, height: 800 })
  await expect.poll(() => page.evaluate(cutOff)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 720 })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(languageOf(page, 1, 'Yoruba')).toBeVisible()
  await expect(languageOf(page, 2, 'Hausa')).toBeVisible()
  await expect(languageOf(page, 3, 'English')).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(languageOf(page, 1, 'Yoruba')).toBeVisible()
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Languages…' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Yoruba' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'English' })).not.toBeChecked()
})

test('a voice introduces itself in the list without changing any line', async ({ page, host }) => {
  await page.goto(host.studioUrl)
  await page.getByRole('button', { name: 'Voice for line 2: Sade' }).click()
  const groups = page.getByRole('listbox').getByRole('group')
  await expect(groups).toHaveCount(6)
  await expect(groups.first()).toContainText('Yoruba')
  const hear = (name: string) =>
    page.getByRole('button', { name: `Listen to ${name}`, exact: true })
  await expect(page.getByRole('button', { name: /^Listen to / })).toHaveCount(28)
  const stop = page.getByRole('button', { name: 'Stop', exact: true })
  await hear('Funmi').click()
  await expect(hear('Funmi')).toHaveAttribute('aria-pressed', 'true')
  await expect(stop).toBeVisible()
  await hear('Segun').click()
  await expect(hear('Funmi')).toHaveAttribute('aria-pressed', 'false')
  await expect(hear('Segun')).toHaveAttribute('aria-pressed', 'true')
  await hear('Segun').click()
  await expect(hear('Segun')).toHaveAttribute('aria-pressed', 'false')
  await expect(stop).toBeHidden()
  // A preview ends by itself.
  await hear('Hana').click()
  await expect(hear('Hana')).toHaveAttribute('aria-pressed', 'true')
  await expect(hear('Hana')).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Voice for line 2: Sade' })).toBeFocused()
  await expect(lineOf(page, 2)).toContainText('Not spoken')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
})

test('previews are controlled with the keyboard, and stop when the list closes', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  await page.getByRole('button', { name: 'Voice for line 2: Sade' }).press('Enter')
  const hear = (name: string) =>
    page.getByRole('button', { name: `Listen to ${name}`, exact: true })
  await expect(page.getByRole('option', { name: /^Sade/ })).toHaveAttribute(
    'data-combobox-selected',
    'true',
  )
  await expect(page.getByRole('textbox', { name: 'Search voices for line 2' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: /^Funmi/ })).toHaveAttribute(
    'data-combobox-selected',
    'true',
  )
  await page.keyboard.press('Tab')
  await expect(hear('Funmi')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(hear('Segun')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(hear('Segun')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Record a voice' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'Search voices for line 2' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Voice for line 2: Segun' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Speak it', exact: true })).toBeVisible()
})

test('the button that opens a list, a menu or a slider also closes it', async ({ page, host }) => {
  await page.goto(host.studioUrl)
  for (const [button, opened] of [
    ['Voice for line 1: Lina', page.getByRole('listbox')],
    ['Language of line 1: English', page.getByRole('menu')],
    ['Speed of line 1: 1×', page.getByRole('slider', { name: 'Speed of line 1' })],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await expect(opened).toBeVisible()
    await page.getByRole('button', { name: button }).click()
    await expect(opened).toBeHidden()
  }
})

/** Types the first letter of a language into the open menu, which takes keys once it has the focus. */
async function chooseByKey(page: Page, letter: string): Promise<void> {
  await expect(page.locator('[role="menu"]:focus-within')).toBeVisible()
  await page.keyboard.press(letter)
  await expect(page.locator('[role="menuitemradio"]:focus')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeHidden()
}

test('a stretch in another language is shown with its line, and is kept there or read in that of the line', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  const said = 'but they are not back yet'
  const [before, after] = ['Àwọn ọmọ náà ti lọ, ', ', ẹ jọ̀wọ́ ẹ pè wọ́n wá sílé.']
  await writeLines(page, `${before}${said}${after}`, 'Ẹ káàárọ̀. Ẹ kú ilé.')
  await expect(languageOf(page, 1, 'Yoruba')).toBeVisible()
  await expect(languageOf(page, 2, 'Yoruba')).toBeVisible()
  await lineText(page, 1).click()
  await expect(lineOf(page, 1).locator('.other-language')).toHaveText(said)
  const offers = page.getByRole('region', { name: 'Other languages in line 1' })
  const offer = offers.getByRole('button', { name: `Read as English: “${said}”` })
  await expect(offer).toBeVisible()
  expect(await violations(page)).toEqual([])
  await offer.click()
  await page.getByRole('menuitem', { name: 'Always read it as English' }).click()
  await expect(lineText(page, 1)).toHaveValue(`${before}[en]${said}[/en]${after}`)
  await expect(offers).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await offer.click()
  await page.getByRole('menuitem', { name: 'Read it as Yoruba' }).click()
  await expect(lineText(page, 1)).toHaveValue(`${before}[yo]${said}[/yo]${after}`)
  await expect(offers).toBeHidden()
  // The words of the take are those of the language that was chosen.
  await page.getByRole('button', { name: 'Play line 1' }).click()
  await expect(lineOf(page, 1)).toContainText('Ready')
  await lineText(page, 2).click()
  await expect(page.getByRole('region', { name: /^Other languages/ })).toHaveCount(0)
})
