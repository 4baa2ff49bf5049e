import { expect } from 'playwright/test'
import { test } from './fixtures.ts'
import {
  openRecorder,
  playIntoMicrophone,
  READ,
  readAloudSamples,
  runCountdown,
  startRecording,
  stopClock,
  stopRecordingAfter,
  waitForSeconds,
  zeros,
} from './recorder-actions.ts'

test('a recording interrupted by a reload is offered again, with its text, and can be used up to where it stopped', async ({
  page,
  host,
  microphone,
}) => {
  const sound = await readAloudSamples()
  await playIntoMicrophone(microphone, sound)
  await openRecorder(page, host.studioUrl)
  await startRecording(page)
  await waitForSeconds(page, 2)
  await page.reload()
  const waiting = page.getByRole('region', { name: 'Unused recordings' })
  await expect(waiting).toContainText(/Recording of [\d.]+ s from \d\d:\d\d/)
  await expect(waiting).toContainText('It was interrupted')
  await page.getByRole('main').getByRole('link', { name: 'Voices' }).click()
  await page.getByRole('button', { name: /^Continue: Recording/ }).click()
  await expect(page.getByRole('slider', { name: 'Waveform of the recording' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: /word for word/ })).toHaveValue(READ)
  const end = page.getByRole('slider', { name: 'End of the used part' })
  expect(Number(await end.getAttribute('aria-valuenow'))).toBeGreaterThan(1.5)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeVisible()
  await expect(waiting).toBeHidden()
})

test('a recording continues while the program restarts, and nothing is lost', async ({
  page,
  ownHost: host,
  restart,
  microphone,
}) => {
  const sound = await readAloudSamples()
  await playIntoMicrophone(microphone, sound)
  await openRecorder(page, host.studioUrl)
  await startRecording(page)
  await waitForSeconds(page, 1)
  // As a user does after a restart, with the new link.
  const opened = await page.context().newPage()
  await opened.goto((await restart()).studioUrl)
  await opened.close()
  await waitForSeconds(page, 4)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  const end = page.getByRole('slider', { name: 'End of the used part' })
  await expect(end).toBeVisible()
  expect(Number(await end.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(4)
})

test('a blocked microphone is explained, with advice', async ({ page, host }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('Permission denied', 'NotAllowedError')
    }
  })
  await openRecorder(page, host.studioUrl)
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The microphone is blocked for Griot.')
  await expect(page.getByRole('alert')).toContainText('click the icon next to the address')
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeEnabled()
})

test('a silent microphone is explained, and no voice can be created from it', async ({
  page: muted,
  host,
  microphone,
}) => {
  await playIntoMicrophone(microphone, zeros(5), 0)
  await openRecorder(muted, host.studioUrl)
  await muted.clock.install()
  await muted.getByRole('button', { name: 'Test the microphone' }).click()
  await expect(muted.getByRole('button', { name: 'Turn off the microphone' })).toBeVisible()
  await muted.clock.fastForward(3_000)
  await expect(muted.getByRole('alert')).toContainText('The microphone sends no sound.')
  await expect(muted.getByText('No sound', { exact: true })).toBeVisible()
  await stopClock(muted)
  await muted.getByRole('button', { name: 'Record', exact: true }).click()
  await runCountdown(muted)
  await stopRecordingAfter(muted, 2)
  const checks = muted.getByRole('region', { name: 'Checks' })
  await expect(checks).toContainText('must be fixed')
  const make = muted.getByRole('button', { name: 'Create the voice' })
  await expect(make).toHaveAccessibleDescription(/Fix the recording first/)
  await expect(make).toBeDisabled()
})

test('a countdown can be cancelled, and every control has a name and stays reachable at 200 % zoom', async ({
  page,
  host,
  microphone,
}) => {
  await playIntoMicrophone(microphone, zeros(1))
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
