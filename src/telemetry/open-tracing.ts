import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Span as OtelSpan } from '@opentelemetry/api'
import { AppError } from '#shared/errors.ts'
import { recordWith, type Span, type TraceContext, type Tracer } from './tracing.ts'

type Variables = Readonly<Record<string, string | undefined>>

export interface TracingOptions {
  /** What the process does: `griot-node`, `griot-worker`. */
  readonly service: string
  /** Version of the program; left out: it is not told. */
  readonly version?: string
  /** Environment variables; the names are those of OpenTelemetry. */
  readonly variables: Variables
}

export interface Tracing {
  /** Sends what is left, and ends the recording. Never fails: a collector that is gone gets nothing. */
  close(): Promise<void>
}

const LONGEST_CLOSE_MS = 2_000
const SEND_EVERY_MS = 1_000
const NO_TRACING: Tracing = { close: async () => undefined }

/** Address of the collector; undefined: traces are not wanted. Throws AppError('settings/invalid'). */
function collectorOf(variables: Variables): string | undefined {
  if (variables['OTEL_SDK_DISABLED'] === 'true') return undefined
  const [name, address] = [
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  ].flatMap((key) => (variables[key] ? [[key, variables[key]] as const] : []))[0] ?? ['', undefined]
  if (address === undefined) return undefined
  const protocol = URL.parse(address)?.protocol
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new AppError(
      'settings/invalid',
      `${name} must be an address that begins with http:// or https://, such as http://localhost:4318.`,
    )
  return address
}

/**
 * Sends traces to the collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names (OTLP over HTTP); without it nothing is loaded, recorded or
 * sent. The other variables of OpenTelemetry hold too, such as those of the sampler and of the headers. Throws
 * AppError('settings/invalid').
 */
export async function openTracing({
  service,
  version,
  variables,
}: TracingOptions): Promise<Tracing> {
  if (collectorOf(variables) === undefined) return NO_TRACING
  const [api, { BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const own = resources.resourceFromAttributes({
    'service.name': variables['OTEL_SERVICE_NAME'] || service,
    ...(version === undefined ? {} : { 'service.version': version }),
  })
  const provider = new NodeTracerProvider({
    // What the operator says of the machine (OTEL_RESOURCE_ATTRIBUTES) stands beside it.
    resource: resources
      .detectResources({ detectors: [resources.envDetector, resources.hostDetector] })
      .merge(own),
    // Often: a child process that is killed takes what it has not sent with it.
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter(), { scheduledDelayMillis: SEND_EVERY_MS }),
    ],
  })
  provider.register()
  recordWith(tracerOver(api, version))
  return {
    async close() {
      recordWith(undefined)
      const sent = provider.shutdown().catch(() => undefined)
      // The exporter tries a collector that is gone for ten seconds.
      await Promise.race([sent, sleep(LONGEST_CLOSE_MS, undefined, { ref: false })])
      api.trace.disable()
      api.context.disable()
      api.propagation.disable()
    },
  }
}

type Api = typeof import('@opentelemetry/api')

function tracerOver(
  { context, propagation, SpanKind, SpanStatusCode, trace }: Api,
  version: string | undefined,
): Tracer {
  const otel = trace.getTracer('griot', version)
  const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER }
  const spanOver = (span: OtelSpan, parent: Context): Span => {
    const inside = trace.setSpan(parent, span)
    let isOver = false
    return {
      traceId: span.spanContext().traceId,
      within: (work) => context.with(inside, work),
      set: (attributes) => span.setAttributes({ ...attributes }),
      event: (name) => span.addEvent(name),
      end(error) {
        if (isOver) return
        isOver = true
        if (error !== undefined)
          span.setStatus({ code: SpanStatusCode.ERROR, message: nameOf(error) })
        span.end()
      },
    }
  }
  return {
    start(name, { kind, attributes, parent }) {
      const around = parent ? propagation.extract(context.active(), parent) : context.active()
      const options = {
        kind: kind ? kinds[kind] : SpanKind.INTERNAL,
        attributes: { ...attributes },
      }
      return spanOver(otel.startSpan(name, options, around), around)
    },
    current() {
      const carrier: { traceparent?: string; tracestate?: string } = {}
      propagation.inject(context.active(), carrier)
      const { traceparent, tracestate } = carrier
      return traceparent === undefined
        ? undefined
        : ({ traceparent, ...(tracestate ? { tracestate } : {}) } satisfies TraceContext)
    },
  }
}

/** What kind of error it is: its words could quote a text. */
function nameOf(error: unknown): string {
  if (error instanceof AppError) return error.code
  return error instanceof Error ? error.name : 'Error'
}
