import { EventEmitter } from 'node:events'
import type { MessagePortMain, ParentPort } from 'electron'
import { expect, test } from 'vitest'
import type { FromBackend, ToBackend } from '#shared/desktop-messages.ts'
import { connectToMainProcess } from './main-process.ts'

/** Electron's side of the two ports, which exists only inside Electron. */
function electronSide() {
  const asked: FromBackend[] = []
  const port = Object.assign(new EventEmitter(), {
    postMessage: (wish: FromBackend) => asked.push(wish),
  }) as unknown as ParentPort
  const say = (data: ToBackend, ports: MessagePortMain[] = []): boolean =>
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

test('messages to a speech process that are sent before its port arrives are delivered in order', () => {
  const { port, asked, say } = electronSide()
  const link = connectToMainProcess(port, listeners).startWorker('flite')
  link.send('first')
  link.send('second')
  expect(asked).toEqual([{ kind: 'start-synth', id: 0, engine: 'flite' }])
  const channel = channelEnd()
  say({ kind: 'synth', id: 0 }, [channel.port])
  link.send('third')
  expect(channel.sent).toEqual(['first', 'second', 'third'])
})

test('the backend receives messages of its speech process and learns why it ended', () => {
  const { port, say } = electronSide()
  const link = connectToMainProcess(port, listeners).startWorker('flite')
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

test('killing a speech process asks the main process to stop that one only', () => {
  const { port, asked } = electronSide()
  const parent = connectToMainProcess(port, listeners)
  parent.startWorker('flite')
  parent.startWorker('flite').kill()
  expect(asked.at(-1)).toEqual({ kind: 'stop-synth', id: 1 })
})

test('the chosen path, or a cancelled dialog, reaches the export that asked', async () => {
  const { port, asked, say } = electronSide()
  const parent = connectToMainProcess(port, listeners)
  const first = parent.chooseSavePath('Ìròyìn.mp3')
  const second = parent.chooseSavePath('News.wav')
  expect(asked).toMatchObject([{ fileName: 'Ìròyìn.mp3' }, { fileName: 'News.wav' }])
  say({ kind: 'save-path', id: 1, path: undefined })
  say({ kind: 'save-path', id: 0, path: '/home/ada/Ìròyìn.mp3' })
  expect(await first).toBe('/home/ada/Ìròyìn.mp3')
  expect(await second).toBeUndefined()
})

test('the signing key is encrypted and decrypted by the main process, as bytes that only it understands', async () => {
  const { port, asked, say } = electronSide()
  const parent = connectToMainProcess(port, listeners)
  const asking = parent.encryption()
  say({ kind: 'encryption', id: 0, isAvailable: true })
  const protection = await asking
  const sealing = protection?.encrypt('a secret')
  expect(asked.at(-1)).toEqual({ kind: 'encrypt', id: 1, plain: 'a secret' })
  say({ kind: 'encryption-result', id: 1, text: 'AAEC' })
  expect(await sealing).toEqual(Buffer.of(0, 1, 2))
  const opening = protection?.decrypt(Buffer.of(0, 1, 2))
  expect(asked.at(-1)).toEqual({ kind: 'decrypt', id: 2, encrypted: 'AAEC' })
  say({ kind: 'encryption-result', id: 2, text: 'a secret' })
  expect(await opening).toBe('a secret')
})

test('without a keyring there is no encryption, and one that refuses is named in the error', async () => {
  const { port, say } = electronSide()
  const parent = connectToMainProcess(port, listeners)
  const none = parent.encryption()
  say({ kind: 'encryption', id: 0, isAvailable: false })
  expect(await none).toBeUndefined()
  const locked = parent.encryption()
  say({ kind: 'encryption', id: 1, isAvailable: true })
  const opening = (await locked)?.decrypt(Buffer.of(0))
  say({ kind: 'encryption-result', id: 2 })
  await expect(opening).rejects.toMatchObject({
    code: 'sign/key',
    message: expect.stringContaining('keyring'),
  })
})

test('a window is served over its own port, and closing is passed on', () => {
  const { port, say } = electronSide()
  const seen: unknown[] = []
  connectToMainProcess(port, {
    onWindow: (window) => seen.push(window),
    onClose: () => seen.push('close'),
  })
  const channel = channelEnd()
  say({ kind: 'window' }, [channel.port])
  say({ kind: 'close' })
  expect(seen).toEqual([channel.port, 'close'])
})

test('a message that is not in the contract is rejected', () => {
  const { port } = electronSide()
  connectToMainProcess(port, listeners)
  expect(() => port.emit('message', { data: { kind: 'run', code: '1' }, ports: [] })).toThrow()
})
