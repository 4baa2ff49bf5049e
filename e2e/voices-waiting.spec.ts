import { expect } from 'playwright/test'
import { test } from './host.ts'
import {
  countedDown,
  openRecorder,
  READ,
  recordAtOnce,
  recordedAtLeast,
  samplesReadAloud,
  stopAfter,
  stopClock,
  withMicrophone,
  zeros,
} from './recording.ts'

test('a recording that was interrupted by a reload is offered, with what was read, and can be used as far as it came', async ({
  host,
  home,
}) => {
  test.slow()
  const sound = await samplesReadAloud()
  await withMicrophone(home, sound, async (page) => {
    await openRecorder(page, host.studioUrl)
    await recordAtOnce(page)
    await recordedAtLeast(page, 2)
    await page.reload()
    const waiting = page.getByRole('region', { name: 'Recordings that wait' })
    await expect(waiting).toContainText(/A recording of [\d.]+ s from \d\d:\d\d is waiting/)
    await expect(waiting).toContainText('It was interrupted')
    await page.getByRole('main').getByRole('link', { name: 'Voices' }).click()
    await page.getByRole('button', { name: /^Go on: A recording/ }).click()
    await expect(page.getByRole('slider', { name: 'Waveform of the recording' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: /word for word/ })).toHaveValue(READ)
    const end = page.getByRole('slider', { name: 'Where the voice ends' })
    expect(Number(await end.getAttribute('aria-valuenow'))).toBeGreaterThan(1.5)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeVisible()
    await expect(waiting).toBeHidden()
  })
})

test('a recording goes on while the engine starts anew, and none of it is lost', async ({
  host,
  home,
  restart,
}) => {
  test.slow()
  const sound = await samplesReadAloud()
  await withMicrophone(home, sound, async (page) => {
    await openRecorder(page, host.studioUrl)
    await recordAtOnce(page)
    await recordedAtLeast(page, 1)
    // Who starts the program again opens the address that it prints.
    const opened = await page.context().newPage()
    await opened.goto((await restart()).studioUrl)
    await opened.close()
    await recordedAtLeast(page, 4)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    const end = page.getByRole('slider', { name: 'Where the voice ends' })
    await expect(end).toBeVisible({ timeout: 60_000 })
    expect(Number(await end.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(4)
  })
})

test('a microphone that is blocked is said in words with what to do', async ({ page, host }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('Permission denied', 'NotAllowedError')
    }
  })
  await openRecorder(page, host.studioUrl)
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The microphone is blocked for Griot.')
  await expect(page.getByRole('alert')).toContainText('press the sign beside the address')
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeEnabled()
})

test('a microphone that gives nothing but zeros is said in words, and no voice is made of it', async ({
  host,
  home,
}) => {
  test.slow()
  await withMicrophone(
    home,
    zeros(5),
    async (muted) => {
      await openRecorder(muted, host.studioUrl)
      await muted.clock.install()
      await muted.getByRole('button', { name: 'Try the microphone' }).click()
      await expect(muted.getByRole('button', { name: 'Turn it off' })).toBeVisible()
      await muted.clock.fastForward(3_000)
      await expect(muted.getByRole('alert')).toContainText('No sound arrives from the microphone.')
      await expect(muted.getByText('No sound', { exact: true })).toBeVisible()
      await stopClock(muted)
      await muted.getByRole('button', { name: 'Record', exact: true }).click()
      await countedDown(muted)
      await stopAfter(muted, 2)
      const checks = muted.getByRole('region', { name: 'Checks' })
      await expect(checks).toContainText('must be mended')
      const make = muted.getByRole('button', { name: 'Make the voice' })
      await expect(make).toHaveAccessibleDescription(/must be mended first/)
      await expect(make).toBeDisabled()
    },
    0,
  )
})

test('a countdown is cancelled, and every control has a name at 200 % zoom where all is in reach', async ({
  host,
  home,
}) => {
  await withMicrophone(home, zeros(1), async (page) => {
    await page.setViewportSize({ width: 640, height: 400 })
    await openRecorder(page, host.studioUrl)
    const sentence = page.getByLabel('Read this aloud')
    await page.getByRole('combobox', { name: 'Read in' }).selectOption('Yoruba')
    const first = await sentence.textContent()
    await expect(sentence).toHaveAttribute('lang', 'yo')
    await page.getByRole('button', { name: 'Another sentence' }).click()
    await expect(sentence).not.toHaveText(first ?? '')
    await page.clock.install()
    await stopClock(page)
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.clock.resume()
    await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeVisible()
    for (const place of ['#/voices/record', '#/voices']) {
      await page.evaluate((hash) => {
        window.location.hash = hash
      }, place)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const role of ['button', 'link', 'combobox', 'textbox'] as const)
        for (const control of await page.getByRole(role).all())
          await expect(control).toHaveAccessibleName(/\w/)
      const wider = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('main')].some(
          ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
        ),
      )
      expect([place, wider]).toEqual([place, false])
    }
  })
})
