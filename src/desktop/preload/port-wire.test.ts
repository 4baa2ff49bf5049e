import { expect, test } from 'vitest'
import { connect } from '#shared/connect.ts'
import { portWire } from './port-wire.ts'

/** The engine's end of a real channel, answering every call with what it was asked. */
function channel(): { engine: MessagePort; page: MessagePort } {
  const { port1: engine, port2: page } = new MessageChannel()
  engine.onmessage = ({ data: { id, method, input } }) =>
    engine.postMessage({ id, output: { method, input } })
  return { engine, page }
}

test('a call made before the engine’s port arrives is answered once it does', async () => {
  const wire = portWire()
  const { call } = connect(wire)
  const early = call('voices.list', {})
  const { engine, page } = channel()
  wire.attach(page, () => undefined)
  expect(await early).toEqual({ method: 'voices.list', input: {} })
  expect(await call('script.load', {})).toEqual({ method: 'script.load', input: {} })
  engine.close()
})

test('sound arrives as bytes', async () => {
  const wire = portWire()
  const { on } = connect(wire)
  const { engine, page } = channel()
  const heard = new Promise((resolve) => on('speech.chunk', ({ pcm }) => resolve(pcm)))
  wire.attach(page, () => undefined)
  engine.postMessage({ event: 'speech.chunk', data: { pcm: new Uint8Array([1, 2, 3]) } })
  expect(await heard).toEqual(new Uint8Array([1, 2, 3]))
  engine.close()
})

test('when the engine goes away, waiting and later calls fail instead of hanging', async () => {
  const wire = portWire()
  const { call, fail } = connect(wire)
  const { port1: engine, port2: page } = new MessageChannel()
  const gone = new Promise<void>((resolve) => {
    wire.attach(page, () => {
      fail(new Error('The engine has stopped.'))
      resolve()
    })
  })
  const waiting = call('voices.list', {})
  engine.close()
  await expect(waiting).rejects.toThrow('The engine has stopped.')
  await gone
  await expect(call('voices.list', {})).rejects.toThrow('The engine has stopped.')
})
