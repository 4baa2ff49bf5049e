import { expect } from 'playwright/test'
import { test } from '../fixtures.ts'
import { test as packs } from '../fixtures-with-packs.ts'
import { DRAMA, importFile } from '../import-actions.ts'
import { runGriot } from '../packs-for-tests.ts'
import { chooseFromMenu, lineOf, writeLines } from '../script-actions.ts'
import { openQuietScript, takePicture, WINDOW } from './picture.ts'

test.use({ viewport: WINDOW })
packs.use({ viewport: WINDOW })

for (const colorScheme of ['light', 'dark'] as const)
  test(`a line is being spoken, ${colorScheme}`, async ({ page, host }) => {
    await page.emulateMedia({ colorScheme })
    await openQuietScript(page, host.studioUrl)
    await page.getByRole('button', { name: 'Play line 2', exact: true }).click()
    await expect(lineOf(page, 2)).toContainText('Ready')
    // A word passes too quickly for the usual looks.
    await page.waitForFunction(() =>
      ['ká', 'ra'].includes(document.querySelector('.take-word[aria-current]')?.textContent ?? ''),
    )
    await takePicture(page, `studio-${colorScheme}`)
  })

test('the list of voices', async ({ page, host }) => {
  await openQuietScript(page, host.studioUrl)
  await page.getByRole('button', { name: /^Voice for line 1:/ }).click()
  await expect(page.getByRole('option', { name: /^Lina/ })).toBeVisible()
  await takePicture(page, 'voices')
})

test('lines to be translated', async ({ page, host }) => {
  await openQuietScript(page, host.studioUrl)
  await chooseFromMenu(page, 'Translate…')
  const dialog = page.getByRole('dialog', { name: 'Translate lines' })
  await dialog.getByRole('combobox', { name: 'Into' }).selectOption('Hausa')
  await dialog.getByText('Below each line').click()
  await takePicture(page, 'studio-translate')
})

test('a Word document is imported', async ({ page, host }) => {
  await openQuietScript(page, host.studioUrl)
  const dialog = await importFile(page, 'court.docx', DRAMA)
  await expect(dialog.getByRole('status')).toContainText('Yoruba 2')
  await takePicture(page, 'studio-import')
})

packs('all takes are checked', async ({ page, host, install }) => {
  install('tiny-ctc')
  runGriot(['dictionary', 'add', 'two', '--say', 'two two'], host.home)
  await openQuietScript(page, host.studioUrl)
  await writeLines(page, 'one two three', 'omi ilé ìwé', 'ruwa gida yaro')
  await page.getByRole('button', { name: 'Speak it', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Export…' })).toBeVisible()
  await chooseFromMenu(page, 'Check all takes…')
  const dialog = page.getByRole('dialog', { name: 'Check all takes' })
  await expect(dialog).toContainText('1 take needs an ear')
  await takePicture(page, 'studio-check')
})
