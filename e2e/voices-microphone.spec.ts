import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { type Host, test } from './host.ts'
import {
  countedDown,
  openRecorder,
  recordAtOnce,
  recordedAtLeast,
  samplesReadAloud,
  stopClock,
  withMicrophone,
} from './recording.ts'

/** Counts in the page what it opens to hear somebody, so that a test sees what of it stays open, and can pull the plug. */
const WATCH = `
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

async function nothingIsOpen(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('whatIsOpen()')).toBe(0)
}

/** No file of the program can grow beyond so many bytes: what a full disk does, without filling one. */
function limitFiles({ process }: Host, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`])
}

test('a microphone is let go of by whoever leaves half-way, and one that is unplugged leaves what was recorded', async ({
  host,
  home,
}) => {
  test.slow()
  await withMicrophone(home, await samplesReadAloud(), async (page) => {
    await page.addInitScript(WATCH)
    await openRecorder(page, host.studioUrl)
    const record = page.getByRole('button', { name: 'Record', exact: true })
    const script = page.getByRole('link', { name: 'Script', exact: true })
    await page.getByRole('button', { name: 'Try the microphone' }).click()
    await script.click()
    await nothingIsOpen(page)

    await page.goBack()
    await page.clock.install()
    await stopClock(page)
    await record.press('Enter')
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await script.click()
    await page.clock.resume()
    await nothingIsOpen(page)

    await page.goBack()
    const device = page.getByRole('combobox', { name: 'Microphone' })
    const named = device.getByRole('option', { name: 'Fake Audio Input 2' })
    await device.selectOption((await named.textContent()) ?? '')
    await page.reload()
    await expect(device.getByRole('option', { selected: true })).not.toHaveText('The system’s')

    await stopClock(page)
    await record.evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await countedDown(page)
    await recordedAtLeast(page, 1)
    await page.evaluate('unplug()')
    await expect(page.getByRole('alert')).toContainText('The microphone was disconnected.')
    await expect(page.getByRole('region', { name: 'Recordings that wait' })).toContainText(
      /A recording of [\d.]+ s from \d\d:\d\d is waiting/,
    )
    await expect(record).toBeFocused()
    await nothingIsOpen(page)
    expect(await readdir(join(home, 'clips'))).toHaveLength(1)
  })
})

test('a recording for which the disk has no room ends in words, and what came before waits', async ({
  host,
  home,
}) => {
  test.skip(process.platform !== 'linux', 'Only Linux limits a program that runs already.')
  await withMicrophone(home, await samplesReadAloud(), async (page) => {
    await page.addInitScript(WATCH)
    await openRecorder(page, host.studioUrl)
    await recordAtOnce(page)
    await recordedAtLeast(page, 1)
    limitFiles(host, '1000')
    await expect(page.getByRole('alert')).toContainText('The recording could not be stored')
    await nothingIsOpen(page)
    await page.getByRole('main').getByRole('link', { name: 'Voices' }).click()
    await page.getByRole('button', { name: 'Favourite: Lina' }).click()
    await expect(page.getByText('The favourite was not kept')).toBeVisible()
    await page.goBack()
    limitFiles(host, 'unlimited')
    await page.reload()
    await expect(page.getByRole('region', { name: 'Recordings that wait' })).toContainText(
      'It was interrupted',
    )
  })
})
