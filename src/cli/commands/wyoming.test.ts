import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { runGriotHere, startGriot } from '#cli/griot.test-support.ts'
import { encodeEvent, readEvents } from '#server/wyoming/events.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const folder = folderForTests('griot ilé')

test('Home Assistant finds the voices and hears a text in a language', async () => {
  const griot = startGriot(folder, ['wyoming', '--uri', 'tcp://127.0.0.1:0'])
  const [, port] = /tcp:\/\/127\.0\.0\.1:(\d+)\n/.exec(await griot.printed(/:\d+\n/)) ?? []
  const socket = connect(Number(port), '127.0.0.1')
  const events = readEvents(socket)
  socket.write(encodeEvent({ type: 'describe', data: {} }))
  const info = JSON.stringify((await events.next()).value)
  for (const voice of ['"sade"', '"boma"', '"languages":["am"]']) expect(info).toContain(voice)
  const data = { text: 'Ẹ káàárọ̀ o.', voice: { language: 'yo' } }
  socket.write(encodeEvent({ type: 'synthesize', data }))
  let samples = 0
  for await (const { type, payload, data: about } of events) {
    if (type === 'error') throw new Error(JSON.stringify(about))
    samples += (payload?.length ?? 0) / 2
    if (type === 'audio-stop') break
  }
  expect(samples).toBeGreaterThan(12_000)
  expect(await griot.end()).toBe(0)
})

test('the network is let in only where that is said, and an address has to be one', async () => {
  for (const [uri, words] of [
    ['tcp://0.0.0.0:0', '--allow-network'],
    ['http://127.0.0.1:10200', 'tcp://127.0.0.1:10200'],
  ] as const) {
    const { code, err } = await runGriotHere(folder, ['wyoming', '--uri', uri])
    expect([code, err]).toEqual([2, expect.stringContaining(words)])
  }
})
