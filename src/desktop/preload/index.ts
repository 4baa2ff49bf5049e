import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge, BridgeAnswer } from '#shared/bridge.ts'
import { connect } from '#shared/connect.ts'
import { AppError } from '#shared/errors.ts'
import { portWire } from './port-wire.ts'

const wire = portWire()
const { call, on, fail } = connect(wire)

ipcRenderer.once('engine', ({ ports: [port] }) => {
  if (port) wire.attach(port, () => fail(new Error('The engine has stopped.')))
})

const bridge: Bridge = {
  call: (method, input) =>
    // The engine checks every input against the contract, so it may come in untyped here.
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
