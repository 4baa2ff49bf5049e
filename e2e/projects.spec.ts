import { once } from 'node:events'
import { readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { test } from './fixtures.ts'
import { importFile } from './import-actions.ts'
import { lineText, openScript } from './script-actions.ts'

const saved = (page: Page) => page.getByText('Saved', { exact: true })
const title = (page: Page) => page.getByRole('textbox', { name: 'Script title' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Makes a project with a title and one line, and waits until it is saved. */
async function makeProject(page: Page, name: string, text: string): Promise<void> {
  await choose(page, 'New project')
  await expect(title(page)).toHaveValue('')
  await title(page).fill(name)
  await page.getByRole('button', { name: 'Write the first line' }).click()
  await lineText(page, 1).fill(text)
  await expect(saved(page)).toBeVisible()
}

test('projects are made, opened, renamed, duplicated, archived and deleted with undo', {
  tag: '@tour',
}, async ({ page, host }) => {
  await openScript(page, host.studioUrl)
  const first = await title(page).inputValue()
  await makeProject(page, 'Ìròyìn òwúrọ̀', 'Ẹ káàárọ̀ o.')
  const folders = readdirSync(join(host.home, 'projects'))
  expect(folders).toContainEqual(expect.stringMatching(/^project-[\da-f]{8}$/))
  await choose(page, first)
  await expect(lineText(page, 6)).toBeVisible()
  // A reload opens what this tab had open.
  await choose(page, 'Ìròyìn òwúrọ̀')
  await expect(lineText(page, 1)).toHaveValue('Ẹ káàárọ̀ o.')
  await page.reload()
  await expect(lineText(page, 1)).toHaveValue('Ẹ káàárọ̀ o.')
  await choose(page, 'Duplicate')
  await expect(title(page)).toHaveValue('Ìròyìn òwúrọ̀ (copy)')
  await choose(page, 'Rename')
  await expect(title(page)).toBeFocused()
  await page.keyboard.type('Ìròyìn alẹ́')
  await expect(saved(page)).toBeVisible()
  await choose(page, 'Delete')
  await expect(title(page)).not.toHaveValue('Ìròyìn alẹ́')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(title(page)).toHaveValue('Ìròyìn alẹ́')
  await expect(lineText(page, 1)).toHaveValue('Ẹ káàárọ̀ o.')
  await choose(page, 'Archive')
  await expect(title(page)).not.toHaveValue('Ìròyìn alẹ́')
  await choose(page, 'All projects…')
  const all = dialog(page, 'Projects')
  await expect(all.getByRole('listitem')).toHaveCount(2)
  // Marks do not matter to the search.
  await all.getByRole('textbox', { name: 'Search projects' }).fill('iroyin')
  await expect(all.getByRole('listitem')).toHaveCount(1)
  await all.getByRole('textbox', { name: 'Search projects' }).fill('')
  await all.getByText('Archived', { exact: true }).click()
  await all.getByRole('button', { name: 'Unarchive Ìròyìn alẹ́' }).click()
  await expect(all.getByText('No project is archived.')).toBeVisible()
  await all.getByText('Projects', { exact: true }).last().click()
  await all.getByRole('button', { name: 'Open Ìròyìn alẹ́' }).click()
  await expect(title(page)).toHaveValue('Ìròyìn alẹ́')
})

test('windows with the same project are edited together, and one with another project is left alone', async ({
  context,
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  const other = await context.newPage()
  await other.goto(host.url)
  await expect(lineText(other, 6)).toBeVisible()
  await makeProject(other, 'Òmíràn', 'Another project.')
  await lineText(page, 1).fill('Only in the first project.')
  await expect(saved(page)).toBeVisible()
  await expect(lineText(other, 1)).toHaveValue('Another project.')
  const third = await context.newPage()
  await third.goto(host.url)
  await expect(lineText(third, 1)).toHaveValue('Another project.')
  await lineText(third, 1).fill('Written in the third window.')
  await expect(lineText(other, 1)).toHaveValue('Written in the third window.')
  await expect(lineText(page, 1)).toHaveValue('Only in the first project.')
})

test('a moved folder is listed as missing and found again; a project of any folder can be opened', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await makeProject(page, 'Ìtàn', 'Ní ọjọ́ kan.')
  const menu = page.getByRole('menu', { name: 'Project menu' })
  await page.getByRole('button', { name: 'Project menu' }).click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  const [moving = ''] = readdirSync(join(host.home, 'projects')).filter((name) =>
    name.startsWith('proj'),
  )
  const moved = join(host.home, `ibòmíràn ${'ẹ'.repeat(40)}`)
  renameSync(join(host.home, 'projects', moving), moved)
  await lineText(page, 1).fill('Not lost.')
  await expect(page.getByText('Not saved yet', { exact: true })).toBeVisible()
  await choose(page, 'All projects…')
  const all = dialog(page, 'Projects')
  await all.getByRole('button', { name: 'Find it… Ìtàn' }).click()
  const folder = all.getByRole('textbox', { name: 'Folder of Ìtàn' })
  await folder.fill(join(host.home, 'nowhere'))
  await all.getByRole('button', { name: 'It is here' }).click()
  await expect(all.getByRole('alert')).toContainText('not there')
  await folder.fill(moved)
  await all.getByRole('button', { name: 'It is here' }).click()
  await expect(folder).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(saved(page)).toBeVisible()
  await expect.poll(() => readFileSync(join(moved, 'journal.jsonl'), 'utf8')).toContain('Not lost.')
})

test('previous versions are looked at and brought back', async ({ page, host }) => {
  await openScript(page, host.studioUrl)
  await choose(page, 'Previous versions…')
  await expect(dialog(page, 'Previous versions')).toContainText('There is no previous version yet')
  await page.keyboard.press('Escape')
  await lineText(page, 1).fill('The first version.')
  await choose(page, 'Previous versions…')
  const versions = dialog(page, 'Previous versions')
  await versions.getByRole('button', { name: 'Keep the present version' }).click()
  await expect(versions.getByRole('button', { name: /kept by hand.*6 lines/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await lineText(page, 1).fill('The second version.')
  await page.getByRole('button', { name: 'Delete line 6' }).click()
  await expect(saved(page)).toBeVisible()
  await choose(page, 'Previous versions…')
  await expect(versions.getByRole('region', { name: 'Preview of the version' })).toContainText(
    'The first version.',
  )
  await versions.getByRole('button', { name: 'Bring back' }).click()
  await expect(lineText(page, 1)).toHaveValue('The first version.')
  await expect(lineText(page, 6)).toBeVisible()
  // The way back is kept too.
  await choose(page, 'Previous versions…')
  await versions.getByRole('button', { name: /brought back.*5 lines/ }).click()
  await versions.getByRole('button', { name: 'Bring back' }).click()
  await expect(lineText(page, 1)).toHaveValue('The second version.')
  await expect(lineText(page, 6)).toHaveCount(0)
})

test('a project goes into a file and comes back as a project of its own', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await makeProject(page, 'Fáìlì kan', 'In a file.')
  const downloading = page.waitForEvent('download')
  await choose(page, 'Export as one file')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Fáìlì kan.griot')
  const path = test.info().outputPath('Ilé ìwé.griot')
  await download.saveAs(path)
  await lineText(page, 1).fill('Changed since.')
  await expect(saved(page)).toBeVisible()
  const choosing = page.waitForEvent('filechooser')
  await choose(page, 'Import a project file…')
  await (await choosing).setFiles(path)
  await expect(lineText(page, 1)).toHaveValue('In a file.')
  // Its folder is called after the file.
  const folders = readdirSync(join(host.home, 'projects')).map((name) => name.normalize('NFC'))
  expect(folders.filter((name) => name.startsWith('ilé-ìwé-'))).toHaveLength(1)
  const bad = page.waitForEvent('filechooser')
  await choose(page, 'Import a project file…')
  await (await bad).setFiles({
    ...{ name: 'bad.griot', mimeType: 'application/zip', buffer: Buffer.from('no zip') },
  })
  await expect(page.getByText('This project file cannot be used')).toBeVisible()
  await expect(lineText(page, 1)).toHaveValue('In a file.')
})

test('what is typed while the program is killed is there after its restart', {
  tag: '@tour',
}, async ({ page, ownHost: host, restart }) => {
  await openScript(page, host.studioUrl)
  await lineText(page, 1).fill('')
  const sentence = 'Nobody who types while the program is killed loses a word.'
  await page.keyboard.type(sentence.slice(0, 30), { delay: 30 })
  const exit = once(host.process, 'exit')
  host.process.kill('SIGKILL')
  await page.keyboard.type(sentence.slice(30), { delay: 30 })
  await exit
  await restart()
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await expect(lineText(page, 1)).toHaveValue(sentence)
  await expect(dialog(page, 'Restore unsaved edits?')).toHaveCount(0)
})

test('after a crash of the tab and of the program, the unsaved edits are offered: restored, or discarded', async ({
  context,
  ownHost: host,
  restart,
  stop,
}) => {
  const page = await context.newPage()
  await openScript(page, host.studioUrl)
  const before = await lineText(page, 2).inputValue()
  await stop()
  await lineText(page, 2).fill('Never saved: Ẹ ṣeun.')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Ẹ ṣeun')
  const devTools = await context.newCDPSession(page)
  devTools.send('Page.crash').catch(() => undefined)
  await page.waitForEvent('crash')
  await restart()
  const again = await context.newPage()
  await again.goto(host.url)
  const offer = dialog(again, 'Restore unsaved edits?')
  await expect(offer.getByRole('listitem')).toContainText(['Never saved: Ẹ ṣeun.'])
  await expect(lineText(again, 2)).toHaveValue(before)
  // Undecided, it is offered again.
  await again.keyboard.press('Escape')
  await expect(offer).toHaveCount(0)
  await again.reload()
  await offer.getByRole('button', { name: 'Restore' }).click()
  await expect(lineText(again, 2)).toHaveValue('Never saved: Ẹ ṣeun.')
  await expect(saved(again)).toBeVisible()
  await again.reload()
  await expect(lineText(again, 2)).toHaveValue('Never saved: Ẹ ṣeun.')
  await expect(offer).toHaveCount(0)
})

test('a project of six thousand lines is imported, edited in two windows, reloaded, copied, and goes into a file and back', async ({
  context,
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  const texts = ['The bus leaves at seven.', 'Báwo ni o?', 'Kedu ka ị mere?', 'Ina kwana, abokina?']
  const script = Array.from({ length: 6_000 }, (_, at) => `${texts[at % 4]} ${at + 1}`)
  const dialog = await importFile(page, 'ìwé.txt', script.join('\n'))
  await dialog.getByText('Replace the script', { exact: true }).click()
  await dialog.getByRole('button', { name: /^Import 6.000 lines$/ }).click()
  await expect(page.getByText('6,000 lines', { exact: true })).toBeVisible()
  await expect(saved(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto(host.url)
  await lineText(page, 1).fill('')
  await page.keyboard.type('Typed in the first window.')
  await expect(lineText(other, 1)).toHaveValue('Typed in the first window.')
  await lineText(other, 2).fill('Typed in the second one.')
  await expect(lineText(page, 2)).toHaveValue('Typed in the second one.')
  await other.close()
  await page.reload()
  await expect(lineText(page, 2)).toHaveValue('Typed in the second one.')
  await expect(page.getByText('6,000 lines', { exact: true })).toBeVisible()
  await choose(page, 'Duplicate')
  await expect(title(page)).toHaveValue(/\(copy\)$/)
  const downloading = page.waitForEvent('download')
  await choose(page, 'Export as one file')
  const path = test.info().outputPath('ìwé ńlá.griot')
  await (await downloading).saveAs(path)
  await lineText(page, 1).fill('Changed since.')
  await expect(saved(page)).toBeVisible()
  const choosing = page.waitForEvent('filechooser')
  await choose(page, 'Import a project file…')
  await (await choosing).setFiles(path)
  await expect(lineText(page, 1)).toHaveValue('Typed in the first window.')
  await expect(page.getByText('6,000 lines', { exact: true })).toBeVisible()
})
