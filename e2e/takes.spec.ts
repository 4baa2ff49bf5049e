import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { chooseFormats, exportAndDownload, openExport } from './export-actions.ts'
import { test } from './fixtures.ts'
import { createLink } from './host.ts'
import { runGriot } from './packs-for-tests.ts'
import { lineOf, lineText, openScript, writeLines } from './script-actions.ts'
import { rawPcmOf } from './sound-files.ts'
import { speechRequests } from './speech-requests.ts'

async function speakLine(page: Page, number: number): Promise<void> {
  await page.getByRole('button', { name: `Speak line ${number} again` }).click()
  await expect(lineOf(page, number)).toContainText('Ready')
}

/** Waits until as many takes are stored, and returns their folder. */
async function storedTakes(home: string, count: number): Promise<string> {
  let folder = ''
  await expect
    .poll(async () => {
      const projects = join(home, 'projects')
      const [project = ''] = await readdir(projects).catch(() => [])
      folder = join(projects, project, 'takes')
      const names = await readdir(folder).catch(() => [])
      return names.filter((name) => name.endsWith('.flac')).length
    })
    .toBe(count)
  return folder
}

test('takes are there after a reload, in a second browser and after a restart of the host', async ({
  page,
  ownHost: host,
  browser,
  restart,
}) => {
  const sent = speechRequests(page)
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Good morning.', 'Good night.')
  await speakLine(page, 1)
  await speakLine(page, 2)
  await storedTakes(host.home, 2)
  expect(sent).toHaveLength(2)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  for (const number of [1, 2]) await expect(lineOf(page, number)).toContainText('Ready')
  await page.getByRole('button', { name: 'Play line 2' }).click()
  await expect(page.getByRole('button', { name: 'Pause line 2' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Words of the take' })).toContainText(/night/i)

  const other = await (await browser.newContext()).newPage()
  const sentByOther = speechRequests(other)
  await other.goto(await createLink(host.home))
  for (const number of [1, 2]) await expect(lineOf(other, number)).toContainText('Ready')
  // What one makes, the other has.
  await lineText(other, 2).fill('Sleep well.')
  await expect(lineOf(page, 2)).toContainText('Changed')
  await speakLine(other, 2)
  await expect(lineOf(page, 2)).toContainText('Ready')
  await other.context().close()
  expect(sentByOther).toHaveLength(1)

  await restart()
  await page.goto(host.url)
  for (const number of [1, 2]) await expect(lineOf(page, number)).toContainText('Ready')
  await page.getByRole('button', { name: 'Play line 1' }).click()
  await expect(page.getByRole('button', { name: 'Pause line 1' })).toBeVisible()
  expect(sent).toHaveLength(2)
})

test('another take sounds different, can be compared at equal loudness, chosen, noted, starred, deleted and brought back', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, 'The market opens early tomorrow morning.')
  await speakLine(page, 1)
  const player = page.getByRole('region', { name: 'Player' })
  await player.getByRole('button', { name: 'Takes (1)' }).click()
  // The list takes room from the waveform, which is not to lie on the words.
  const heightOf = (selector: string): Promise<number> =>
    player
      .locator(selector)
      .first()
      .evaluate(({ clientHeight }) => clientHeight)
  await expect
    .poll(() => heightOf('.waveform canvas'))
    .toBeLessThanOrEqual(await heightOf('.waveform'))
  await player.getByRole('button', { name: 'Another take' }).click()
  // Another sound, and so another file.
  await storedTakes(host.home, 2)
  const rows = player.getByRole('region', { name: 'Takes of line 1' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('in use')
  await player.getByRole('button', { name: 'Compare take 1 with the take in use' }).click()
  const bar = player.getByRole('group', { name: 'Comparison' })
  await expect(bar.getByRole('button', { name: 'A: take 2' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await bar.getByRole('button', { name: 'B: take 1' }).click()
  await expect(bar.getByRole('button', { name: 'B: take 1' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(bar).toContainText('At equal loudness')
  await bar.getByRole('button', { name: 'End comparison' }).click()
  await player.getByRole('button', { name: 'Use take 1' }).click()
  await expect(rows.nth(0)).toContainText('in use')
  await player.getByRole('button', { name: 'Star take 2' }).click()
  await expect(player.getByRole('button', { name: 'Star take 2' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await player.getByRole('textbox', { name: 'Note about take 2' }).fill('Warmer.')
  await player.getByRole('textbox', { name: 'Note about take 2' }).press('Enter')
  await player.getByRole('button', { name: 'Compare take 2 with the take in use' }).click()
  await expect(bar).toBeVisible()
  await player.getByRole('button', { name: 'Delete take 1' }).click()
  await expect(rows).toHaveCount(1)
  // With one of its two takes a comparison ends.
  await expect(bar).toHaveCount(0)
  await expect(player.getByRole('button', { name: 'Bring take 1 back' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(2)
  await player.getByRole('button', { name: 'Delete take 2' }).click()
  await expect(rows).toHaveCount(1)
  const notice = page.getByRole('alert').filter({ hasText: 'Take 2 deleted' })
  await notice.getByRole('button', { name: 'Bring take 2 back' }).click()
  await expect(rows).toHaveCount(2)
  await page.reload()
  await player.getByRole('button', { name: 'Takes (2)' }).click()
  await expect(rows.nth(0)).toContainText('in use')
  await expect(player.getByRole('textbox', { name: 'Note about take 2' })).toHaveValue('Warmer.')
  await expect(player.getByRole('button', { name: 'Star take 2' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('a take of another text brings its text back, and undoing the text brings the other take back', {
  tag: '@tour',
}, async ({ page, host }) => {
  const sent = speechRequests(page)
  await openScript(page, host.studioUrl)
  await writeLines(page, 'First words.')
  await speakLine(page, 1)
  await lineText(page, 1).fill('Second words.')
  await expect(lineOf(page, 1)).toContainText('Changed')
  await speakLine(page, 1)
  const player = page.getByRole('region', { name: 'Player' })
  await player.getByRole('button', { name: 'Takes (2)' }).click()
  await expect(player.getByRole('listitem').first()).toContainText('“First words.”')
  await player.getByRole('button', { name: 'Use take 1' }).click()
  await player.getByRole('button', { name: 'Bring text and voice back' }).click()
  await expect(lineText(page, 1)).toHaveValue('First words.')
  await expect(lineOf(page, 1)).toContainText('Ready')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(lineText(page, 1)).toHaveValue('Second words.')
  await expect(lineOf(page, 1)).toContainText('Ready')
  await player.getByRole('button', { name: 'Use take 1' }).click()
  await player.getByRole('button', { name: 'Use only the sound' }).click()
  await expect(lineOf(page, 1)).toContainText('Changed')
  expect(sent).toHaveLength(2)
})

test('what the dictionary says anew makes its lines, and no others, changed', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Ask Griot about it.', 'Nothing else.')
  await speakLine(page, 1)
  await speakLine(page, 2)
  runGriot(['dictionary', 'add', 'Griot', '--say', 'gree-oh'], host.home)
  // The person comes back from the terminal.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(lineOf(page, 1)).toContainText('Changed')
  await expect(lineOf(page, 2)).toContainText('Ready')
  await page.getByRole('button', { name: 'Speak changed (1)' }).click()
  await expect(lineOf(page, 1)).toContainText('Ready')
  await storedTakes(host.home, 3)
  await page.reload()
  await expect(lineOf(page, 1)).toContainText('Ready')
})

test('a damaged sound and a damaged record are told in words, and nothing else is lost', async ({
  page,
  ownHost: host,
  stop,
  restart,
}) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, 'One.', 'Two.', 'Three.')
  for (const number of [1, 2, 3]) await speakLine(page, number)
  const folder = await storedTakes(host.home, 3)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await stop()
  const index = join(folder, 'index.jsonl')
  const records = (await readFile(index, 'utf8')).trim().split('\n')
  const first: { readonly sha256: string } = JSON.parse(records[0] ?? '')
  await writeFile(join(folder, `${first.sha256}.flac`), 'no sound')
  await writeFile(index, [records[0], records[1]?.slice(0, 60), records[2], ''].join('\n'))
  await restart()
  await page.goto(host.url)
  await expect(lineOf(page, 3)).toContainText('Ready')
  await expect(lineOf(page, 2)).toContainText('Not spoken')
  // The selected line shows its waveform: so its damage is found at once.
  await expect(lineOf(page, 1)).toContainText('Not spoken')
  const player = page.getByRole('region', { name: 'Player' })
  await player.getByRole('button', { name: /^Takes/ }).click()
  await expect(player).toContainText('One record of takes could not be read')
  await expect(player).toContainText('The sound of this take is damaged. Speak the line again.')
  await speakLine(page, 1)
  await speakLine(page, 2)
})

test('an export has the very take that the line has, and speaks nothing again', async ({
  page,
  host,
}) => {
  await openScript(page, host.studioUrl)
  await writeLines(page, 'The market opens early tomorrow morning.')
  await speakLine(page, 1)
  const player = page.getByRole('region', { name: 'Player' })
  await player.getByRole('button', { name: 'Takes (1)' }).click()
  await player.getByRole('button', { name: 'Another take' }).click()
  const folder = await storedTakes(host.home, 2)
  const exported = async (): Promise<Buffer> => {
    const dialog = await openExport(page)
    await chooseFormats(dialog, 'Raw PCM')
    const { bytes } = await exportAndDownload(page, dialog)
    await page.keyboard.press('Escape')
    return bytes
  }
  const second = await exported()
  await player.getByRole('button', { name: 'Use take 1' }).click()
  await expect(player.getByRole('listitem').first()).toContainText('in use')
  const first = await exported()
  const records = (await readFile(join(folder, 'index.jsonl'), 'utf8')).trim().split('\n')
  const stored = records
    .map((record) => JSON.parse(record))
    .filter(({ kind }) => kind === 'take')
    .map(({ sha256 }) => rawPcmOf(join(folder, `${sha256}.flac`)))
  expect([first, second].map((pcm) => stored.findIndex((take) => take.equals(pcm)))).toEqual([0, 1])
})

test('the preview of a telephone is heard at once, and switched off again', async ({
  page,
  host,
}) => {
  await page.addInitScript(listenToSpeaker)
  await openScript(page, host.studioUrl)
  await writeLines(page, 'Sixty-six sisters sit silently. '.repeat(12))
  await speakLine(page, 1)
  const player = page.getByRole('region', { name: 'Player' })
  await player.getByRole('button', { name: 'Play', exact: true }).click()
  /** Energy above 4.5 kHz against all, in dB, heard in the next two seconds. Polled: loading the worklet of the preview takes a moment on a busy machine. */
  const treble = (): Promise<number> => page.evaluate(() => Reflect.get(window, 'trebleHeard')())
  await expect.poll(treble).toBeGreaterThan(-35)
  await player.getByRole('switch', { name: 'Phone line' }).check({ force: true })
  await expect.poll(treble).toBeLessThan(-45)
  await player.getByRole('switch', { name: 'Phone line' }).uncheck({ force: true })
  await expect.poll(treble).toBeGreaterThan(-35)
})

/** Lets `trebleHeard()` measure what goes to the loudspeaker. Runs in the page, before its scripts. */
function listenToSpeaker(): void {
  const { connect } = AudioNode.prototype
  let analyser: AnalyserNode | undefined
  AudioNode.prototype.connect = function connectAndListen(this: AudioNode, ...args: unknown[]) {
    const [target] = args
    if (target instanceof AudioDestinationNode) {
      analyser ??= new AnalyserNode(this.context, { fftSize: 2_048, smoothingTimeConstant: 0 })
      Reflect.apply(connect, this, [analyser])
    }
    return Reflect.apply(connect, this, args)
  } as typeof connect
  const trebleHeard = async (): Promise<number> => {
    const [low, high] = [[0], [0]]
    const bins = new Float32Array(analyser?.frequencyBinCount ?? 0)
    for (let round = 0; round < 40; round++) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      analyser?.getFloatFrequencyData(bins)
      for (const [bin, level] of bins.entries())
        ((bin * 24_000) / 2_048 > 4_500 ? high : low).push(10 ** (level / 10))
    }
    const sum = (powers: number[]): number => powers.reduce((all, power) => all + power, 0)
    return 10 * Math.log10(sum(high) / sum(low))
  }
  Reflect.set(window, 'trebleHeard', trebleHeard)
}
