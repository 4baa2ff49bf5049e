import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decode, encode } from '@msgpack/msgpack'
import { expect, type Page } from 'playwright/test'
import { violations } from './axe.ts'
import { cutOff } from './cut-off.ts'
import { test } from './fixtures.ts'
import { lineText, openScript } from './script-actions.ts'

const saved = (page: Page) => page.getByText('Saved', { exact: true })
/** The notice that says why edits are not saved. */
const unsaved = (page: Page) => page.getByRole('alert').filter({ hasText: 'not saved yet' })

/** The folder of the one project that a new data folder has. */
function folderOf(home: string): string {
  const [name = ''] = readdirSync(join(home, 'projects'))
  return join(home, 'projects', name)
}

test('a folder that is deleted while it is open is told at once, and all that is shown becomes a new project', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  const second = await lineText(page, 2).inputValue()
  rmSync(folderOf(host.home), { recursive: true })
  await lineText(page, 1).fill('Written after the folder has gone: Ẹ ṣé.')
  await expect(unsaved(page)).toContainText('was moved, renamed or deleted')
  expect(await violations(page, '.notices')).toEqual([])
  await page.setViewportSize({ width: 390, height: 800 })
  await expect.poll(() => page.evaluate(cutOff)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 720 })
  await unsaved(page).getByRole('button', { name: 'Save as a new project' }).click()
  await expect(saved(page)).toBeVisible()
  await expect(unsaved(page)).toHaveCount(0)
  await expect(lineText(page, 1)).toHaveValue('Written after the folder has gone: Ẹ ṣé.')
  await page.reload()
  await expect(lineText(page, 1)).toHaveValue('Written after the folder has gone: Ẹ ṣé.')
  await expect(lineText(page, 2)).toHaveValue(second)
  const file = readFileSync(join(folderOf(host.home), 'journal.jsonl'), 'utf8')
  expect(file).toContain('after the folder has gone')
})

test('a folder that is not there at the start is told, and found again with its edits', async ({
  page,
  ownHost: host,
  stop,
  restart,
}) => {
  await openScript(page, host.studioUrl)
  await lineText(page, 1).fill('On a disk that is not connected.')
  await expect(saved(page)).toBeVisible()
  await stop()
  const folder = folderOf(host.home)
  const away = join(host.home, 'away')
  renameSync(folder, away)
  await restart()
  // A new tab opens what was opened last, this one what it had.
  const other = await page.context().newPage()
  await other.goto(host.url)
  for (const one of [other, page]) {
    if (one === page) await one.reload()
    await expect(one.getByText('Another project was opened')).toBeVisible()
    await expect(one.getByText('is not there: it was moved')).toBeVisible()
    if (one === other) await one.close()
  }
  renameSync(away, folder)
  await page.getByRole('button', { name: 'All projects…' }).click()
  await page.getByRole('button', { name: 'Open Market morning' }).click()
  await expect(lineText(page, 1)).toHaveValue('On a disk that is not connected.')
})

test('a project that a newer Griot has taken up is told, left untouched, and goes on as a copy', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  const folder = folderOf(host.home)
  const file = join(folder, 'project.json')
  await lineText(page, 1).fill('Before the newer one.')
  await expect(saved(page)).toBeVisible()
  // It is brought up to date two seconds after the last edit.
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('Before the newer one.')
  const newer = readFileSync(file, 'utf8').replace('"version": 1', '"version": 99')
  writeFileSync(file, newer)
  const journal = readFileSync(join(folder, 'journal.jsonl'), 'utf8')
  await lineText(page, 1).fill('After the newer one.')
  await expect(unsaved(page)).toContainText('newer version of Griot')
  await unsaved(page).getByRole('button', { name: 'Save as a new project' }).click()
  await expect(saved(page)).toBeVisible()
  await expect(lineText(page, 1)).toHaveValue('After the newer one.')
  expect(readFileSync(file, 'utf8')).toBe(newer)
  expect(readFileSync(join(folder, 'journal.jsonl'), 'utf8')).toBe(journal)
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Market morning', exact: true }).click()
  await expect(page.getByText('The project could not be opened')).toBeVisible()
  await expect(page.getByText('newer version of Griot')).toBeVisible()
  await expect(lineText(page, 1)).toHaveValue('After the newer one.')
})

