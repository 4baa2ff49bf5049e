import { EventEmitter } from 'node:events'
import type { MessagePortMain, ParentPort } from 'electron'
import { expect, test } from 'vitest'
import type { FromBackend, ToBackend } from '#shared/desktop-messages.ts'
import { connectToMainProcess } from './main-process.ts'

/** Electron's side of the two ports, which exists only inside Electron. */
function createElectronPort() {
  const requests: FromBackend[] = []
  const port = Object.assign(new EventEmitter(), {
    postMessage: (request: FromBackend) => requests.push(request),
  }) as unknown as ParentPort
  const send = (data: ToBackend, ports: MessagePortMain[] = []): boolean =>
    port.emit('message', { data, ports })
  return { port, requests, send }
}

function createPort() {
  const sent: unknown[] = []
  const port = Object.assign(new EventEmitter(), {
    postMessage: (message: unknown) => sent.push(message),
    start: () => undefined,
  }) as unknown as MessagePortMain
  return { port, sent, receive: (data: unknown) => port.emit('message', { data, ports: [] }) }
}

const nothing = (): undefined => undefined
const listeners = { onWindow: nothing, onMenu: nothing, onOpen: nothing, onClose: nothing }

test('messages to a speech worker that are sent before its port arrives are delivered in order', () => {
  const { port, requests, send } = createElectronPort()
  const link = connectToMainProcess(port, listeners).startWorker('flite')
  link.send('first')
  link.send('second')
  expect(requests).toEqual([{ kind: 'start-worker', id: 0, engine: 'flite' }])
  const channel = createPort()
  send({ kind: 'worker', id: 0 }, [channel.port])
  link.send('third')
  expect(channel.sent).toEqual(['first', 'second', 'third'])
})

test('the built-in translator is started as a process of its own', () => {
  const { port, requests, send } = createElectronPort()
  const mainProcess = connectToMainProcess(port, listeners)
  mainProcess.startWorker('flite')
  const link = mainProcess.startTranslator()
  expect(requests.at(-1)).toEqual({ kind: 'start-translator', id: 1 })
  link.send('a sentence')
  const channel = createPort()
  send({ kind: 'worker', id: 1 }, [channel.port])
  expect(channel.sent).toEqual(['a sentence'])
  link.kill()
  expect(requests.at(-1)).toEqual({ kind: 'stop-worker', id: 1 })
})

test('the backend receives messages of its speech worker and learns why it ended', () => {
  const { port, send } = createElectronPort()
  const link = connectToMainProcess(port, listeners).startWorker('flite')
  const received: unknown[] = []
  const ends: string[] = []
  link.onMessage((message) => received.push(message))
  link.onExit((reason) => ends.push(reason))
  const channel = createPort()
  send({ kind: 'worker', id: 0 }, [channel.port])
  channel.receive({ kind: 'ready' })
  send({ kind: 'worker-exit', id: 0, reason: 'it ended with code 9' })
  send({ kind: 'worker-exit', id: 0, reason: 'told twice' })
  expect(received).toEqual([{ kind: 'ready' }])
  expect(ends).toEqual(['it ended with code 9'])
})

test('killing a speech worker asks the main process to stop that one only', () => {
  const { port, requests } = createElectronPort()
  const mainProcess = connectToMainProcess(port, listeners)
  mainProcess.startWorker('flite')
  mainProcess.startWorker('flite').kill()
  expect(requests.at(-1)).toEqual({ kind: 'stop-worker', id: 1 })
})

test('a process for a pack of models is asked for as one of its own kind', () => {
  const { port, requests, send } = createElectronPort()
  const link = connectToMainProcess(port, listeners).startModel()
  link.send({ kind: 'open' })
  expect(requests).toEqual([{ kind: 'start-model', id: 0 }])
  const channel = createPort()
  send({ kind: 'worker', id: 0 }, [channel.port])
  expect(channel.sent).toEqual([{ kind: 'open' }])
})

