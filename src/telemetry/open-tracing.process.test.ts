import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { fullTest } from '#testing/tier.test-support.ts'
import { collectorForTests } from './collector.test-support.ts'
import { openTracing } from './open-tracing.ts'
import { currentTrace, startSpan, traced, within } from './tracing.ts'

async function tracingTo(url: string) {
  const tracing = await openTracing({
    service: 'griot-test',
    version: '1.2.3',
    variables: { OTEL_EXPORTER_OTLP_ENDPOINT: url },
  })
  onTestFinished(tracing.close)
  return tracing
}

/** The exporter reads the address from the environment of its process, as every program with OpenTelemetry does. */
function inEnvironment(url: string): void {
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = url
  onTestFinished(() => {
    delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  })
}

test('without a collector nothing is traced', async () => {
  const tracing = await openTracing({ service: 'griot-test', variables: {} })
  const span = startSpan('work')
  expect(span.traceId).toBeUndefined()
  expect(span.within(() => currentTrace())).toBeUndefined()
  expect(await traced('more', {}, async () => 7)).toBe(7)
  await tracing.close()
})

test('an address that is none is refused in words', async () => {
  const opened = openTracing({
    service: 'griot-test',
    variables: { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' },
  })
  await expect(opened).rejects.toThrow(AppError)
  await expect(opened).rejects.toThrow(
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an address that begins with http:// or https://',
  )
})

test('spans arrive with their parents, events and failures', async () => {
  const { url, spans } = await collectorForTests()
  inEnvironment(url)
  const tracing = await tracingTo(url)
  const outer = startSpan('outer', { kind: 'server', attributes: { 'griot.characters': 4 } })
  await outer.within(async () => {
    await sleep(1)
    const failing = traced('inner', {}, async (span) => {
      span.event('first sound')
      throw new AppError('settings/invalid', 'Ẹ káàárọ̀ is a text that no trace may quote.')
    })
    await expect(failing).rejects.toThrow(AppError)
  })
  outer.end()
  outer.end(new Error('after the end'))
  await tracing.close()
  const [inner, whole] = spans()
  expect(inner).toMatchObject({
    ...{ service: 'griot-test', name: 'inner', failed: true, events: ['first sound'] },
    ...{ traceId: outer.traceId, parentSpanId: whole?.spanId },
  })
  expect(whole).toMatchObject({
    ...{ name: 'outer', kind: 2, failed: false, attributes: { 'griot.characters': 4 } },
  })
  expect(whole?.parentSpanId).toBeUndefined()
  expect(JSON.stringify(spans())).not.toContain('káàárọ̀')
})

test('a trace goes on in another process, and through a generator that is read from outside', async () => {
  const { url, spans } = await collectorForTests()
  inEnvironment(url)
  const tracing = await tracingTo(url)
  const sender = startSpan('sender')
  const carried = sender.within(() => currentTrace())
  const receiver = startSpan('receiver', { kind: 'consumer', parent: carried })
  async function* pieces() {
    for (const name of ['one', 'two']) {
      await sleep(1)
      startSpan(name).end()
      yield name
    }
  }
  const read = []
  for await (const piece of within(receiver, pieces())) read.push(piece)
  receiver.end()
  sender.end()
  await tracing.close()
  expect(read).toEqual(['one', 'two'])
  const named = Object.fromEntries(spans().map((span) => [span.name, span]))
  expect(named['receiver']?.parentSpanId).toBe(named['sender']?.spanId)
  expect(named['one']?.parentSpanId).toBe(named['receiver']?.spanId)
  expect(named['two']?.parentSpanId).toBe(named['receiver']?.spanId)
  expect(new Set(spans().map(({ traceId }) => traceId)).size).toBe(1)
})

fullTest('a collector that is gone holds nothing up', async () => {
  inEnvironment('http://127.0.0.1:1')
  const tracing = await tracingTo('http://127.0.0.1:1')
  startSpan('lost').end()
  await tracing.close()
  expect(startSpan('after').traceId).toBeUndefined()
})
