import { expect } from 'playwright/test'
import { test } from '../fixtures.ts'
import {
  openRecorder,
  playIntoMicrophone,
  readAloudSamples,
  startRecording,
  stopRecordingAfter,
  waitForSeconds,
} from '../recorder-actions.ts'
import { drop, openVerify } from '../verify-actions.ts'
import { openQuietScript, takePicture, WINDOW } from './picture.ts'

test.use({ viewport: WINDOW })

test('the Models screen', async ({ page, host }) => {
  await openQuietScript(page, host.studioUrl)
  await page.getByRole('link', { name: 'Models' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await takePicture(page, 'studio-models')
})

test.describe('the API screen', () => {
  test.use({ port: '7070' })
  test('with the key of the first start', async ({ page, ownHost: host }) => {
    await openQuietScript(page, host.studioUrl)
    await page.getByRole('link', { name: 'API', exact: true }).click()
    await expect(page.getByText('Ready', { exact: true })).toBeVisible()
    await takePicture(page, 'studio-api')
  })
})

test('a file that was made here is verified', async ({ page, host }) => {
  await openQuietScript(page, host.studioUrl)
  const answer = await page.request.post(`${host.url}/v1/speech`, {
    headers: { authorization: `Bearer ${host.key}` },
    data: { text: 'Ẹ káàárọ̀.', voice: 'Sade', language: 'yo', format: 'mp3' },
  })
  await openVerify(page)
  await drop(page, { name: 'owuro.mp3', bytes: await answer.body() })
  await expect(page.getByRole('heading', { name: 'Made here, unchanged' })).toBeVisible()
  await takePicture(page, 'studio-verify')
})

test('a voice is recorded and looked over', async ({ page, host, microphone }) => {
  await playIntoMicrophone(microphone, await readAloudSamples(), 0.5)
  await page.setViewportSize({ width: 1280, height: 800 })
  await openRecorder(page, host.studioUrl)
  await startRecording(page)
  await waitForSeconds(page, 7)
  await takePicture(page, 'studio-recording')
  await stopRecordingAfter(page, 7)
  const checks = page.getByRole('region', { name: 'Checks' })
  await expect(checks.getByRole('listitem').first()).toBeVisible()
  await takePicture(page, 'studio-review')
})
