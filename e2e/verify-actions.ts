import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from 'playwright/test'
import { chooseFormats } from './export-actions.ts'

/** File that is dropped or exported. */
export interface AudioFile {
  readonly name: string
  readonly bytes: Buffer
}

/** Opens the Verify screen with the navigation rail. */
export async function openVerify(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Verify' }).click()
  await expect(page.getByRole('heading', { name: 'Verify', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your certificate' })).toBeVisible()
}

/** Exports the initial script and returns the downloaded file. */
export async function exportScript(page: Page, format: string): Promise<AudioFile> {
  await page.getByRole('link', { name: 'Script' }).click()
  await expect(page.getByRole('textbox', { name: 'Line 1', exact: true })).toBeVisible()
  await page.keyboard.press('Control+e')
  const dialog = page.getByRole('dialog', { name: 'Export the script' })
  await chooseFormats(dialog, format)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const download = await downloading
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** Drops files on the middle of the Verify screen. */
export async function drop(page: Page, ...files: readonly AudioFile[]): Promise<void> {
  await dropOn(page, 'Drop it here to see where it comes from.', files)
}

/** Drops files on the middle of a screen, which says what will happen. */
export async function dropOn(
  page: Page,
  caption: string,
  files: readonly AudioFile[],
): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (sent) => {
      const transfer = new DataTransfer()
      for (const { name, base64 } of sent) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], name))
      }
      return transfer
    },
    files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') })),
  )
  const place = page.getByRole('main')
  await place.dispatchEvent('dragover', { dataTransfer })
  await expect(page.getByText(caption)).toBeVisible()
  await place.dispatchEvent('drop', { dataTransfer })
}

/** Item of a verified file. */
export function verdictOn(page: Page, fileName: string, title: string): Locator {
  return page.getByRole('article', { name: `${fileName}: ${title}`, exact: true })
}

/** Value beside a name in a list of facts. */
export function fact(within: Locator, name: string): Locator {
  const term = within
    .page()
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
  return within.locator('dl > div').filter({ has: term }).getByRole('definition')
}

/** Section of the settings with a heading. */
export function settingsSection(page: Page, name: string): Locator {
  return page.getByRole('region', { name })
}

/** Saves the changes of a section. */
export async function save(part: Locator): Promise<void> {
  await part.getByRole('button', { name: 'Save' }).click()
  await expect(part.getByRole('button', { name: 'Save' })).toBeHidden()
}
