import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { test } from './fixtures.ts'
import type { GriotServer } from './host.ts'
import {
  openRecorder,
  playIntoMicrophone,
  readAloudSamples,
  runCountdown,
  startRecording,
  stopClock,
  waitForSeconds,
} from './recorder-actions.ts'

/** Script that tracks open streams and audio contexts in the page, and can disconnect the microphone. */
const TRACK_OPEN_MEDIA = `
  const streams = []
  const contexts = []
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = async (wishes) => {
    const stream = await open(wishes)
    streams.push(stream)
    return stream
  }
  window.AudioContext = class extends AudioContext {
    constructor(...options) {
      super(...options)
      contexts.push(this)
    }
  }
  window.whatIsOpen = () =>
    streams.filter(({ active }) => active).length +
    contexts.filter(({ state }) => state !== 'closed').length
  window.unplug = () => {
    for (const track of streams.flatMap((stream) => stream.getTracks())) {
      if (track.readyState === 'ended') continue
      track.stop()
      track.dispatchEvent(new Event('ended'))
    }
  }
`

/** Browsers with windows keep the ids of the devices of a site; Chromium without windows makes others for each page. */
const KEEP_DEVICE_IDS = `
  const { mediaDevices } = navigator
  const list = mediaDevices.enumerateDevices.bind(mediaDevices)
  mediaDevices.enumerateDevices = async () =>
    (await list()).map(({ kind, label }) => ({ kind, label, deviceId: label }))
  const openAny = mediaDevices.getUserMedia.bind(mediaDevices)
  mediaDevices.getUserMedia = async ({ audio }) => {
    const chosen = (await list()).find(({ label }) => label === audio.deviceId?.ideal)
    return openAny({ audio: { ...audio, deviceId: { ideal: chosen?.deviceId ?? '' } } })
  }
`

async function expectNothingOpen(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('whatIsOpen()')).toBe(0)
}

/** Limits the size of the files that the program can write, which simulates a full disk. */
function limitFiles({ process }: GriotServer, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`])
}

test('leaving the recorder closes the microphone, and disconnecting it keeps what was recorded', async ({
  page,
  host,
  microphone,
}) => {
  await playIntoMicrophone(microphone, await readAloudSamples())
  await page.addInitScript(KEEP_DEVICE_IDS)
  await page.addInitScript(TRACK_OPEN_MEDIA)
  await openRecorder(page, host.studioUrl)
  const record = page.getByRole('button', { name: 'Record', exact: true })
  const script = page.getByRole('link', { name: 'Script', exact: true })
  await page.getByRole('button', { name: 'Test the microphone' }).click()
  await script.click()
  await expectNothingOpen(page)

  await page.goBack()
  await page.clock.install()
  await stopClock(page)
  await record.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await script.click()
  await page.clock.resume()
  await expectNothingOpen(page)

  await page.goBack()
  const device = page.getByRole('combobox', { name: 'Microphone' })
  const named = device.getByRole('option', { name: 'Fake Audio Input 2' })
  await device.selectOption((await named.textContent()) ?? '')
  await page.reload()
  await expect(device.getByRole('option', { selected: true })).not.toHaveText('System default')

  await stopClock(page)
  await record.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await runCountdown(page)
  await waitForSeconds(page, 1)
  await page.evaluate('unplug()')
  await expect(page.getByRole('alert')).toContainText('The microphone was disconnected.')
  await expect(page.getByRole('region', { name: 'Unused recordings' })).toContainText(
    /Recording of [\d.]+ s from \d\d:\d\d/,
  )
  await expect(record).toBeFocused()
  await expectNothingOpen(page)
  expect(await readdir(join(host.home, 'clips'))).toHaveLength(1)
})

test('a recording that does not fit on the disk ends with a message, and what was stored is kept', async ({
  page,
  ownHost: host,
  microphone,
}) => {
  test.skip(process.platform !== 'linux', 'Only Linux limits a program that runs already.')
  await playIntoMicrophone(microphone, await readAloudSamples())
  await page.addInitScript(TRACK_OPEN_MEDIA)
  await openRecorder(page, host.studioUrl)
  await startRecording(page)
  await waitForSeconds(page, 1)
  limitFiles(host, '1000')
  await expect(page.getByRole('alert')).toContainText('The recording could not be stored')
  await expectNothingOpen(page)
  await page.getByRole('main').getByRole('link', { name: 'Voices' }).click()
  await page.getByRole('button', { name: 'Favourite: Lina' }).click()
  await expect(page.getByText('The favourite could not be saved')).toBeVisible()
  await page.goBack()
  limitFiles(host, 'unlimited')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Unused recordings' })).toContainText(
    'It was interrupted',
  )
})
