import { readFile } from 'node:fs/promises'
import { type Download, expect, type Locator, type Page } from 'playwright/test'

const FOLDED = ['For telephones', 'Subtitles, times and texts'] as const

/** Opens the export dialog. */
export async function openExport(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+e')
  const dialog = page.getByRole('dialog', { name: 'Export the script' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Chooses these formats in the export dialog and no others. */
export async function chooseFormats(dialog: Locator, ...names: readonly string[]): Promise<void> {
  for (const group of FOLDED) {
    const header = dialog.getByRole('button', { name: group })
    if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click()
  }
  for (const name of names) await dialog.getByRole('checkbox', { name, exact: true }).check()
  for (const box of await dialog.getByRole('checkbox', { checked: true }).all()) {
    const id = await box.getAttribute('id')
    const label = await dialog.locator(`label[for="${id}"]`).innerText()
    if (!names.includes(label)) await box.uncheck()
  }
}

/** Presses Export, and returns what is downloaded. */
export async function exportAndDownload(
  page: Page,
  dialog: Locator,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  return contentsOf(await downloading)
}

/** Name and bytes of a download. */
export async function contentsOf(
  download: Download,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}
