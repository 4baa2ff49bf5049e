import { EventEmitter } from 'node:events'
import type { MessagePortMain, ParentPort } from 'electron'
import { expect, test } from 'vitest'
import type { FromEngine, ToEngine } from '#shared/desktop.ts'
import { openParent } from './parent.ts'

/** Electron's side of the two ports, which exists only inside Electron. */
function electronSide() {
  const asked: FromEngine[] = []
  const port = Object.assign(new EventEmitter(), {
    postMessage: (wish: FromEngine) => asked.push(wish),
  }) as unknown as ParentPort
  const say = (data: ToEngine, ports: MessagePortMain[] = []): boolean =>
    port.emit('message', { data, ports })
  return { port, asked, say }
}

function channelEnd() {
  const sent: unknown[] = []
  const port = Object.assign(new EventEmitter(), {
    postMessage: (message: unknown) => sent.push(message),
    start: () => undefined,
  }) as unknown as MessagePortMain
  return { port, sent, hear: (data: unknown) => port.emit('message', { data, ports: [] }) }
}

const listeners = { onWindow: () => undefined, onClose: () => undefined }

test('what is sent to a synthesis process before its port is there arrives in order', () => {
  const { port, asked, say } = electronSide()
  const link = openParent(port, listeners).startWorker('flite')
  link.send('first')
  link.send('second')
  expect(asked).toEqual([{ kind: 'start-synth', id: 0, engine: 'flite' }])
  const channel = channelEnd()
  say({ kind: 'synth', id: 0 }, [channel.port])
  link.send('third')
  expect(channel.sent).toEqual(['first', 'second', 'third'])
})

test('the engine hears its synthesis process and learns why it ended', () => {
  const { port, say } = electronSide()
  const link = openParent(port, listeners).startWorker('flite')
  const heard: unknown[] = []
  const ends: string[] = []
  link.onMessage((message) => heard.push(message))
  link.onExit((reason) => ends.push(reason))
  const channel = channelEnd()
  say({ kind: 'synth', id: 0 }, [channel.port])
  channel.hear({ kind: 'ready' })
  say({ kind: 'synth-exit', id: 0, reason: 'it ended with code 9' })
  say({ kind: 'synth-exit', id: 0, reason: 'told twice' })
  expect(heard).toEqual([{ kind: 'ready' }])
  expect(ends).toEqual(['it ended with code 9'])
})

test('killing asks the main process, and only for that one', () => {
  const { port, asked } = electronSide()
  const parent = openParent(port, listeners)
  parent.startWorker('flite')
  parent.startWorker('flite').kill()
  expect(asked.at(-1)).toEqual({ kind: 'stop-synth', id: 1 })
})

test('the person’s choice of a place reaches the export that asked, a change of mind too', async () => {
  const { port, asked, say } = electronSide()
  const parent = openParent(port, listeners)
  const first = parent.chooseSavePath('Ìròyìn.mp3')
  const second = parent.chooseSavePath('News.wav')
  expect(asked).toMatchObject([{ fileName: 'Ìròyìn.mp3' }, { fileName: 'News.wav' }])
  say({ kind: 'save-path', id: 1, path: undefined })
  say({ kind: 'save-path', id: 0, path: '/home/ada/Ìròyìn.mp3' })
  expect(await first).toBe('/home/ada/Ìròyìn.mp3')
  expect(await second).toBeUndefined()
})

test('the signing key is sealed and opened by the main process, as bytes that only it understands', async () => {
  const { port, asked, say } = electronSide()
  const parent = openParent(port, listeners)
  const asking = parent.keyEncryption()
  say({ kind: 'sealing', id: 0, isAvailable: true })
  const protection = await asking
  const sealing = protection?.encrypt('a secret')
  expect(asked.at(-1)).toEqual({ kind: 'seal', id: 1, plain: 'a secret' })
  say({ kind: 'secret', id: 1, text: 'AAEC' })
  expect(await sealing).toEqual(Buffer.of(0, 1, 2))
  const opening = protection?.decrypt(Buffer.of(0, 1, 2))
  expect(asked.at(-1)).toEqual({ kind: 'open-sealed', id: 2, sealed: 'AAEC' })
  say({ kind: 'secret', id: 2, text: 'a secret' })
  expect(await opening).toBe('a secret')
})

test('a keyring that is not there seals nothing, and one that refuses is named in words', async () => {
  const { port, say } = electronSide()
  const parent = openParent(port, listeners)
  const none = parent.keyEncryption()
  say({ kind: 'sealing', id: 0, isAvailable: false })
  expect(await none).toBeUndefined()
  const locked = parent.keyEncryption()
  say({ kind: 'sealing', id: 1, isAvailable: true })
  const opening = (await locked)?.decrypt(Buffer.of(0))
  say({ kind: 'secret', id: 2 })
  await expect(opening).rejects.toMatchObject({
    code: 'sign/key',
    message: expect.stringContaining('keyring'),
  })
})

test('a window is served over the port it came with, and closing is passed on', () => {
  const { port, say } = electronSide()
  const seen: unknown[] = []
  openParent(port, { onWindow: (window) => seen.push(window), onClose: () => seen.push('close') })
  const channel = channelEnd()
  say({ kind: 'window' }, [channel.port])
  say({ kind: 'close' })
  expect(seen).toEqual([channel.port, 'close'])
})

test('a message that is not in the contract is refused', () => {
  const { port } = electronSide()
  openParent(port, listeners)
  expect(() => port.emit('message', { data: { kind: 'run', code: '1' }, ports: [] })).toThrow()
})
