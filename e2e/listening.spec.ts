import { expect, type Page } from 'playwright/test'
import { test } from './fixtures-with-packs.ts'
import { recordingOf, runGriot } from './packs-for-tests.ts'
import { chooseFromMenu, lineOf, lineText, openScript, writeLines } from './script-actions.ts'
import { dropOn } from './verify-actions.ts'

/** The studio is open, with a recogniser installed. */
const listening = test.extend({
  page: async ({ page, host, install }, use) => {
    install('tiny-ctc')
    await openScript(page, host.studioUrl)
    await use(page)
  },
})
const SAID = 'omi ilé ìwé'.normalize('NFC')

const transcription = (page: Page) => page.getByRole('dialog', { name: 'Write down a recording' })
const startButton = (page: Page) =>
  transcription(page).getByRole('button', { name: 'Write it down' })

const drop = (page: Page, name: string, bytes: Buffer) =>
  dropOn(page, 'A recording is written down: every sentence becomes a line.', [{ name, bytes }])

/** Drops a recording and has it written down. */
async function writeDown(page: Page, name: string, bytes: Buffer): Promise<void> {
  await drop(page, name, bytes)
  await startButton(page).click()
}

/** Drops a recording that cannot be used; the dialog says so in these words. */
async function expectRefusal(page: Page, name: string, bytes: Buffer, words: string) {
  await writeDown(page, name, bytes)
  await expect(transcription(page).getByRole('alert')).toContainText(words)
  await transcription(page).getByRole('button', { name: 'Close' }).last().click()
}

const checkButton = (page: Page) =>
  lineOf(page, 1).getByRole('button', { name: 'Check line 1 against its text' })

listening(
  'a dropped recording becomes lines with their times, and undo takes them away',
  async ({ page }) => {
    await drop(page, 'ìbéèrè.wav', recordingOf('yo'))
    const dialog = transcription(page)
    await expect(dialog).toContainText('ìbéèrè.wav')
    await dialog.getByRole('combobox', { name: /Language/ }).selectOption('Yoruba')
    await startButton(page).press('Enter')
    await expect(lineText(page, 7)).toHaveValue(SAID)
    await expect(dialog).toBeHidden()
    await expect(lineText(page, 7)).toBeFocused()
    await expect(lineOf(page, 7)).toContainText(/0:00\.\d–0:0\d\.\d/)
    await expect(
      lineOf(page, 7).getByRole('button', { name: 'Language of line 7: Yoruba' }),
    ).toBeVisible()
    await expect(page.getByText('One line written down')).toBeVisible()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(lineOf(page, 7)).toContainText(/0:00\.\d–0:0\d\.\d/)
    await writeDown(page, 'again.wav', recordingOf('ha'))
    await expect(lineText(page, 8)).toHaveValue('ruwa gida yaro')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(lineText(page, 8)).toBeHidden()
    await expect(lineText(page, 7)).toHaveValue(SAID)
  },
)

listening('a recording that cannot be used is refused in words', async ({ page }) => {
  const header = recordingOf('yo').subarray(0, 44)
  await expectRefusal(page, 'damaged.wav', header, 'cannot be decoded')
  const silence = Buffer.concat([header, Buffer.alloc(160_000)])
  await expectRefusal(page, 'silence.wav', silence, 'No speech was heard in silence.wav')
  await drop(page, 'empty.mp3', Buffer.alloc(0))
  await expect(page.getByText('empty.mp3 is empty.')).toBeVisible()
  await page.evaluate(
    (size) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(size)], 'long.wav', { type: 'audio/wav' }))
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer }))
    },
    25 * 1024 * 1024 + 1,
  )
  await expect(page.getByText(/long\.wav has 26,214,401 bytes/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Line \d/ })).toHaveCount(6)
})

listening(
  'writing down shows how far it is, and can be cancelled without a trace',
  async ({ page }) => {
    const one = recordingOf('yo')
    const long = Buffer.concat([one.subarray(0, 44), ...Array(240).fill(one.subarray(44))])
    long.writeUInt32LE(long.length - 44, 40)
    await writeDown(page, 'long.wav', long)
    const dialog = transcription(page)
    await expect(dialog).toContainText(/Writing down long\.wav: \d+:\d\d\.\d of \d+:\d\d/)
    await expect(dialog).toContainText(SAID)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('textbox', { name: /^Line \d/ })).toHaveCount(6)
    await writeDown(page, 'short.wav', one)
    await expect(lineText(page, 7)).toHaveValue(SAID)
  },
)

