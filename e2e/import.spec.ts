import { expect, type Page } from 'playwright/test'
import { violations } from './axe.ts'
import { test } from './fixtures.ts'
import { DRAMA, importDialog, importFile } from './import-actions.ts'
import { lineOf, lineText, openScript } from './script-actions.ts'

/** Drops files onto the window: names, each followed by its content. */
async function drop(page: Page, ...files: readonly (string | Uint8Array)[]): Promise<void> {
  const contents = files.map((part, index) =>
    index % 2 === 0 ? String(part) : [...Buffer.from(part)],
  )
  await page.evaluate((parts) => {
    const transfer = new DataTransfer()
    for (let at = 0; at < parts.length; at += 2) {
      const bytes = new Uint8Array(parts[at + 1] as number[])
      transfer.items.add(new File([bytes], String(parts[at])))
    }
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }))
  }, contents)
}

const voiceOf = (page: Page, number: number, name: string) =>
  lineOf(page, number).getByRole('button', { name: `Voice for line ${number}: ${name}` })

test('a Word document becomes lines, its names are cast, and a line of it is spoken', {
  tag: '@tour',
}, async ({ page, host }) => {
  await openScript(page, host.studioUrl)
  const dialog = await importFile(page, 'drama.docx', DRAMA)
  await expect(dialog.getByRole('status')).toContainText('5 lines, 1 chapter')
  await expect(dialog.getByRole('status')).toContainText('Yoruba 2')
  await expect(dialog.getByRole('switch', { name: /Speak stage directions/ })).not.toBeChecked()
  await expect(dialog.getByLabel('Voice of Ṣọlá')).not.toHaveValue(
    await dialog.getByLabel('Voice of Narrator').inputValue(),
  )
  await dialog.getByLabel('Voice of Narrator').selectOption({ label: 'Kingsley' })
  await dialog.getByLabel('Voice of Chidi').selectOption({ label: 'John' })
  await dialog.getByText('Replace the script').click()
  expect(await violations(page, '.mantine-Modal-body')).toEqual([])
  await dialog.getByRole('button', { name: 'Import 5 lines' }).click()
  await expect(dialog).toBeHidden()
  await expect(lineText(page, 3)).toHaveValue('Good morning, my people. Sit down, please.')
  await expect(voiceOf(page, 3, 'John')).toBeVisible()
  await expect(voiceOf(page, 1, 'Kingsley')).toBeVisible()
  await lineOf(page, 3).getByRole('button', { name: 'Speak line 3' }).click()
  await expect(lineOf(page, 3).getByRole('button', { name: /^(Play|Pause) line 3/ })).toBeVisible()
  // Undo is one step, and the cast is remembered all the same.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(lineText(page, 6)).toBeVisible()
  await expect(lineText(page, 1)).not.toHaveValue('Ilé ẹjọ́')
  await importFile(page, 'next.txt', 'Narrator: It is evening.\nChidi: Good night.\n')
  await expect(dialog.getByLabel('Voice of Narrator')).toHaveValue('kingsley')
  await expect(dialog.getByLabel('Voice of Chidi')).toHaveValue('john')
})

test('the columns of a table are recognised, and a person may change them', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  const dialog = await importFile(
    page,
    'calls.csv',
    'id,agent,prompt,language\n1,Ada,"Welcome, caller.",en\n2,Musa,Barka da zuwa.,ha\n3,Ada,Goodbye.,en\n',
  )
  await expect(dialog.getByLabel('prompt')).toHaveValue('text')
  await expect(dialog.getByLabel('language', { exact: true })).toHaveValue('language')
  await dialog.getByLabel('agent').selectOption('Who speaks')
  expect(await violations(page, '.mantine-Modal-body')).toEqual([])
  await expect(dialog.getByLabel('Voice of Musa')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 3 lines' }).click()
  await expect(lineText(page, 7)).toHaveValue('Welcome, caller.')
  await expect(lineText(page, 8)).toHaveValue('Barka da zuwa.')
  await expect(page.getByRole('button', { name: 'Language of line 8: Hausa' })).toBeVisible()
})

