import { expect, test } from 'vitest'
import { createChannelClient } from '#shared/channel-client.ts'
import { createPortChannel } from './port-channel.ts'

/** The backend's end of a real channel, answering every call with what it was asked. */
function createEchoBackend(): { backend: MessagePort; page: MessagePort } {
  const { port1: backend, port2: page } = new MessageChannel()
  backend.onmessage = ({ data: { id, method, input } }) =>
    backend.postMessage({ id, output: { method, input } })
  return { backend, page }
}

test('a call made before the backend’s port arrives is answered once it does', async () => {
  const channel = createPortChannel()
  const { call } = createChannelClient(channel)
  const early = call('voices.list', {})
  const { backend, page } = createEchoBackend()
  channel.attach(page, () => undefined)
  expect(await early).toEqual({ method: 'voices.list', input: {} })
  expect(await call('script.load', {})).toEqual({ method: 'script.load', input: {} })
  backend.close()
})

test('audio arrives as bytes', async () => {
  const channel = createPortChannel()
  const { on } = createChannelClient(channel)
  const { backend, page } = createEchoBackend()
  const heard = new Promise((resolve) => on('speech.chunk', ({ pcm }) => resolve(pcm)))
  channel.attach(page, () => undefined)
  backend.postMessage({ event: 'speech.chunk', data: { pcm: new Uint8Array([1, 2, 3]) } })
  expect(await heard).toEqual(new Uint8Array([1, 2, 3]))
  backend.close()
})

test('when the backend goes away, pending and later calls fail instead of hanging', async () => {
  const channel = createPortChannel()
  const { call, fail } = createChannelClient(channel)
  const { port1: backend, port2: page } = new MessageChannel()
  const gone = new Promise<void>((resolve) => {
    channel.attach(page, () => {
      fail(new Error('Griot’s background process has stopped.'))
      resolve()
    })
  })
  const waiting = call('voices.list', {})
  backend.close()
  await expect(waiting).rejects.toThrow('Griot’s background process has stopped.')
  await gone
  await expect(call('voices.list', {})).rejects.toThrow('Griot’s background process has stopped.')
})
