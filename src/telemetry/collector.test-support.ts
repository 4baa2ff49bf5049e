import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'

/** A span as it arrived at a collector. */
export interface ReceivedSpan {
  readonly service: string
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly kind: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly events: readonly string[]
  readonly failed: boolean
}

interface Value {
  readonly stringValue?: string
  readonly intValue?: number | string
  readonly boolValue?: boolean
}
interface Attribute {
  readonly key: string
  readonly value: Value
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly name: string
        readonly traceId: string
        readonly spanId: string
        readonly parentSpanId?: string
        readonly kind: number
        readonly attributes: readonly Attribute[]
        readonly events: readonly { readonly name: string }[]
        readonly status: { readonly code?: number }
      }[]
    }[]
  }[]
}

/** A server to which traces can be sent as to a collector (OTLP in JSON over HTTP), until the end of the test. */
export async function collectorForTests(): Promise<{
  readonly url: string
  readonly spans: () => readonly ReceivedSpan[]
}> {
  const spans: ReceivedSpan[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    spans.push(...received(JSON.parse(body) as Sent))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The collector has no port.')
  return { url: `http://127.0.0.1:${address.port}`, spans: () => spans }
}

function received({ resourceSpans }: Sent): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(named(resource.attributes)['service.name'])
    return scopeSpans.flatMap((scope) =>
      scope.spans.map(({ name, traceId, spanId, parentSpanId, kind, ...span }) => ({
        ...{ service, name, traceId, spanId, kind },
        ...(parentSpanId ? { parentSpanId } : {}),
        attributes: named(span.attributes),
        events: span.events.map((event) => event.name),
        failed: span.status.code === 2,
      })),
    )
  })
}

function named(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? Number(value.intValue),
    ]),
  )
}
