import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { send } from '#server/client.test-support.ts'
import { collectorForTests } from '#telemetry/collector.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { startGriot } from './griot.test-support.ts'

const KEY = 'My API Key'
const TEXT = 'The rain has stopped.'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const home = folderForTests('griot ọ̀rọ̀')

test('a request is traced from its caller through the server to the process that speaks', async () => {
  const { url, spans } = await collectorForTests()
  const running = startGriot(home, ['serve', '--port', '0'], {
    ...{ GRIOT_API_KEY: KEY, OTEL_EXPORTER_OTLP_ENDPOINT: url },
  })
  const answer = await send(`${await running.address()}/v1/speech`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
    },
    body: JSON.stringify({ text: TEXT, voice: 'henry', format: 'wav' }),
  })
  expect(answer.status).toBe(200)
  const mine = () => spans().filter(({ traceId }) => traceId === TRACE)
  await expect.poll(() => mine().length).toBe(3)
  const named = Object.fromEntries(mine().map((span) => [span.name, span]))
  const { 'POST /v1/speech': request, speak, synthesise } = named
  expect(request).toMatchObject({
    ...{ service: 'griot-node', kind: 2, failed: false, parentSpanId: '00f067aa0ba902b7' },
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/v1/speech',
      'http.response.status_code': 200,
      'griot.request_id': answer.headers['x-request-id'],
    },
  })
  expect(speak).toMatchObject({
    ...{ service: 'griot-node', parentSpanId: request?.spanId, events: ['first sound'] },
    attributes: { 'griot.voice': 'henry', 'griot.characters': TEXT.length },
  })
  expect(synthesise).toMatchObject({ service: 'griot-speech', parentSpanId: speak?.spanId })
  const log = readFileSync(join(home, 'data/logs/requests.log'), 'utf8')
  expect(log).toContain(`"trace_id":"${TRACE}"`)
  for (const told of [JSON.stringify(spans()), log]) {
    expect(told).not.toContain(TEXT)
    expect(told).not.toContain(KEY)
  }
})

test('what a batch speaks later belongs to the request that ordered it', async () => {
  const { url, spans } = await collectorForTests()
  const running = startGriot(home, ['serve', '--port', '0'], {
    ...{ GRIOT_API_KEY: KEY, OTEL_EXPORTER_OTLP_ENDPOINT: url },
  })
  const line = {
    ...{ custom_id: 'one', method: 'POST', url: '/v1/speech' },
    body: { text: TEXT, voice: 'henry', format: 'wav' },
  }
  const answer = await send(`${await running.address()}/v1/batches`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
    },
    body: JSON.stringify({ endpoint: '/v1/speech', requests: [line] }),
  })
  expect(answer.text).toContain('batch_')
  const named = () =>
    Object.fromEntries(
      spans()
        .filter(({ traceId }) => traceId === TRACE)
        .map((span) => [span.name, span]),
    )
  await expect
    .poll(() => Object.keys(named()).sort())
    .toEqual(['POST /v1/batches', 'batch chunk', 'speak', 'synthesise'].sort())
  const { 'POST /v1/batches': request, 'batch chunk': chunk, speak } = named()
  expect(chunk).toMatchObject({ parentSpanId: request?.spanId, attributes: { 'griot.lines': 1 } })
  expect(speak?.parentSpanId).toBe(chunk?.spanId)
})

test('an address of a collector that is none ends the start in one line', async () => {
  const running = startGriot(home, ['serve', '--port', '0'], {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
  })
  const [code] = await running.exit
  expect(code).toBe(1)
  expect(running.err()).toMatch(/^OTEL_EXPORTER_OTLP_ENDPOINT must be an address .*\n$/)
})
