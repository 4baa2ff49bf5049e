import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { chooseFormats, contentsOf, exportAndDownload, openExport } from './export-actions.ts'
import { test } from './fixtures.ts'
import type { GriotServer } from './host.ts'
import { openScript, writeLines } from './script-actions.ts'

/** Exports the script under a name, and returns the bytes. */
async function exportAs(page: Page, name: string): Promise<Buffer> {
  const dialog = await openExport(page)
  await dialog.getByRole('textbox', { name: 'File name' }).fill(name)
  await chooseFormats(dialog, 'WAV')
  const { bytes } = await exportAndDownload(page, dialog)
  await dialog.getByRole('button', { name: 'Done' }).click()
  return bytes
}

async function openFiles(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Files', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
}

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name })

/** Uploads a recording; returns its id. */
async function upload(host: GriotServer): Promise<string> {
  const answer = await fetch(`${host.url}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${host.key}` },
    body: recording(),
  })
  const stored = JSON.stringify(await answer.json())
  return /"(?:file_)?id":"([^"]+)"/.exec(stored)?.[1] ?? stored
}

/** Bytes of all exports that are kept for browsers. */
async function exportedBytes(home: string): Promise<number> {
  const folder = join(home, 'exported')
  const names = await readdir(folder, { recursive: true })
  const found = await Promise.all(names.map((name) => stat(join(folder, name))))
  return found.filter((one) => one.isFile()).reduce((sum, { size }) => sum + size, 0)
}

/** A second of silence as a WAV file in a form. */
function recording(): FormData {
  const wav = Buffer.alloc(44 + 48_000)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + 48_000, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  for (const [at, value] of [1, 1].entries()) wav.writeUInt16LE(value, 20 + 2 * at)
  wav.writeUInt32LE(24_000, 24)
  wav.writeUInt32LE(48_000, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(48_000, 40)
  const form = new FormData()
  form.append('file', new Blob([wav], { type: 'audio/wav' }), 'Ohùn àwọn ará.wav')
  return form
}

test('an export is found, heard, verified and fetched again after a restart, and deleted with undo', async ({
  page,
  ownHost: host,
  restart,
}) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Good morning.')
  const bytes = await exportAs(page, 'Ìròyìn òwúrọ̀')
  await openFiles(page)
  await expect(row(page, 'Ìròyìn òwúrọ̀.wav')).toContainText('Export of')
  await restart()
  await page.reload()
  await expect(row(page, 'Ìròyìn òwúrọ̀.wav')).toBeVisible()

  await page.getByRole('textbox', { name: 'Search files' }).fill('iroyin')
  await expect(row(page, 'Ìròyìn òwúrọ̀.wav')).toBeVisible()
  await page.getByRole('textbox', { name: 'Search files' }).fill('iroyin mp3')
  await expect(page.getByText('No file matches your search.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Search files' }).fill('')

  const listen = page.getByRole('button', { name: 'Listen to Ìròyìn òwúrọ̀.wav' })
  await listen.click()
  await expect(listen).toHaveAttribute('aria-pressed', 'true')
  await expect(listen).toHaveAttribute('aria-pressed', 'false')

  await page.getByRole('button', { name: 'Verify: Ìròyìn òwúrọ̀.wav' }).click()
  const verdict = page.getByRole('dialog')
  await expect(verdict).toContainText('Content Credentials issued by')
  await page.keyboard.press('Escape')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download: Ìròyìn òwúrọ̀.wav' }).click()
  const again = await contentsOf(await downloading)
  expect([again.name, again.bytes.equals(bytes)]).toEqual(['Ìròyìn òwúrọ̀.wav', true])

  const remove = page.getByRole('button', { name: 'Delete: Ìròyìn òwúrọ̀.wav' })
  await remove.click()
  await expect(page.getByText('Nothing yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Ìròyìn òwúrọ̀.wav')).toBeVisible()
  await remove.click()
  await expect(page.getByText('Nothing yet.')).toBeVisible()
  await expect.poll(() => readdir(join(host.home, 'exported'))).toEqual([])
})

