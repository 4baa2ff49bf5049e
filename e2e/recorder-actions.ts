import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { WAV_HEADER_BYTES, wavHeader } from '#media/wav.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { languageInfo } from '#shared/languages/languages.ts'

const CLI = join(import.meta.dirname, '../out/main/cli.js')

/** Text that is read into the microphone. */
export const READ = languageInfo('en').readingSentences[0] ?? ''

let spoken: Buffer | undefined

/** Recording of a quick reading of `READ`, made once for all tests of a file. */
export async function readAloud(): Promise<Buffer> {
  if (spoken) return spoken
  const folder = await mkdtemp(join(tmpdir(), 'griot ohùn '))
  try {
    const path = join(folder, 'ohùn.wav')
    const order = ['say', READ, '--voice', 'lucy', '--speed', '1.2', '--out', path]
    execFileSync(process.execPath, [CLI, ...order], {
      env: { ...process.env, GRIOT_HOME: folder },
      stdio: 'ignore',
    })
    spoken = await readFile(path)
    return spoken
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Lets the microphone of the browser play a sound in a loop, after `room` seconds of a quiet room. The browser reads the file
 * anew whenever a page opens the microphone.
 */
export async function playIntoMicrophone(
  microphone: string,
  sound: Uint8Array,
  room = 3.5,
): Promise<void> {
  await writeFile(microphone, wavOf(quietRoom(room), sound))
}

/** Samples of that recording: 24 kHz mono, 16 bit. Its signature, which comes after them, would be heard as a click. */
export async function readAloudSamples(): Promise<Uint8Array> {
  const sound = await readAloud()
  const length = sound.readUInt32LE(WAV_HEADER_BYTES - 4)
  return sound.subarray(WAV_HEADER_BYTES, WAV_HEADER_BYTES + length)
}

/** Muted microphone: only zeros. */
export function zeros(seconds: number): Uint8Array {
  return new Uint8Array(2 * Math.round(seconds * SAMPLE_RATE))
}

/** Quiet room: noise at −60 dBFS. */
function quietRoom(seconds: number): Uint8Array {
  const bytes = zeros(seconds)
  const view = new DataView(bytes.buffer)
  let state = 1
  for (let at = 0; at < bytes.length; at += 2) {
    // Linear congruential generator from Numerical Recipes: the same noise every time.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    view.setInt16(at, Math.round((state / 2 ** 32 - 0.5) * 66), true)
  }
  return bytes
}

function wavOf(...parts: readonly Uint8Array[]): Buffer {
  const sound = Buffer.concat(parts)
  return Buffer.concat([wavHeader(sound.length), sound])
}

/** Opens the recorder through the navigation rail. */
export async function openRecorder(page: Page, studioUrl: string): Promise<void> {
  await page.goto(studioUrl)
  await page.getByRole('link', { name: 'Voices', exact: true }).click()
  await page.getByRole('link', { name: 'Record a voice' }).click()
  await expect(page.getByRole('heading', { name: 'Record a voice' })).toBeVisible()
}

/** Starts a recording with a mocked clock that shortens the countdown; afterwards time runs normally. */
export async function startRecording(page: Page): Promise<void> {
  await page.clock.install()
  await stopClock(page)
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await runCountdown(page)
}

/** Stops the installed clock of the page; from then on, time passes only when a test advances it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** Runs the countdown at once on a stopped clock, and then lets the clock run. */
export async function runCountdown(page: Page): Promise<void> {
  for (const left of [3, 2, 1]) {
    await expect(page.getByLabel('Seconds until recording starts')).toHaveText(String(left))
    await page.clock.fastForward(1_000)
  }
  await page.clock.resume()
}

/** Stops a recording after a number of seconds. */
export async function stopRecordingAfter(page: Page, seconds: number): Promise<void> {
  await waitForSeconds(page, seconds)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('slider', { name: 'Waveform of the recording' })).toBeVisible()
}

/** Waits until a number of seconds are recorded. */
export async function waitForSeconds(page: Page, seconds: number): Promise<void> {
  const bar = page.getByRole('progressbar', { name: 'Length of the recording' })
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { intervals: [100] })
    .toBeGreaterThanOrEqual(seconds)
}

/** Fills in the missing fields and creates the voice. */
export async function submitVoiceForm(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name of the voice' }).fill(name)
  await page.getByRole('checkbox', { name: /agrees that Griot makes a voice/ }).check()
  await page.getByRole('button', { name: 'Create the voice' }).click()
  await expect(page.getByRole('heading', { name: `${name} is ready` })).toBeVisible()
}
