import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { test } from './fixtures.ts'
import { chooseFromMenu, lineOf, lineText, openScript } from './script-actions.ts'

async function kill(process: { kill(signal: 'SIGKILL'): boolean } & NodeJS.EventEmitter) {
  const exit = once(process, 'exit')
  process.kill('SIGKILL')
  await exit
}

const speakButton = (page: Page) => page.getByRole('button', { name: 'Speak it', exact: true })

/** Names of the sounds of the one project. */
function soundsIn(home: string): readonly string[] {
  const [project = ''] = readdirSync(join(home, 'projects'))
  const takes = readdirSync(join(home, 'projects', project, 'takes'))
  return takes.filter((name) => name.endsWith('.flac'))
}

test('a program that is killed while it speaks loses no take: what it had not stored is spoken again', async ({
  page,
  ownHost: host,
  restart,
}) => {
  await openScript(page, host.studioUrl)
  await speakButton(page).click()
  await expect(lineOf(page, 1)).toContainText('Ready')
  await kill(host.process)
  await expect(page.getByText('No connection to Griot.')).toBeVisible()
  // What was heard can still be heard, and the other lines wait.
  await expect(lineOf(page, 1)).toContainText('Ready')
  await expect(lineOf(page, 6)).toContainText('Queued')
  await lineText(page, 6).fill('Di market don open. Make we go.')
  await restart()
  for (let line = 1; line <= 6; line++) await expect(lineOf(page, line)).toContainText('Ready')
  await expect.poll(() => soundsIn(host.home)).toHaveLength(6)
  await expect(page.getByRole('button', { name: 'Takes (1)' })).toBeVisible()
  await page.reload()
  for (let line = 1; line <= 6; line++) await expect(lineOf(page, line)).toContainText('Ready')
  await expect(lineText(page, 6)).toHaveValue('Di market don open. Make we go.')
})

test('a program that is killed while it exports leaves no half file, and exports when it is back', async ({
  page,
  ownHost: host,
  restart,
}) => {
  await openScript(page, host.studioUrl)
  const long = 'The story of the tortoise is told again and again. '.repeat(200)
  await lineText(page, 1).fill(long)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await chooseFromMenu(page, 'Export the script…')
  const dialog = page.getByRole('dialog', { name: 'Export the script' })
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await kill(host.process)
  await expect(dialog).toContainText('The connection to Griot was lost')
  await restart()
  // A file that had begun is gone with the program, and the list of files names none.
  expect(filesBelow(join(host.home, 'exported'))).toEqual([])
  await page.keyboard.press('Escape')
  await lineText(page, 1).fill('A short one.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await chooseFromMenu(page, 'Export the script…')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const download = await downloading
  const path = test.info().outputPath('back.wav')
  await download.saveAs(path)
  expect(readFileSync(path).length).toBeGreaterThan(100_000)
})

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
  } catch {
    return []
  }
}
