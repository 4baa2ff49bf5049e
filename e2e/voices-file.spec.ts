import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { MARKER } from '#storage/keeping/marker.ts'
import { test } from './host.ts'
import { makeVoice, openRecorder, READ, readAloud } from './recording.ts'

/** Lets a file fall on the middle of the screen. */
async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ({ fileName, base64 }) => {
      const transfer = new DataTransfer()
      const sound = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([sound], fileName))
      return transfer
    },
    { fileName: name, base64: bytes.toString('base64') },
  )
  const place = page.getByRole('main')
  await place.dispatchEvent('dragover', { dataTransfer })
  await expect(page.getByText('Drop it here to make a voice of it.')).toBeVisible()
  await place.dispatchEvent('drop', { dataTransfer })
}

test('a file that is dropped becomes a voice once its words are typed; what is no sound is refused in words', async ({
  page,
  host,
}) => {
  test.slow()
  const sound = await readAloud()
  await openRecorder(page, host.studioUrl)
  // Chosen at the foot of a low window, and refused where it is seen.
  await page.setViewportSize({ width: 1024, height: 480 })
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await expect(page.getByRole('heading', { name: 'Record a voice' })).not.toBeInViewport()
  const refused = { name: 'ìwé.wav', mimeType: '', buffer: Buffer.from('PK\u0003\u0004 no sound') }
  await (await choosing).setFiles(refused)
  await expect(page.getByRole('alert')).toContainText('ìwé.wav')
  await expect(page.getByRole('alert').getByText(/^ìwé\.wav: /)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 720 })
  await drop(page, 'ohùn ìyá.m4a', sound)
  await expect(page.getByText(/^ohùn ìyá\.m4a \([\d.]+ s\)/)).toBeVisible()
  const words = page.getByRole('textbox', { name: /word for word/ })
  await expect(words).toHaveValue('')
  const make = page.getByRole('button', { name: 'Make the voice' })
  await expect(make).toHaveAccessibleDescription(/the words that are heard/)
  await drop(page, 'ohùn kejì.txt', Buffer.from('Ẹ káàárọ̀.'))
  await expect(page.getByRole('alert')).toContainText('ohùn kejì.txt')
  await words.fill(READ)
  await makeVoice(page, 'Ohùn ìyá')
  await page.getByRole('link', { name: 'Compare and details' }).click()
  await expect(page.getByRole('heading', { name: 'Ohùn ìyá' })).toBeVisible()
  await expect(page.getByText(READ)).toBeVisible()
})

/** What goes between page and program, held back while a test wants it to be late. */
interface Wire {
  /** Holds what the page asks, or what it is told, until the answer is called. */
  hold(side: 'asked' | 'told'): () => void
  /** Resolves when something with this word in it was sent. */
  until(word: string): Promise<void>
}

async function wireOf(page: Page): Promise<Wire> {
  const held: Record<'asked' | 'told', (() => void)[] | undefined> = {
    asked: undefined,
    told: undefined,
  }
  const seen: string[] = []
  await page.routeWebSocket(/\/studio\/socket/, (socket) => {
    const program = socket.connectToServer()
    const pass = (side: 'asked' | 'told', message: string | Buffer, send: () => void): void => {
      seen.push(String(message))
      if (held[side]) held[side].push(send)
      else send()
    }
    socket.onMessage((message) => pass('asked', message, () => program.send(message)))
    program.onMessage((message) => pass('told', message, () => socket.send(message)))
  })
  return {
    hold(side) {
      held[side] = []
      return () => {
        const late = held[side] ?? []
        held[side] = undefined
        for (const send of late) send()
      }
    },
    until: (word) => expect.poll(() => seen.some((text) => text.includes(word))).toBe(true),
  }
}

test('what was written about a recording stays when its voice is cancelled, when the page closes meanwhile, and when the cancelling came too late', async ({
  page,
  host,
  home,
}) => {
  test.slow()
  const wire = await wireOf(page)
  await openRecorder(page, host.studioUrl)
  await drop(page, 'ohùn ìyá.wav', await readAloud())
  const words = page.getByRole('textbox', { name: /word for word/ })
  const name = page.getByRole('textbox', { name: 'Name of the voice' })
  const consent = page.getByRole('checkbox', { name: /agrees that Griot makes a voice/ })
  const make = page.getByRole('button', { name: 'Make the voice' })
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await words.fill(READ)
  await name.fill('Ohùn ìyá')
  await consent.check()
  await expect(make).toBeEnabled()

  // By keyboard alone: the focus goes from one button to the one that takes its place.
  let letGo = wire.hold('asked')
  await make.press('Enter')
  await expect(cancel).toBeFocused()
  await expect(page.getByLabel('Used to second')).toBeDisabled()
  await drop(page, 'ìwé.wav', Buffer.from('PK'))
  await expect(page.getByRole('alert')).toContainText('A voice is being made.')
  await cancel.press('Enter')
  letGo()
  await expect(make).toBeFocused()
  await expect(words).toHaveValue(READ)
  await expect(name).toHaveValue('Ohùn ìyá')
  await expect(consent).toBeChecked()

  letGo = wire.hold('told')
  await make.click()
  await expect(cancel).toBeVisible()
  await page.reload()
  letGo()
  await page.getByRole('button', { name: /^Go on: ohùn ìyá\.wav/ }).click()
  await expect(words).toHaveValue(READ)
  await expect(name).toHaveValue('Ohùn ìyá')
  await expect(consent).not.toBeChecked()
  expect(await readdir(join(home, 'voices'))).toEqual([MARKER])

  await consent.check()
  await expect(make).toBeEnabled()
  letGo = wire.hold('told')
  await make.click()
  await wire.until('voice.made')
  await cancel.click()
  letGo()
  await expect(page.getByRole('alert')).toContainText('made before it could be cancelled')
  await expect(words).toHaveValue(READ)
  await page.getByRole('main').getByRole('link', { name: 'Voices' }).click()
  await expect(page.getByRole('region', { name: 'Your voices' }).getByRole('listitem')).toHaveCount(
    1,
  )
})
