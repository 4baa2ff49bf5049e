import { readFile } from 'node:fs/promises'
import { type Download, expect, type Locator, type Page } from 'playwright/test'

const FOLDED = ['For telephones', 'Subtitles, times and texts'] as const

/** Opens the export dialog. */
export async function openExport(page: Page): Promise<Locator> {
  // Before the list of lines is there, nobody listens to its shortcuts.
  await expect(page.getByRole('list', { name: 'Lines', exact: true })).toBeVisible()
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
  const boxes = dialog.getByRole('checkbox', { checked: true })
  const chosen = await boxes.evaluateAll((all) =>
    all.map((box) => (box as HTMLInputElement).labels?.[0]?.innerText ?? ''),
  )
  for (const name of chosen)
    if (!names.includes(name)) await dialog.getByRole('checkbox', { name, exact: true }).uncheck()
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