test('the chosen path, or a cancelled dialog, reaches the export that requests', async () => {
  const { port, requests, send } = createElectronPort()
  const mainProcess = connectToMainProcess(port, listeners)
  const first = mainProcess.chooseSavePath('Ìròyìn.mp3')
  const second = mainProcess.chooseSavePath('News.wav')
  expect(requests).toMatchObject([{ fileName: 'Ìròyìn.mp3' }, { fileName: 'News.wav' }])
  send({ kind: 'save-path', id: 1, path: undefined })
  send({ kind: 'save-path', id: 0, path: '/home/ada/Ìròyìn.mp3' })
  expect(await first).toBe('/home/ada/Ìròyìn.mp3')
  expect(await second).toBeUndefined()
})

test('the folder of a pack comes from the dialog of the main process, or not at all', async () => {
  const { port, requests, send } = createElectronPort()
  const mainProcess = connectToMainProcess(port, listeners)
  const [first, second] = [mainProcess.chooseFolder(), mainProcess.chooseFolder()]
  expect(requests).toEqual([
    { kind: 'choose-folder', id: 0 },
    { kind: 'choose-folder', id: 1 },
  ])
  send({ kind: 'folder', id: 1, path: undefined })
  send({ kind: 'folder', id: 0, path: '/home/ada/àpò' })
  expect([await first, await second]).toEqual(['/home/ada/àpò', undefined])
})

test('the signing key is encrypted and decrypted by the main process, as bytes that only it understands', async () => {
  const { port, requests, send } = createElectronPort()
  const mainProcess = connectToMainProcess(port, listeners)
  const asking = mainProcess.encryption()
  send({ kind: 'encryption', id: 0, isAvailable: true })
  const protection = await asking
  const encrypted = protection?.encrypt('a secret')
  expect(requests.at(-1)).toEqual({ kind: 'encrypt', id: 1, plain: 'a secret' })
  send({ kind: 'encryption-result', id: 1, text: 'AAEC' })
  expect(await encrypted).toEqual(Buffer.of(0, 1, 2))
  const opening = protection?.decrypt(Buffer.of(0, 1, 2))
  expect(requests.at(-1)).toEqual({ kind: 'decrypt', id: 2, encrypted: 'AAEC' })
  send({ kind: 'encryption-result', id: 2, text: 'a secret' })
  expect(await opening).toBe('a secret')
})

test('without a keyring there is no encryption, and one that refuses is named in the error', async () => {
  const { port, send } = createElectronPort()
  const mainProcess = connectToMainProcess(port, listeners)
  const none = mainProcess.encryption()
  send({ kind: 'encryption', id: 0, isAvailable: false })
  expect(await none).toBeUndefined()
  const locked = mainProcess.encryption()
  send({ kind: 'encryption', id: 1, isAvailable: true })
  const opening = (await locked)?.decrypt(Buffer.of(0))
  send({ kind: 'encryption-result', id: 2 })
  await expect(opening).rejects.toMatchObject({
    code: 'sign/key',
    message: expect.stringContaining('keyring'),
  })
})

test('a window is served over its own port, and closing is passed on', () => {
  const { port, send } = createElectronPort()
  const seen: unknown[] = []
  connectToMainProcess(port, {
    onWindow: (window) => seen.push(window),
    onMenu: (command) => seen.push(command),
    onOpen: (what) => seen.push(what),
    onClose: () => seen.push('close'),
  })
  const channel = createPort()
  send({ kind: 'window' }, [channel.port])
  send({ kind: 'menu', command: 'export' })
  send({ kind: 'open-path', path: '/media/ìròyìn.griot' })
  send({ kind: 'close' })
  expect(seen).toEqual([
    ...[channel.port, 'export'],
    { kind: 'open-path', path: '/media/ìròyìn.griot' },
    'close',
  ])
})

test('a message that is not in the contract is rejected', () => {
  const { port } = createElectronPort()
  connectToMainProcess(port, listeners)
  expect(() => port.emit('message', { data: { kind: 'run', code: '1' }, ports: [] })).toThrow()
})
