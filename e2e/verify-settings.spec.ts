import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { tone } from '#provenance/c2pa/samples.test-support.ts'
import { newKey, signedBytes } from '#provenance/c2pa/signing.test-support.ts'
import { test } from './fixtures.ts'
import {
  drop,
  exportScript,
  fact,
  openVerify,
  save,
  settingsSection,
  verdictOn,
} from './verify-actions.ts'

test('an author and a training choice appear in the preview and in the next export, which can be verified from its dialog', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  await openVerify(page)
  const part = settingsSection(page, 'What is written into your files')
  await expect(fact(part, 'Application')).toContainText('Griot')
  await part.getByRole('textbox', { name: 'Author' }).fill('Adéọlá Ọṣun')
  await part.getByText('Not allowed', { exact: true }).click()
  await save(part)
  await expect(fact(part, 'Author')).toHaveText('Adéọlá Ọṣun')
  await expect(fact(part, 'Training and mining')).not.toBeEmpty()
  const mp3 = await exportScript(page, 'MP3')
  await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveTitle('Verify · Griot')
  const verdict = verdictOn(page, mp3.name, 'Made here, unchanged')
  await expect(fact(verdict, 'Author')).toHaveText('Adéọlá Ọṣun')
  await expect(fact(verdict, 'Training and mining')).toHaveText('Not allowed')
  await page.reload()
  await expect(part.getByRole('textbox', { name: 'Author' })).toHaveValue('Adéọlá Ọṣun')
  await part.getByRole('textbox', { name: 'Author' }).fill('x'.repeat(201))
  await part.getByRole('button', { name: 'Save' }).click()
  await expect(part.getByText('The author has at most 200 characters.')).toBeVisible()
  await part.getByRole('button', { name: 'Discard changes' }).click()
  await expect(part.getByRole('textbox', { name: 'Author' })).toHaveValue('Adéọlá Ọṣun')
})

test('a FLAC with a separate manifest is verified together with its .c2pa file', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  await openVerify(page)
  const part = settingsSection(page, 'What is written into your files')
  await part.getByText('In a separate .c2pa file').click()
  await save(part)
  const flac = await exportScript(page, 'FLAC')
  expect(flac.bytes.toString('latin1', 0, 4)).toBe('fLaC')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the .c2pa file' }).click()
  const sidecar = await downloading
  expect(sidecar.suggestedFilename()).toBe(flac.name.replace('.flac', '.c2pa'))
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await openVerify(page)
  const beside = { name: sidecar.suggestedFilename(), bytes: await readFile(await sidecar.path()) }
  await drop(page, flac, beside)
  const verdict = verdictOn(page, flac.name, 'Made here, unchanged')
  await expect(verdict).toContainText(`with ${beside.name}`)
  await expect(fact(verdict, 'Manifest')).toContainText('In a separate .c2pa file')
})