test('a damaged project file and a damaged journal are mended at the start, and what was set aside is named', async ({
  page,
  ownHost: host,
  stop,
  restart,
}) => {
  await openScript(page, host.studioUrl)
  const folder = folderOf(host.home)
  await lineText(page, 1).fill('In project.json.')
  await expect
    .poll(() => readFileSync(join(folder, 'project.json'), 'utf8'))
    .toContain('In project')
  await lineText(page, 2).fill('In the journal.')
  await expect(saved(page)).toBeVisible()
  await stop()
  writeFileSync(join(folder, 'project.json'), '{"format": "griot-pro')
  const again = await restart()
  await page.reload()
  await expect(page.getByText('The project was repaired')).toBeVisible()
  await expect(page.getByText(/project\.json of this project is damaged.*Set aside/)).toBeVisible()
  await expect(lineText(page, 1)).toHaveValue('In project.json.')
  await expect(lineText(page, 2)).toHaveValue('In the journal.')
  await lineText(page, 3).fill('After the repair.')
  await expect(saved(page)).toBeVisible()
  const exit = once(again.process, 'exit')
  again.process.kill()
  await exit
  const journal = join(folder, 'journal.jsonl')
  const lines = readFileSync(journal, 'utf8').split('\n')
  writeFileSync(journal, [lines[0], '\u0000\u0000garbage', ...lines.slice(1)].join('\n'))
  await restart()
  const repair = page.getByText(/journal of this project was damaged: 1/)
  // The open window connects again and says it, and so does its page after a reload, until a person closes it.
  await expect(repair).toBeVisible()
  await page.reload()
  await expect(repair).toBeVisible()
  await expect(lineText(page, 3)).toHaveValue('After the repair.')
  const notice = page.getByRole('alert').filter({ has: repair })
  await notice.getByRole('button').click()
  await expect(repair).toBeHidden()
  await page.reload()
  await expect(lineText(page, 3)).toHaveValue('After the repair.')
  await expect(repair).toBeHidden()
  expect(readdirSync(join(folder, 'set-aside'))).toHaveLength(2)
})

test('a project that cannot be written keeps its edits in the window, and saves them as soon as it can', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  const journal = join(folderOf(host.home), 'journal.jsonl')
  // A folder in place of the journal cannot be written, even by the administrator.
  renameSync(journal, `${journal}.kept`)
  mkdirSync(journal)
  await lineText(page, 1).fill('Waits for the disk.')
  await expect(unsaved(page)).toContainText('is a folder')
  rmSync(journal, { recursive: true })
  renameSync(`${journal}.kept`, journal)
  await expect(saved(page)).toBeVisible()
  await expect(unsaved(page)).toHaveCount(0)
  expect(readFileSync(journal, 'utf8')).toContain('Waits for the disk.')
})

test('on a full disk, the notice offers another try and a copy elsewhere, and goes when there is room', async ({
  page,
  host,
}) => {
  let isFull = false
  const message = 'The project in /projects/a cannot be saved. The disk is full: free some space.'
  await page.routeWebSocket(/studio\/socket/, (socket) => {
    const server = socket.connectToServer()
    // What the host answers to a save while there is no room.
    socket.onMessage((bytes) => {
      const { id, method } = decode(Buffer.from(bytes)) as { id: number; method: string }
      const failure = { code: 'storage/full', message }
      if (isFull && method === 'script.save') socket.send(Buffer.from(encode({ id, failure })))
      else server.send(bytes)
    })
    server.onMessage((bytes) => socket.send(bytes))
  })
  await openScript(page, host.studioUrl)
  isFull = true
  await lineText(page, 1).fill('Waits for "room", and stays.')
  await expect(unsaved(page)).toContainText('The disk is full')
  await expect(unsaved(page)).toContainText('save a copy of the script on another disk')
  await expect(unsaved(page).getByRole('button', { name: 'Save as a new project' })).toHaveCount(0)
  const downloading = page.waitForEvent('download')
  await unsaved(page).getByRole('button', { name: 'Save a copy' }).click()
  const copy = await downloading
  expect(copy.suggestedFilename()).toBe('Market morning.csv')
  expect(readFileSync(await copy.path(), 'utf8')).toContain('"Waits for ""room"", and stays."')
  isFull = false
  await unsaved(page).getByRole('button', { name: 'Try again' }).click()
  await expect(saved(page)).toBeVisible()
  await expect(unsaved(page)).toHaveCount(0)
})