test('files of the API are listed with what their account stores, and old files are cleaned up', {
  tag: '@tour',
}, async ({ page, host }) => {
  const id = await upload(host)
  await openScript(page, host.studioUrl)
  await writeLines(page, 'One.')
  await exportAs(page, 'First')
  // Ages are told apart by seconds.
  const second = (): number => Math.floor(Date.now() / 1_000)
  await expect.poll(second).toBeGreaterThan(second())
  await exportAs(page, 'Second')
  await openFiles(page)
  await expect(row(page, 'Ohùn àwọn ará.wav')).toContainText('API')
  await expect(page.getByRole('list', { name: 'Storage' })).toContainText('Exports: 2 files')
  await expect(page.getByRole('list', { name: 'Storage' })).toContainText(/account .*kB of/)

  await page.getByRole('combobox', { name: 'Kind of file' }).selectOption('API files')
  await expect(row(page, 'First.wav')).toBeHidden()
  await page.getByRole('button', { name: 'Verify: Ohùn àwọn ará.wav' }).click()
  await expect(page.getByRole('dialog')).toContainText('Nothing found')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Kind of file' }).selectOption('Exports and API files')

  await page.getByRole('button', { name: 'Clean up…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clean up' })
  await expect(dialog.getByRole('status')).toHaveText('No file would be deleted.')
  await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
  await dialog.getByRole('radio', { name: /until the others fit/ }).check()
  await dialog
    .getByRole('textbox', { name: 'Keep at most' })
    .fill(String((await exportedBytes(host.home)) / 1e6 - 0.001))
  await expect(dialog.getByRole('status')).toContainText('1 file')
  await expect(dialog.getByRole('status')).toContainText('First.wav')
  await dialog.getByRole('button', { name: 'Delete 1 file' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'First.wav')).toBeHidden()
  await expect(row(page, 'Second.wav')).toBeVisible()

  await page.getByRole('button', { name: 'Delete: Ohùn àwọn ará.wav' }).click()
  await expect(row(page, 'Ohùn àwọn ará.wav')).toBeHidden()
  const status = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${host.key}` }
    return (await fetch(`${host.url}/v1/files/${id}`, { headers })).status
  }
  await expect.poll(status).toBe(404)
  await expect.poll(() => readdir(join(host.home, 'exported'))).toHaveLength(1)
})

test('what was spoken is in the history, with what it says about this computer, until it is cleared', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Ọkọ̀ ojú omi dé.')
  await page.getByRole('button', { name: 'Speak it', exact: true }).click()
  await expect(page.getByText('Ready', { exact: true }).first()).toBeVisible()
  await fetch(`${host.url}/v1/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${host.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Ina kwana', voice: 'aliyu', language: 'ha' }),
  }).then((answer) => answer.arrayBuffer())
  await openFiles(page)
  await page.getByRole('link', { name: 'History' }).click()
  const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(entries).toHaveCount(2)
  await expect(entries.first()).toContainText('Ina kwana')
  await expect(entries.first()).toContainText('API')
  await expect(page.getByRole('heading', { name: 'Measured here' })).toBeVisible()
  await expect(page.getByRole('table')).toContainText(/\d ms/)

  await page.getByRole('textbox', { name: 'Search the history' }).fill('oko')
  await expect(entries).toHaveCount(1)
  await expect(entries.first()).toContainText('Ọkọ̀ ojú omi')
  await page.getByRole('combobox', { name: 'Who asked' }).selectOption('API')
  await expect(page.getByText('Nothing in the history matches your search.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Who asked' }).selectOption('Studio, exports and API')
  await page.getByRole('textbox', { name: 'Search the history' }).fill('')

  await page.getByRole('button', { name: 'Clear…' }).click()
  await page.getByRole('button', { name: 'Forget all' }).click()
  await expect(page.getByText('Nothing was spoken yet.')).toBeVisible()
})
