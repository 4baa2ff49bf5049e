import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { chooseFormats, contentsOf, exportAndDownload, openExport } from './export-actions.ts'
import { test } from './fixtures.ts'
import { lineOf, openScript, writeLines } from './script-actions.ts'
import { loudnessOf, noiseOf, probeBook, rawPcmOf, unzip } from './sound-files.ts'

/** Sound of the takes of the only project, 16 bit at 24 kHz. */
async function takesOf(home: string): Promise<readonly Buffer[]> {
  const projects = join(home, 'projects')
  const [project = ''] = await readdir(projects)
  const folder = join(projects, project, 'takes')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.flac'))
  return names.map((name) => rawPcmOf(join(folder, name)))
}

test('the whole script is exported as a WAV with the length of its speech', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  await expect(page.getByRole('textbox', { name: 'Line 1' })).toBeVisible()
  const dialog = await openExport(page)
  await dialog.getByRole('textbox', { name: 'File name' }).fill('Ìtàn mi')
  await chooseFormats(dialog, 'WAV')
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
    const dialog = await openExport(page)
    await chooseFormats(dialog, label)
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

test('a file per line, in two formats, comes as one zip in which every file is what it says', {
  tag: '@tour',
}, async ({ page, host }) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Good morning.', 'Ẹ káàárọ̀.', 'Good morning.')
  const dialog = await openExport(page)
  await dialog.getByText('One per line').click()
  await chooseFormats(dialog, 'WAV', 'SRT subtitles')
  await dialog.getByRole('textbox', { name: 'File name' }).fill('{text} {nummer}')
  await expect(dialog.getByText('There is no field {nummer}.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'File name' }).fill('{text}')
  const made = dialog.getByRole('note', { name: 'What will be made' })
  await expect(made).toContainText('Good morning.wav, Good morning.srt, Ẹ káàárọ̀.wav')
  await expect(made).toContainText('and 3 more. 6 files, about')
  const { name, bytes } = await exportAndDownload(page, dialog)
  expect(name).toMatch(/\.zip$/)
  const files = unzip(bytes)
  expect([...files.keys()]).toEqual([
    ...['Good morning.wav', 'Good morning.srt', 'Ẹ káàárọ̀.wav', 'Ẹ káàárọ̀.srt'],
    ...['Good morning (2).wav', 'Good morning (2).srt'],
  ])
  for (const [fileName, contents] of files)
    if (fileName.endsWith('.wav')) expect(contents.readUInt32LE(4)).toBe(contents.length - 8)
    else expect(contents.toString('utf8')).toMatch(/^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\n.+\n$/)
  expect(files.get('Ẹ káàárọ̀.srt')?.toString('utf8')).toContain('Ẹ káàárọ̀.')
  const rows = dialog.getByRole('list', { name: 'Files' }).getByRole('listitem')
  await expect(rows).toHaveCount(6)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download: Ẹ káàárọ̀.wav' }).click()
  const single = await contentsOf(await downloading)
  expect(single.name).toBe('Ẹ káàárọ̀.wav')
  expect(single.bytes.equals(files.get('Ẹ káàárọ̀.wav') ?? Buffer.of())).toBe(true)
  await dialog.getByRole('button', { name: 'Verify: Ẹ káàárọ̀.wav' }).click()
  await expect(page.getByRole('heading', { name: 'Made here, unchanged' })).toBeVisible()
})

test('every file of an export by lines holds the sound of its line alone, as it was heard', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Good morning.', 'Barka da safiya, Kano.', 'Ẹ káàárọ̀ o.')
  await page.getByRole('button', { name: 'Speak it', exact: true }).click()
  for (const number of [1, 2, 3]) await expect(lineOf(page, number)).toContainText('Ready')
  const dialog = await openExport(page)
  await dialog.getByText('One per line').click()
  await chooseFormats(dialog, 'WAV')
  await dialog.getByRole('textbox', { name: 'File name' }).fill('{number} {text}')
  const { bytes } = await exportAndDownload(page, dialog)
  const files = [...unzip(bytes)]
  expect(files.map(([name]) => name)).toEqual([
    ...['1 Good morning.wav', '2 Barka da safiya, Kano.wav', '3 Ẹ káàárọ̀ o.wav'],
  ])
  const takes = await takesOf(host.home)
  const sounds = files.map(([, wav]) => wav.subarray(44, 44 + wav.readUInt32LE(40)))
  expect(takes).toHaveLength(3)
  // Each is one of the takes, bit for bit, and no take is there twice.
  const found = sounds.map((sound) => takes.findIndex((take) => take.equals(sound)))
  expect(found.toSorted()).toEqual([0, 1, 2])
})

test('files for telephones are 8 kHz in a wav and without a header, as long as the speech, and sound like it', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Welcome. Press one for English.')
  const dialog = await openExport(page)
  await chooseFormats(
    dialog,
    ...['Raw µ-law', 'Raw A-law', 'Phone WAV, µ-law', 'Phone WAV, A-law', 'Phone WAV', 'Raw PCM'],
  )
  const { bytes } = await exportAndDownload(page, dialog)
  const files = [...unzip(bytes).entries()]
  const ending = (end: string): Buffer =>
    files.find(([name]) => name.endsWith(end))?.[1] ?? Buffer.of()
  const plain = ending('.pcm')
  const raw = { mulaw: ending('.ulaw'), alaw: ending('.alaw') }
  for (const [code, coded] of Object.entries(raw)) {
    expect(Math.abs(coded.length / 8_000 - plain.length / 48_000)).toBeLessThan(0.001)
    expect([code, noiseOf(coded, plain, code) > 25]).toEqual([code, true])
  }
  const wavs = files.filter(([name]) => name.endsWith('.wav')).map(([, wav]) => wav)
  // Format tags of RIFF: 1 is PCM, 6 A-law, 7 µ-law.
  const tags = wavs.map((wav) => [wav.readUInt16LE(20), wav.readUInt32LE(24)])
  expect(tags.toSorted()).toEqual([
    ...[
      [1, 8_000],
      [6, 8_000],
      [7, 8_000],
    ],
  ])
  for (const wav of wavs) {
    const tag = wav.readUInt16LE(20)
    const at = wav.indexOf('data', 0, 'latin1') + 4
    const sound = wav.subarray(at + 4, at + 4 + wav.readUInt32LE(at))
    const samples = sound.length / (tag === 1 ? 2 : 1)
    expect(Math.abs(samples - raw.mulaw.length)).toBeLessThanOrEqual(2)
    const code = { 1: 's16le', 6: 'alaw', 7: 'mulaw' }[tag] ?? ''
    expect([code, noiseOf(sound, plain, code) > 25]).toEqual([code, true])
  }
})

