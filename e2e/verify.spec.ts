import { expect } from 'playwright/test'
import { tone } from '#provenance/c2pa/samples.test-support.ts'
import { flipped, newKey, signedBytes } from '#provenance/c2pa/signing.test-support.ts'
import { test } from './fixtures.ts'
import {
  drop,
  exportScript,
  fact,
  openVerify,
  settingsSection,
  verdictOn,
} from './verify-actions.ts'

test('an export is verified as made here, until a single byte is changed', {
  tag: '@tour',
}, async ({ page, host }) => {
  await page.goto(host.studioUrl)
  const wav = await exportScript(page, 'WAV')
  const dialog = page.getByRole('dialog', { name: 'Export the script' })
  await expect(dialog.getByText('Signed with Content Credentials.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await openVerify(page)
  await drop(page, wav)
  const verdict = verdictOn(page, wav.name, 'Made here, unchanged')
  await expect(verdict).toContainText('not one byte has changed')
  await expect(verdict).toContainText('Content Credentials issued by Griot (this computer)')
  await expect(fact(verdict, 'Made with')).toHaveText(/^Griot \d+\.\d+\.\d+$/)
  await expect(fact(verdict, 'Date the signer stated')).toContainText(/\d{4} at \d\d:\d\d/)
  await expect(fact(verdict, 'Voice')).toContainText('Sade')
  await expect(fact(verdict, 'Language')).toContainText(/Yoruba \(yo\).*Nigerian Pidgin \(pcm\)/)
  await expect(fact(verdict, 'Engine')).not.toBeEmpty()
  await expect(fact(verdict, 'AI-generated')).toHaveText('Yes')
  await expect(fact(verdict, 'Manifest')).toHaveText('In the file, in the standard place')
  await expect(fact(verdict, 'Certificate')).toContainText('CN=Griot (this computer)')
  await expect(fact(verdict, 'SHA-256 fingerprint')).toHaveText(/^([0-9a-f]{4} ){15}[0-9a-f]{4}$/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await verdict.getByRole('button', { name: 'Copy details' }).click()
  await expect(verdict.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`${wav.name}\nMade here, unchanged\n`)
  expect(copied).toContain('AI-generated: Yes')

  await drop(page, { name: 'changed.wav', bytes: flipped(wav.bytes, wav.bytes.length / 2) })
  const changed = verdictOn(page, 'changed.wav', 'Changed after signing')
  await expect(changed).toContainText('not the one that was signed')
  await expect(changed.getByRole('term')).toHaveCount(0)
  await expect(changed).not.toContainText('issued by')
})

test('a file without credentials, a format without support for them and a lone manifest have different messages', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  await openVerify(page)
  await expect(page.getByText('Drop an audio file anywhere on this screen')).toBeVisible()
  const plain = tone('wav', '-c:a pcm_s16le')
  await page.getByRole('heading', { name: 'Known signers' }).scrollIntoViewIfNeeded()
  await drop(page, { name: 'Ohùn.wav', bytes: plain }, { name: 'a.txt', bytes: Buffer.from('Ẹ') })
  await expect(verdictOn(page, 'Ohùn.wav', 'Nothing found')).toBeInViewport()
  await expect(verdictOn(page, 'Ohùn.wav', 'Nothing found')).toContainText(
    'This does not mean that it is a real recording: converting, editing or uploading a file removes its credentials.',
  )
  const text = verdictOn(page, 'a.txt', 'Not a kind of file that can be verified')
  await text.getByRole('button', { name: 'Show details of a.txt' }).click()
  await expect(text).toContainText('in wav, mp3, flac, ogg and webm files')
  await drop(page, { name: 'alone.c2pa', bytes: Buffer.from('x') })
  await expect(page.getByRole('alert')).toContainText(
    'alone.c2pa is a manifest without its audio file. Drop both files together.',
  )
  await page.getByRole('button', { name: 'Remove from the list: a.txt' }).click()
  await expect(text).toBeHidden()
})

test('an MP3 streamed over HTTP is verified as made here, with its manifest after the audio', async ({
  page,
  host,
}) => {
  const answer = await fetch(`${host.url}/v1/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${host.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      text: 'Ina kwana? Lafiya lau. Sai anjima. '.repeat(10),
      voice: 'aliyu',
      language: 'ha',
    }),
  })
  expect(answer.headers.get('x-provenance')).toBe('trailing')
  const bytes = Buffer.from(await answer.arrayBuffer())
  await page.goto(host.studioUrl)
  await openVerify(page)
  await drop(page, { name: 'answer.mp3', bytes })
  const verdict = verdictOn(page, 'answer.mp3', 'Made here, unchanged')
  await expect(fact(verdict, 'Manifest')).toHaveText('In the file, after the audio')
  await expect(fact(verdict, 'Language')).toHaveText('Hausa (ha)')
  await expect(fact(verdict, 'Request')).toHaveText(answer.headers.get('x-request-id') ?? 'none')
})

test('a large file shows its progress and can be cancelled, and the next file is verified', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  await openVerify(page)
  const plain = tone('wav', '-c:a pcm_s16le').toString('base64')
  const dataTransfer = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer()
    const block = new Uint8Array(32 * 1024 * 1024)
    transfer.items.add(new File(Array(16).fill(block), 'half a gigabyte.bin'))
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    transfer.items.add(new File([bytes], 'small.wav'))
    return transfer
  }, plain)
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer })
  await expect(page.getByRole('progressbar', { name: 'Reading half a gigabyte.bin' })).toBeVisible()
  const waiting = page.getByRole('article', { name: 'small.wav: being verified' })
  await expect(waiting).toContainText('Waiting')
  await page.getByRole('button', { name: 'Cancel: half a gigabyte.bin' }).click()
  await expect(page.getByText('half a gigabyte.bin')).toHaveCount(0)
  await expect(verdictOn(page, 'small.wav', 'Nothing found')).toBeVisible()
})

test('every control of the Verify screen has a name and stays reachable at 200 % zoom', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  await openVerify(page)
  // 1280 × 800 at 200 % zoom.
  await page.setViewportSize({ width: 640, height: 400 })
  const place = await page.getByRole('region', { name: 'Files to verify' }).boundingBox()
  const note = await page.getByText('If it has a separate .c2pa file').boundingBox()
  expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThan((place?.y ?? 0) + (place?.height ?? 0))
  const key = await newKey(
    undefined,
    'A name that is as long as the name of a signer may become, or so',
  )
  const bytes = await signedBytes(tone('wav', '-c:a pcm_s16le'), key)
  await drop(page, { name: 'a name without a space '.replaceAll(' ', '_').repeat(8), bytes })
  await expect(page.getByRole('article')).toContainText('Griot does not know who signed it')
  for (const role of ['button', 'link', 'textbox', 'radio', 'switch'] as const)
    for (const control of await page.getByRole(role).all())
      await expect(control).toHaveAccessibleName(/\w/)
  const wider = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main')].some(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    ),
  )
  expect(wider).toBe(false)
  await page.getByRole('button', { name: /^Hide details/ }).press('Enter')
  await expect(page.getByRole('term').filter({ hasText: 'Made with' })).toHaveCount(0)
})

test('without a connection, the Verify screen keeps its verdicts and shows a notice', async ({
  page,
  ownHost: host,
}) => {
  await page.goto(host.studioUrl)
  await openVerify(page)
  await drop(page, { name: 'a.wav', bytes: tone('wav', '-c:a pcm_s16le') })
  await expect(verdictOn(page, 'a.wav', 'Nothing found')).toBeVisible()
  await settingsSection(page, 'What is written into your files')
    .getByRole('textbox', { name: 'Author' })
    .fill('Not yet saved')
  host.process.kill('SIGKILL')
  await expect(page.getByRole('alert')).toContainText('No connection to Griot')
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeDisabled()
  await expect(verdictOn(page, 'a.wav', 'Nothing found')).toBeVisible()
  await page.getByRole('link', { name: 'Script' }).click()
  await page.getByRole('link', { name: 'Verify' }).click()
  await expect(page.getByRole('textbox', { name: 'Author' })).toHaveValue('Not yet saved')
})