test('the certificate is downloaded as PEM; a new key has the new names, and older files are still made here', async ({
  page,
  // The program signs with the new key from then on.
  ownHost: host,
}) => {
  await page.goto(host.studioUrl)
  const before = await exportScript(page, 'Ogg Opus')
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await openVerify(page)
  const part = settingsSection(page, 'Your certificate')
  const downloading = page.waitForEvent('download')
  await part.getByRole('button', { name: 'Download certificate' }).click()
  const pem = await readFile(await (await downloading).path(), 'utf8')
  const { fingerprint256 } = new X509Certificate(pem)
  const shown = fact(part, 'SHA-256 fingerprint').locator('code')
  const old = String(await shown.textContent())
  expect(old.replaceAll(' ', '')).toBe(fingerprint256.replaceAll(':', '').toLowerCase())
  expect(pem).not.toContain('PRIVATE')

  await part.getByRole('textbox', { name: 'Issuer name' }).fill('Ilé Ohùn')
  await part.getByRole('textbox', { name: 'Organisation' }).fill('Radio, Ìbàdàn')
  await save(part)
  await expect(fact(part, 'Name')).toContainText('Griot (this computer)')
  await part.getByRole('button', { name: 'Create a new key now' }).click()
  const question = page.getByRole('dialog', { name: 'Create a new key?' })
  await expect(question).toContainText('Files signed before stay valid')
  await question.getByRole('button', { name: 'Keep the current key' }).click()
  await expect(shown).toHaveText(old)
  await part.getByRole('button', { name: 'New key', exact: true }).click()
  await question.getByRole('button', { name: 'Create a new key' }).click()
  await expect(question).toBeHidden()
  await expect(shown).not.toHaveText(old)
  await expect(fact(part, 'Name')).toHaveText('Ilé Ohùn root, Radio, Ìbàdàn')
  await expect(part.getByRole('button', { name: 'Create a new key now' })).toBeHidden()
  await drop(page, before)
  await expect(verdictOn(page, before.name, 'Made here, unchanged')).toContainText(
    'issued by Griot (this computer)',
  )
  const answer = await fetch(`${host.url}/v1/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${host.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Kedu?', voice: 'ngozi', language: 'ig' }),
  })
  await drop(page, { name: 'new.mp3', bytes: Buffer.from(await answer.arrayBuffer()) })
  await expect(verdictOn(page, 'new.mp3', 'Made here, unchanged')).toContainText(
    'issued by Ilé Ohùn, Radio, Ìbàdàn',
  )
})

test('a file is from a known signer while the certificate is trusted, and from an unknown one otherwise', async ({
  page,
  host,
}) => {
  const key = await newKey(undefined, 'Ìròyìn')
  const file = { name: 'theirs.wav', bytes: await signedBytes(tone('wav', '-c:a pcm_s16le'), key) }
  const pem = new X509Certificate(key.root).toString()
  await page.goto(host.studioUrl)
  await openVerify(page)
  await drop(page, file)
  const stranger = verdictOn(page, file.name, 'Signed, signer unknown')
  await expect(stranger).toContainText('Griot does not know who signed it')
  await expect(stranger).toContainText('Content Credentials issued by Ìròyìn')

  const part = settingsSection(page, 'Known signers')
  await part.getByRole('button', { name: 'Add a certificate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a certificate' })
  const add = dialog.getByRole('button', { name: 'Add certificate' })
  await add.click()
  await expect(dialog).toContainText('Paste a certificate or choose its file first.')
  for (const [text, words] of [
    ['hello', 'There is no certificate in it.'],
    [pem.replace(/\n.{20}/, '\nAAAAAAAAAAAAAAAAAAAA'), 'A certificate in it is damaged.'],
    [`-----BEGIN PRIVATE KEY-----\n${pem}`, 'It holds a private key'],
  ] as const) {
    await dialog.getByRole('textbox', { name: 'Certificate' }).fill(text)
    await add.click()
    await expect(dialog).toContainText(words)
  }
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose a file' }).click()
  await (await choosing).setFiles({
    name: 'theirs.pem',
    mimeType: 'application/x-pem-file',
    buffer: Buffer.from(pem),
  })
  await expect(dialog.getByRole('textbox', { name: 'Certificate' })).toHaveValue(pem)
  await add.click()
  await expect(part.getByRole('listitem')).toContainText('Ìròyìn')
  const sha256 = new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()
  await expect(part.getByRole('listitem').locator('code')).toHaveText(
    sha256.replace(/(.{4})(?=.)/g, '$1 '),
  )
  await drop(page, { ...file, name: 'known.wav' })
  await expect(verdictOn(page, 'known.wav', 'Made by a known signer')).toBeVisible()
  await part.getByRole('button', { name: 'Remove Ìròyìn' }).click()
  await expect(part).toContainText('None yet.')
  await drop(page, { ...file, name: 'again.wav' })
  await expect(verdictOn(page, 'again.wav', 'Signed, signer unknown')).toBeVisible()
})