test('an audiobook has its title and its manifest beside it, and files have the loudness that was chosen', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Once upon a time there was a tortoise.', 'He never slept.')
  const dialog = await openExport(page)
  await chooseFormats(dialog, 'Audiobook', 'WAV')
  await dialog.getByText('−16 podcast').click()
  await dialog.getByRole('textbox', { name: 'File name' }).fill('Ìjàpá')
  const { bytes } = await exportAndDownload(page, dialog)
  const files = unzip(bytes)
  expect([...files.keys()]).toEqual(['Ìjàpá.m4b', 'Ìjàpá.m4b.c2pa', 'Ìjàpá.wav'])
  const { format, titles } = await probeBook(files.get('Ìjàpá.m4b') ?? Buffer.of())
  expect(format).toContain('m4a')
  expect(titles).toEqual(['Market morning'])
  const { integrated, peak } = await loudnessOf(files.get('Ìjàpá.wav') ?? Buffer.of())
  expect(Math.abs(integrated + 16)).toBeLessThan(0.6)
  expect(peak).toBeLessThanOrEqual(-1)
  await expect(dialog.getByText('Signed. Keep the .c2pa files together')).toBeVisible()
})

test('the choices of the last export are there again, in both themes and on a narrow screen', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  const dialog = await openExport(page)
  await dialog.getByText('One per line').click()
  await chooseFormats(dialog, 'Phone WAV, µ-law', 'Times as JSON')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog.getByRole('progressbar', { name: 'Export progress' })).toBeVisible()
  await downloading
  await page.reload()
  await page.emulateMedia({ colorScheme: 'dark' })
  const again = await openExport(page)
  await expect(again.getByRole('radio', { name: 'One per line' })).toBeChecked()
  await expect(again.getByRole('checkbox', { name: 'Times as JSON' })).toBeChecked()
  await page.setViewportSize({ width: 390, height: 800 })
  const box = await again.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
})

test('an export that is cancelled keeps what is whole, and can be begun again', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  const dialog = await openExport(page)
  await dialog.getByText('One per line').click()
  await chooseFormats(dialog, 'WAV')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(
    dialog
      .getByText('line.wav')
      .or(dialog.getByText(/^\d .*\d kB$/))
      .first(),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel export' }).click()
  await expect(dialog.getByText('Stopped.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Export something else' }).click()
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeEnabled()
})
