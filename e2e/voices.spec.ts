import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { MARKER } from '#storage/library-ownership/marker.ts'
import { test } from './fixtures.ts'
import {
  openRecorder,
  playIntoMicrophone,
  READ,
  readAloudSamples,
  stopRecordingAfter,
  submitVoiceForm,
} from './recorder-actions.ts'

test('a sentence read into the microphone becomes a voice that is played, used and exported, and leaves no audio once it is deleted', {
  tag: '@tour',
}, async ({ page, host, microphone }) => {
  const sound = await readAloudSamples()
  await playIntoMicrophone(microphone, sound)
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  await openRecorder(page, host.studioUrl)
  await expect(page.getByText(READ)).toBeVisible()
  await page.getByRole('button', { name: 'Test the microphone' }).click()
  await expect(page.getByText('Too quiet: move closer')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off the microphone' }).click()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await stopRecordingAfter(page, 6)

  const checks = page.getByRole('region', { name: 'Checks' })
  const check = (name: string) => checks.getByRole('listitem').filter({ hasText: name })
  for (const name of ['Length', 'Level', 'Speech']) await expect(check(name)).toContainText('good')
  // The fake microphone may stutter on a busy machine.
  for (const name of ['Clipping', 'Noise'])
    await expect(check(name)).toHaveAttribute('data-state', /good|advice/)
  await expect(page.getByRole('textbox', { name: /word for word/ })).toHaveValue(READ)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByRole('region', { name: 'The recording' }).getByText('Stop').click()

  const end = page.getByRole('slider', { name: 'End of the used part' })
  const before = Number(await end.getAttribute('aria-valuenow'))
  await end.press('Shift+ArrowLeft')
  await expect(end).toHaveAttribute('aria-valuenow', String(Math.round((before - 1) * 100) / 100))
  await expect(end).toHaveAttribute('aria-valuetext', /seconds of/)
  const used = await page.getByText(/^\d+\.\d s used$/).innerText()
  expect(Math.abs(Number.parseFloat(used) - (before - 1))).toBeLessThan(0.1)
  await end.press('End')

  const make = page.getByRole('button', { name: 'Create the voice' })
  await expect(make).toBeDisabled()
  await expect(make).toHaveAccessibleDescription(/a name and the consent/)
  await page.getByRole('textbox', { name: 'Name of the voice' }).fill('Ìyá mi')
  await expect(make).toHaveAccessibleDescription('Still missing: the consent.')
  await expect(make).toBeDisabled()
  await submitVoiceForm(page, 'Ìyá mi')

  for (const language of ['English', 'Yoruba']) {
    const hear = page.getByRole('button', { name: `Listen to Ìyá mi in ${language}` })
    await hear.click()
    await expect(hear).toHaveAttribute('aria-pressed', 'true')
  }
  await page.getByRole('button', { name: 'Use in the script' }).click()
  const voice = page.getByRole('button', { name: /^Voice for line 1/ })
  await expect(voice).toHaveAccessibleName('Voice for line 1: Ìyá mi')
  await page.getByRole('button', { name: 'Play line 1' }).click()
  await expect(page.getByRole('slider', { name: 'Waveform of line 1' })).toBeVisible()
  await expect(page.getByRole('listitem').first()).toContainText('Ready')

  await page.keyboard.press('Control+e')
  const dialog = page.getByRole('dialog', { name: 'Export the script' })
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.\w+$/)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Voices', exact: true }).click()
  const card = page.getByRole('region', { name: 'Your voices' }).getByRole('listitem')
  await expect(card).toContainText('used in 1 line')
  await expect(page.getByRole('region', { name: 'Unused recordings' })).toBeHidden()
  await card.getByRole('link', { name: 'Ìyá mi' }).click()
  await expect(page.getByText('the studio', { exact: true })).toBeVisible()
  await expect(page.getByText(/^[\da-f]{64}$/)).toHaveCount(2)
  await expect(page.getByRole('slider', { name: 'Waveform of Clone' })).toBeVisible()
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('button', { name: 'Stop Original' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop Clone' })).toBeVisible()

  await page.getByRole('button', { name: 'Rename' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename the voice' })
  await rename.getByRole('textbox', { name: 'Name' }).fill('Ìyá àgbà')
  await rename.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { name: 'Ìyá àgbà' })).toBeVisible()

  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: /Delete .Ìyá àgbà/ })
  await expect(question).toContainText('line 1 of the script')
  await expect(question).toContainText('recording is removed')
  await expect(question).toContainText('consent is kept')
  await question.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByRole('heading', { name: 'Add your own voice' })).toBeVisible()
  await page.getByRole('link', { name: 'Script' }).click()
  await expect(voice).toHaveAccessibleName(/Deleted voice/)
  expect(await readdir(join(host.home, 'clips'))).toEqual([])
  expect(await readdir(join(host.home, 'voices'))).toEqual([MARKER])
  expect(problems).toEqual([])
})

test('the library can be searched and filtered, and favourites come first in it and in the voice list of a line', async ({
  page,
  host,
}) => {
  await page.goto(host.studioUrl)
  await page.getByRole('link', { name: 'Voices', exact: true }).click()
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveCount(28)
  await page.getByRole('textbox', { name: 'Search voices' }).fill('sade')
  await expect(cards).toHaveCount(1)
  await page.getByRole('button', { name: 'Favourite: Sade' }).click()
  await page.getByRole('textbox', { name: 'Search voices' }).fill('')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Hausa')
  await page.getByRole('combobox', { name: 'Gender' }).selectOption('Male')
  await expect(cards).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Kind of voice' }).selectOption('Your voices')
  await expect(page.getByText('No voice matches these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all voices' }).click()
  await page.getByRole('checkbox', { name: 'Favourites only' }).check()
  await expect(cards).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Favourite: Sade' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const hear = page.getByRole('button', { name: 'Listen to Funmi' })
  await hear.click()
  await expect(hear).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('link', { name: 'Script' }).click()
  await page.getByRole('button', { name: /^Voice for line 1/ }).click()
  await expect(page.getByText('Your favourites')).toBeVisible()
  await expect(page.getByRole('option').first()).toContainText('Sade')
  await page.getByRole('link', { name: 'Record a voice' }).click()
  await expect(page.getByRole('heading', { name: 'Record a voice' })).toBeVisible()
})
