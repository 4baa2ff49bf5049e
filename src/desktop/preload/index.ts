import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge, BridgeAnswer } from '#shared/bridge.ts'
import { createChannelClient } from '#shared/channel-client.ts'
import { AppError } from '#shared/errors.ts'
import { createPortChannel } from './port-channel.ts'

const channel = createPortChannel()
const { call, on, fail } = createChannelClient(channel)

ipcRenderer.once('backend-port', ({ ports: [port] }) => {
  if (port) channel.attach(port, () => fail(new Error('Griot’s background process has stopped.')))
})

const bridge: Bridge = {
  call: (method, input) =>
    // The backend validates every input against the contract, so it may be untyped here.
    (call as (method: string, input: unknown) => Promise<unknown>)(method, input).then(
      (output): BridgeAnswer => ({ output }),
      (error): BridgeAnswer => ({ failure: describe(error) }),
    ),
  on: (event, listener) => on(event, listener),
}

contextBridge.exposeInMainWorld('griot', bridge)

function describe(error: unknown): Extract<BridgeAnswer, { failure: unknown }>['failure'] {
  const code = error instanceof AppError ? error.code : 'bug'
  return { code, message: error instanceof Error ? error.message : String(error) }
}