test('subtitles keep their times, and broken ones are named', async ({ page, host }) => {
  await openScript(page, host.studioUrl)
  const dialog = await importFile(
    page,
    'film.srt',
    '1\n00:00:01,000 --> 00:00:02,500\nGood morning to you.\n\n2\n00:0x:03,000 --> 00:00:04,000\nThis one has lost its time.\n',
  )
  await expect(dialog.getByText('2 (line 5)')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 2 lines' }).click()
  await expect(lineText(page, 7)).toHaveValue('Good morning to you.')
  await expect(lineOf(page, 7).getByTitle(/In the recording from 0:01/)).toBeVisible()
})

test('UTF-16 is read when it is dropped, an empty file is named, a PDF says what to do', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await drop(page, 'ethiopic.txt', Buffer.from('ሰላም ለዓለም።\r\nእንደምን አደርክ?', 'utf16le'))
  const dialog = importDialog(page)
  await expect(dialog.getByLabel('Letters are stored as')).toContainText('UTF-16 LE (recognised)')
  await dialog.getByRole('button', { name: 'Import 2 lines' }).click()
  await expect(lineText(page, 8)).toHaveValue('እንደምን አደርክ?')
  await drop(page, 'nothing.txt', new Uint8Array())
  await expect(page.getByText('nothing.txt is empty (0 bytes).')).toBeVisible()
  await drop(page, 'paper.pdf', Buffer.from('%PDF-1.7 x'))
  await expect(dialog.getByRole('alert')).toContainText('save it as .docx or .txt')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
})

test('a pasted script with names opens the same dialog, at the line where it is pasted', async ({
  page,
  host,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openScript(page, host.studioUrl)
  await lineText(page, 2).click()
  await lineText(page, 2).evaluate((box) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData(
      'text/plain',
      'Mama Ngozi: Nnọọ, kedu ka ị mere?\nUncle (coughs): I am well, thank you.\nNote: bring the drum.',
    )
    box.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  const dialog = importDialog(page)
  await expect(dialog.getByText('Pasted text')).toBeVisible()
  await expect(dialog.getByLabel('Voice of Note')).toHaveCount(0)
  await expect(dialog.getByRole('status')).toContainText('Igbo')
  expect(await violations(page, '.mantine-Modal-body')).toEqual([])
  await dialog.getByRole('switch', { name: /Speak stage directions/ }).click()
  await dialog.getByRole('button', { name: 'Import 3 lines' }).click()
  await expect(lineText(page, 3)).toHaveValue('Nnọọ, kedu ka ị mere?')
  await expect(lineText(page, 4)).toHaveValue('(coughs) I am well, thank you.')
  await expect(lineText(page, 5)).toHaveValue('Note: bring the drum.')
})

test('what is copied with its formatting is pasted as plain words, and cells of a spreadsheet as a table', async ({
  context,
  page,
  host,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openScript(page, host.studioUrl)
  const copy = (html: string, plain: string) =>
    page.evaluate(
      async ([rich = '', text = '']) => {
        const blob = (type: string, content: string) => new Blob([content], { type })
        const both = {
          'text/html': blob('text/html', rich),
          'text/plain': blob('text/plain', text),
        }
        await navigator.clipboard.write([new ClipboardItem(both)])
      },
      [html, plain],
    )
  await copy('<p style="color:red"><b>Ẹ káàárọ̀</b>, <i>Ada</i>.</p>', 'Ẹ káàárọ̀, Ada.')
  await lineText(page, 1).fill('')
  await page.keyboard.press('Control+V')
  await expect(lineText(page, 1)).toHaveValue('Ẹ káàárọ̀, Ada.')
  await copy(
    '<table><tr><td>Ada</td><td>Good morning.</td></tr><tr><td>Musa</td><td>Ina kwana?</td></tr></table>',
    'Ada\tGood morning.\nMusa\tIna kwana?\n',
  )
  await lineText(page, 2).click()
  await page.keyboard.press('Control+V')
  const dialog = importDialog(page)
  await expect(dialog.getByText('Pasted text')).toBeVisible()
  await dialog.getByLabel('Column 1').selectOption('Who speaks')
  await expect(dialog.getByLabel('Voice of Musa')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 2 lines' }).click()
  await expect(lineText(page, 3)).toHaveValue('Good morning.')
  await expect(lineText(page, 4)).toHaveValue('Ina kwana?')
})

test('files are imported one after the other, in the encoding that is chosen; cancelling leaves no trace', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await drop(
    page,
    'mac.txt',
    Buffer.from('caf\x8e au lait', 'latin1'),
    'second.md',
    '# Two\n\nHello.',
  )
  const dialog = importDialog(page)
  await expect(dialog.getByText('does not say how its letters are stored')).toBeVisible()
  await dialog.getByLabel('Letters are stored as').selectOption('macintosh')
  await expect(dialog.getByText('café au lait')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByText('second.md')).toBeVisible()
  await expect(dialog.getByText('1 line, 1 chapter')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('textbox', { name: /^Line \d/ })).toHaveCount(6)
})

test('the dialog fits a narrow window, and the keyboard reaches everything in it', async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await openScript(page, host.studioUrl)
  const dialog = await importFile(page, 'drama.docx', DRAMA)
  await expect(dialog.getByRole('status')).toContainText('Yoruba 2')
  const overflow = await dialog.evaluate(
    ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
  )
  expect(overflow).toBe(0)
  await dialog.getByText('Replace the script').click()
  await dialog.getByLabel('Voice of Narrator').focus()
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Voice of Ṣọlá')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
