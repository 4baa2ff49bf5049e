import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { MARKER } from '#storage/library-ownership/marker.ts'
import { test } from './fixtures.ts'
import { openRecorder, READ, readAloud, submitVoiceForm } from './recorder-actions.ts'

/** Drops a file on the middle of the screen. */
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
  await expect(page.getByText('Drop it here to create a voice from it.')).toBeVisible()
  await place.dispatchEvent('drop', { dataTransfer })
}

test('a dropped file becomes a voice once its transcript is entered, and a file without audio is rejected', async ({
  page,
  host,
}) => {
  const sound = await readAloud()
  await openRecorder(page, host.studioUrl)
  // The file is chosen at the bottom of a low window, and the error is scrolled into view.
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
  const make = page.getByRole('button', { name: 'Create the voice' })
  await expect(make).toHaveAccessibleDescription(/the transcript/)
  await drop(page, 'ohùn kejì.txt', Buffer.from('Ẹ káàárọ̀.'))
  await expect(page.getByRole('alert')).toContainText('ohùn kejì.txt')
  await words.fill(READ)
  await submitVoiceForm(page, 'Ohùn ìyá')
  await page.getByRole('link', { name: 'Details and comparison' }).click()
  await expect(page.getByRole('heading', { name: 'Ohùn ìyá' })).toBeVisible()
  await expect(page.getByText(READ)).toBeVisible()
})

/** Connection between page and server, whose messages a test can delay. */
interface MessageGate {
  /** Delays messages of one direction until the returned function is called. */
  hold(side: 'sent' | 'received'): () => void
  /** Resolves when a message that contains the word was sent. */
  until(word: string): Promise<void>
}

async function gateMessages(page: Page): Promise<MessageGate> {
  const held: Record<'sent' | 'received', (() => void)[] | undefined> = {
    sent: undefined,
    received: undefined,
  }
  const seen: string[] = []
  await page.routeWebSocket(/\/studio\/socket/, (socket) => {
    const program = socket.connectToServer()
    const pass = (side: 'sent' | 'received', message: string | Buffer, send: () => void): void => {
      seen.push(String(message))
      if (held[side]) held[side].push(send)
      else send()
    }
    socket.onMessage((message) => pass('sent', message, () => program.send(message)))
    program.onMessage((message) => pass('received', message, () => socket.send(message)))
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

test('the entries for a recording survive a cancelled creation, a closed page and a cancellation that came too late', async ({
  page,
  host,
}) => {
  const gate = await gateMessages(page)
  await openRecorder(page, host.studioUrl)
  await drop(page, 'ohùn ìyá.wav', await readAloud())
  const words = page.getByRole('textbox', { name: /word for word/ })
  const name = page.getByRole('textbox', { name: 'Name of the voice' })
  const consent = page.getByRole('checkbox', { name: /agrees that Griot makes a voice/ })
  const make = page.getByRole('button', { name: 'Create the voice' })
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await words.fill(READ)
  await name.fill('Ohùn ìyá')
  await consent.check()
  await expect(make).toBeEnabled()

  // With the keyboard alone, the focus moves to the button that replaces the last one.
  let release = gate.hold('sent')
  await make.press('Enter')
  await expect(cancel).toBeFocused()
  await expect(page.getByLabel('End in seconds')).toBeDisabled()
  await drop(page, 'ìwé.wav', Buffer.from('PK'))
  await expect(page.getByRole('alert')).toContainText('A voice is being created.')
  await cancel.press('Enter')
  release()
  await expect(make).toBeFocused()
  await expect(words).toHaveValue(READ)
  await expect(name).toHaveValue('Ohùn ìyá')
  await expect(consent).toBeChecked()

  release = gate.hold('received')
  await make.click()
  await expect(cancel).toBeVisible()
  await page.reload()
  release()
  await page.getByRole('button', { name: /^Continue: ohùn ìyá\.wav/ }).click()
  await expect(words).toHaveValue(READ)
  await expect(name).toHaveValue('Ohùn ìyá')
  await expect(consent).not.toBeChecked()
  expect(await readdir(join(host.home, 'voices'))).toEqual([MARKER])

  await consent.check()
  await expect(make).toBeEnabled()
  release = gate.hold('received')
  await make.click()
  await gate.until('voice.created')
  await cancel.click()
  release()
  await expect(page.getByRole('alert')).toContainText('created before it could be cancelled')
  await expect(words).toHaveValue(READ)
  await page.getByRole('main').getByRole('link', { name: 'Voices' }).click()
  await expect(page.getByRole('region', { name: 'Your voices' }).getByRole('listitem')).toHaveCount(
    1,
  )
})