test('without a pack the studio offers those that would help, and leads to each', {
  tag: '@tour',
}, async ({ page, host }) => {
  await openScript(page, host.studioUrl)
  await writeDown(page, 'interview.wav', recordingOf('yo'))
  const offer = transcription(page).getByRole('region', { name: 'Models that can do this' })
  await expect(offer).toContainText('Small recogniser')
  await expect(offer).toContainText('Apache-2.0')
  await expect(offer).toContainText(/\d kB|\d MB/)
  await offer.getByRole('link', { name: 'See Small recogniser on the Models screen' }).click()
  const pack = page.getByRole('article', { name: 'Small recogniser' })
  await expect(pack).toBeFocused()
})

listening(
  'takes are checked against their text: a word said again is found, and spoken again',
  async ({ page, host }) => {
    await writeLines(page, 'one two three')
    await page.getByRole('button', { name: 'Speak it', exact: true }).click()
    await expect(lineOf(page, 1)).toContainText('Ready')
    await checkButton(page).click()
    await expect(lineOf(page, 1)).toContainText('As written')

    // A pronunciation of the person's own that says a word twice.
    runGriot(['dictionary', 'add', 'three', '--say', 'three three'], host.home)
    await page.getByRole('button', { name: 'Speak line 1 again' }).click()
    await expect(checkButton(page)).toBeVisible()
    await expect(lineOf(page, 1)).toContainText('Ready')
    await chooseFromMenu(page, 'Check all takes…')
    const dialog = page.getByRole('dialog', { name: 'Check all takes' })
    await expect(dialog).toContainText('1 take needs an ear.')
    await expect(dialog).toContainText('Said again: “three”')
    await dialog.getByRole('button', { name: 'Go to line 1' }).click()
    const found = page.getByRole('region', { name: 'Check of line 1' })
    await expect(found).toContainText('Said again: “three”')
    await found.getByRole('button', { name: 'Speak again, a little slower' }).click()
    await expect(page.getByRole('button', { name: /^Speed of line 1: 0\.95/ })).toBeVisible()
    await expect(lineOf(page, 1)).toContainText('Checking…')
    await expect(found).toContainText('Said again: “three”')
    await found.getByRole('button', { name: 'It is right' }).click()
    await expect(lineOf(page, 1)).toContainText('As written')
    await page.keyboard.press('Control+e')
    const exporting = page.getByRole('dialog', { name: 'Export the script' })
    await expect(exporting).toContainText('1 take is as written.')
  },
)

listening(
  'the transcript of a recording for a voice is filled, and compared word by word',
  async ({ page }) => {
    await page.getByRole('link', { name: 'Voices' }).click()
    await expect(page.getByRole('heading', { name: 'Voices', exact: true })).toBeVisible()
    const recording = { name: 'me.wav', bytes: recordingOf('yo') }
    await dropOn(page, 'Drop it here to create a voice from it.', [recording])
    const transcript = page.getByRole('textbox', { name: /^Transcript/ })
    await page.getByRole('combobox', { name: 'Language of the recording' }).selectOption('Yoruba')
    await page.getByRole('button', { name: 'Write it down for me' }).click()
    await expect(transcript).toHaveValue(SAID)
    await transcript.fill('Omi ọ̀rẹ́ ilé.')
    await page.getByRole('button', { name: 'Compare with the recording' }).click()
    const differences = page.getByRole('region', { name: 'Differences from the recording' })
    await expect(differences).toContainText('“ọ̀rẹ́” is typed and not heard.')
    await expect(differences).toContainText('“ìwé” is heard and not typed.'.normalize('NFC'))
    await differences.getByRole('button', { name: 'Take “ọ̀rẹ́” out' }).click()
    await expect(transcript).toHaveValue('Omi ilé.')
    await differences.getByRole('button', { name: /^Keep as typed/ }).click()
    await expect(page.getByText('Nothing else differs')).toBeVisible()
    await transcript.fill('Omi ilé ìwé')
    await expect(page.getByText('Nothing else differs')).toBeHidden()
  },
)

test('without a pack a check offers those that would help', async ({ page, host }) => {
  await page.goto(host.studioUrl)
  await page.getByRole('button', { name: 'Play line 1', exact: true }).click()
  await expect(lineOf(page, 1)).toContainText('Ready')
  await checkButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Check all takes' })
  await expect(dialog.getByRole('region', { name: 'Models that can do this' })).toContainText(
    'Small recogniser',
  )
})
