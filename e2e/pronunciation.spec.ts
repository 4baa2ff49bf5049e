import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Locator, type Page } from 'playwright/test'
import { violations } from './axe.ts'
import { test } from './fixtures.ts'
import { lineOf, lineText, openScript, writeLines } from './script-actions.ts'

const CLI = join(import.meta.dirname, '../out/main/cli.js')

/** Chooses the language of a line. */
async function setLanguage(page: Page, number: number, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Language of line ${number}`) }).click()
  await page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) }).click()
}

/** Puts the cursor into the first place of a word in a line, and opens how it is read with the keyboard. */
async function openWord(page: Page, number: number, word: string): Promise<Locator> {
  const box = lineText(page, number)
  await box.focus()
  await box.evaluate((element, wanted) => {
    const area = element as HTMLTextAreaElement
    const at = area.value.indexOf(wanted) + 1
    area.setSelectionRange(at, at)
  }, word)
  await page.keyboard.press('Control+Alt+p')
  const popover = page.getByRole('dialog', { name: `How “${word}” of line ${number} is read` })
  await expect(popover.getByRole('region', { name: 'Read now' })).toBeVisible()
  return popover
}

/** Accepts a reading that the popover offers. */
async function use(popover: Locator, name: string, where: string): Promise<void> {
  await popover.getByRole('button', { name: `Use: ${name}`, exact: true }).click()
  await popover.getByRole('menuitem', { name: where }).click()
  await expect(popover).toBeHidden()
}

test('a click on a word shows how it is read, and a reading is heard and written into the line', {
  tag: '@tour',
}, async ({ page, host }) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Hello')
  await setLanguage(page, 1, 'English')
  await lineText(page, 1).click({ position: { x: 20, y: 14 } })
  await page.getByRole('button', { name: 'How “Hello” is read' }).click()
  const popover = page.getByRole('dialog', { name: 'How “Hello” of line 1 is read' })
  await expect(popover.getByRole('list', { name: 'Syllables' })).toContainText('stressed')
  await expect(popover.getByText('/həˈloʊ/', { exact: true })).toBeVisible()
  await expect(popover.getByText('/hɛˈloʊ/')).toBeVisible()
  expect(await violations(page)).toEqual([])
  const hear = popover.getByRole('button', { name: 'Hear: “Hello” as it is read now' })
  await hear.click()
  await expect(hear).toHaveAttribute('aria-pressed', 'true')
  await expect(hear).toHaveAttribute('aria-pressed', 'false')
  await popover.getByRole('textbox', { name: 'Say it like this text' }).fill('hullo [there')
  await expect(popover.getByText(/must not contain/)).toBeVisible()
  await popover.getByRole('textbox', { name: 'Say it like this text' }).fill('hullo')
  await use(popover, 'your own reading', 'In this line')
  await expect(lineText(page, 1)).toHaveValue('[say: hullo]')
  await expect(lineText(page, 1)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(lineText(page, 1)).toHaveValue('Hello')
})

test('the dictionary makes outdated what it changes, and nothing else', async ({ page, host }) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Ask Zik now.', 'Nothing else.')
  for (const number of [1, 2]) await setLanguage(page, number, 'English')
  await page.getByRole('button', { name: 'Speak it' }).click()
  for (const number of [1, 2]) await expect(lineOf(page, number).getByText('Ready')).toBeVisible()
  const popover = await openWord(page, 1, 'Zik')
  await popover.getByRole('combobox', { name: 'Kind' }).selectOption('IPA')
  await popover.getByRole('textbox', { name: 'IPA' }).fill('ˈzik')
  await use(popover, 'your own reading', 'In this project')
  await expect(lineOf(page, 1).getByText('Changed')).toBeVisible()
  await expect(lineOf(page, 2).getByText('Ready')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(lineOf(page, 1).getByText('Ready')).toBeVisible()
  const again = await openWord(page, 1, 'Zik')
  await again.getByRole('textbox', { name: 'Say it like this text' }).fill('zeek')
  await use(again, 'your own reading', 'Everywhere')
  await expect(lineOf(page, 1).getByText('Changed')).toBeVisible()
  await page.getByRole('button', { name: 'Speak changed (1)' }).click()
  await expect(lineOf(page, 1).getByText('Ready')).toBeVisible()
  const third = await openWord(page, 1, 'Zik')
  await expect(third.getByText('Dictionary: Everywhere')).toBeVisible()
  await third.getByRole('button', { name: 'Remove zeek from the dictionary' }).click()
  await expect(third).toBeHidden()
  await expect(lineOf(page, 1).getByText('Ready')).toBeVisible()
})

test('doubtful Yoruba marks are underlined, heard with and without, and accepted', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Mo ri oko.', 'Oko laptop.')
  for (const number of [1, 2]) await setLanguage(page, number, 'Yoruba')
  await lineText(page, 1).focus()
  const doubts = page.getByRole('region', { name: 'Doubtful marks of line 1' })
  await expect(doubts.getByRole('button', { name: 'oko' })).toBeVisible()
  await expect(lineOf(page, 1).locator('.doubtful-word', { hasText: 'oko' })).toHaveCount(1)
  await doubts.getByRole('button', { name: 'oko' }).click()
  const popover = page.getByRole('dialog', { name: 'How “oko” of line 1 is read' })
  await expect(popover.getByText(/%$/).nth(1)).toBeVisible()
  await expect(popover.getByRole('list', { name: 'Syllables' }).first()).toContainText(
    /low|mid|high/,
  )
  for (const name of ['A: as written', 'B: with marks']) {
    const hear = popover.getByRole('button', { name: new RegExp(`^${name}`) })
    await hear.click()
    await expect(hear).toHaveAttribute('aria-pressed', 'true')
    await expect(hear).toHaveAttribute('aria-pressed', 'false')
  }
  await use(popover, 'ọkọ̀', 'Everywhere')
  await expect(lineOf(page, 1).locator('.doubtful-word', { hasText: 'oko' })).toHaveCount(0)
  const accepted = await openWord(page, 2, 'Oko')
  await expect(accepted.getByText('Ọkọ̀', { exact: false }).first()).toBeVisible()
  await accepted.getByRole('button', { name: 'Close' }).click()
  const english = await openWord(page, 2, 'laptop')
  await use(english, 'As English', 'In this line')
  await expect(lineText(page, 2)).toHaveValue('Oko [en]laptop[/en].')
  await lineText(page, 1).focus()
  await expect(lineOf(page, 2).locator('.markup-chip', { hasText: 'English' })).toBeVisible()
})

test('a word that the dictionary has is not in doubt, and the way to its reading stays inside the window', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, '[en]Good morning.[/en] Mo ri oko lana.')
  await setLanguage(page, 1, 'Yoruba')
  const doubtful = lineOf(page, 1).locator('.doubtful-word', { hasText: 'oko' })
  await expect(doubtful).toHaveCount(1)
  for (const size of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    const popover = await openWord(page, 1, 'oko')
    await expect(popover.getByText(/^\d+ % · as now$/)).toHaveCount(1)
    const box = await popover.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(size.width)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(size.height)
    await page.keyboard.press('Escape')
  }
  const popover = await openWord(page, 1, 'oko')
  await popover.getByRole('textbox', { name: 'Say it like this text' }).fill('ọkọ̀')
  await use(popover, 'your own reading', 'In this project')
  await expect(doubtful).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(doubtful).toHaveCount(1)
  // Marks are written into the Yoruba of a line alone.
  await page.getByRole('button', { name: 'Language of line 1: Yoruba' }).click()
  await page.getByRole('menuitem', { name: 'Add diacritics' }).click()
  await expect(lineText(page, 1)).toHaveValue(/^\[en\]Good morning\.\[\/en\] Mo rí .*\.$/)
})

test('the dictionary screen adds, changes, finds, removes and brings back words', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await page.getByRole('link', { name: 'Dictionary', exact: true }).click()
  await expect(page.getByText('No word is in the dictionary yet.')).toBeVisible()
  const add = async (word: string, kind: string, said: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add a word' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a word' })
    await dialog.getByRole('textbox', { name: 'Word, as it is written' }).fill(word)
    await dialog.getByRole('combobox', { name: 'Say it as' }).selectOption(kind)
    await dialog.getByRole('textbox', { name: /^(IPA|Text to say)/ }).fill(said)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  }
  await add('Zik', 'Other text', 'zeek')
  await add('Shoyinka', 'IPA', 'ʘ')
  const dialog = page.getByRole('dialog', { name: 'Add a word' })
  await expect(dialog.getByRole('alert')).toContainText('U+0298')
  await dialog.getByRole('textbox', { name: /^IPA/ }).fill('ʃojinka')
  await dialog.getByRole('combobox', { name: 'Where' }).selectOption('project')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const words = page.getByRole('table', { name: 'Words' })
  await expect(words.getByRole('row')).toHaveCount(3)
  await expect(words.getByRole('row', { name: /Shoyinka/ })).toContainText('This project')
  const hear = page.getByRole('button', { name: 'Hear “Zik” as zeek' })
  await hear.click()
  await expect(hear).toHaveAttribute('aria-pressed', 'true')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Change “Zik”' }).click()
  const change = page.getByRole('dialog', { name: 'Change “Zik”' })
  await change.getByRole('textbox', { name: 'Text to say instead' }).fill('zick')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(words.getByText('zick')).toBeVisible()
  await page.getByRole('textbox', { name: 'Search the dictionary' }).fill('shoy')
  await expect(words.getByRole('row')).toHaveCount(2)
  await page.getByRole('textbox', { name: 'Search the dictionary' }).fill('')
  await page.getByRole('button', { name: 'Remove “Zik”' }).click()
  await expect(words.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Bring back' }).click()
  await expect(words.getByText('zick')).toBeVisible()
})

test('a list is imported after it was shown, and exported as CSV and PLS', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  const env = { ...process.env, GRIOT_HOME: host.home }
  await promisify(execFile)(process.execPath, [CLI, 'dictionary', 'add', 'Zik', '--say', 'zeek'], {
    env,
  })
  await page.getByRole('link', { name: 'Dictionary', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Words' })).toContainText('zeek')
  const choose = async (name: string, contents: string | Buffer): Promise<void> => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import…' }).click()
    await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(contents) })
  }
  await choose('latin.csv', Buffer.from('word,say_as\ncafé,x\n', 'latin1'))
  await expect(page.getByRole('alert')).toContainText('not a text in UTF-8')
  const dialog = page.getByRole('dialog', { name: /^Import/ })
  const bomb = '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><lexicon>&b;</lexicon>'
  for (const [name, contents, words] of [
    ['bomb.pls', bomb, 'Line 1'],
    ['wrong.csv', 'word,say_as\nx\n', 'Line 2: It has 1 fields, the first line 2.'],
  ] as const) {
    await choose(name, contents)
    await expect(dialog.getByRole('alert')).toContainText(words)
    await expect(dialog.getByRole('button', { name: /^Import 0/ })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
  const pls = `<?xml version="1.0" encoding="UTF-8"?>
<lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="ipa" xml:lang="yo">
  <lexeme><grapheme>Ìbàdàn</grapheme><phoneme>ìbàdã̀</phoneme></lexeme>
</lexicon>`
  await choose('words.pls', pls)
  await expect(dialog.getByRole('status')).toContainText('1 will be added, 0 will get another')
  await dialog.getByRole('button', { name: 'Import 1 word' }).click()
  await expect(page.getByText('1 added, 0 replaced.')).toBeVisible()
  await choose('words.csv', 'word,say_as\nZik,zick\nAda,ah da\n')
  await expect(dialog.getByRole('row', { name: /Zik zick zeek/ })).toContainText('Replaced')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import 2 words' }).click()
  await expect(page.getByRole('table', { name: 'Words' }).getByRole('row')).toHaveCount(4)
  const saved = async (item: string): Promise<string> => {
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: item }).click()
    return readFile(await (await download).path(), 'utf8')
  }
  expect(await saved('All words as CSV')).toContain('Zik,zick')
  const exported = await saved('Yoruba words as PLS')
  expect(exported).toContain('<phoneme>ìbàdã̀</phoneme>')
  expect(exported).not.toContain('Zik')
})
