import { readFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { test } from './fixtures.ts'

test('the whole script is exported as a WAV with the length of its speech', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  await expect(page.getByRole('textbox', { name: 'Line 1' })).toBeVisible()
  await page.keyboard.press('Control+e')
  const dialog = page.getByRole('dialog', { name: 'Export the script' })
  await dialog.getByRole('textbox', { name: 'File name' }).fill('Ìtàn mi')
  await dialog.getByText('WAV', { exact: true }).click()
  await expect(dialog.getByRole('radiogroup', { name: 'Bitrate' })).toBeHidden()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Ìtàn mi.wav')
  const wav = await readFile(await download.path())
  expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
  expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
  const soundBytes = wav.readUInt32LE(40)
  expect(wav.toString('latin1', 44 + soundBytes, 48 + soundBytes)).toBe('C2PA')
  const seconds = soundBytes / 48_000
  expect(seconds).toBeGreaterThan(18)
  expect(seconds).toBeLessThan(40)
})

// MP3 and FLAC start with the tag that contains the manifest.
const PACKED = [
  ['MP3', /^494433/, 'any'],
  ['FLAC', /^494433/, 'any'],
  ['Ogg Opus', /^4f676753/, 'any'],
  ['WebM Opus', /^1a45dfa3/, 'webm'],
] as const

test('the script is exported in every compressed format, and Chromium can decode it', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  await page.getByRole('button', { name: 'Delete line 1' }).click()
  const blank = await page.context().newPage()
  for (const [label, magic, type] of PACKED) {
    await page.keyboard.press('Control+e')
    const dialog = page.getByRole('dialog', { name: 'Export the script' })
    await dialog.getByText(label, { exact: true }).click()
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const bytes = await readFile(await (await downloading).path())
    await dialog.getByRole('button', { name: 'Done' }).click()
    expect(bytes.toString('hex', 0, 8)).toMatch(magic)
    const url = `data:audio/${type};base64,${bytes.toString('base64')}`
    const seconds = await blank.evaluate(async (source) => {
      const audio = await (await fetch(source)).arrayBuffer()
      return (await new AudioContext().decodeAudioData(audio)).duration
    }, url)
    expect([label, seconds > 18]).toEqual([label, true])
  }
})
