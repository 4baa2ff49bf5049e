/** What a span tells of its work, by the names of the semantic conventions of OpenTelemetry or after `griot.`. Never a text, a name or a token. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** A span as it travels to another process (W3C Trace Context, https://www.w3.org/TR/trace-context/). */
export interface TraceContext {
  readonly traceparent: string
  readonly tracestate?: string
}

/** One piece of work of a trace. */
export interface Span {
  /** Id of the whole trace in hexadecimal; undefined where nothing is traced. */
  readonly traceId: string | undefined
  /** Runs `work`, and all that it awaits, as a part of this span. */
  within<T>(work: () => T): T
  set(attributes: Attributes): void
  /** Notes that something happened now. */
  event(name: string): void
  /** Ends the span, as a failed one where there is an error; what comes after the first end changes nothing. */
  end(error?: unknown): void
}

export interface SpanOptions {
  /** `server`: answers a request of another program. `consumer`: takes work that was ordered before. Left out: within the program. */
  readonly kind?: 'server' | 'consumer'
  readonly attributes?: Attributes
  /** The span in another process that this one belongs to; left out: the one within which it is started. */
  readonly parent?: TraceContext | undefined
}

/** Records spans. */
export interface Tracer {
  start(name: string, options: SpanOptions): Span
  /** The span within which this is called; undefined outside of all. */
  current(): TraceContext | undefined
}

const NO_SPAN: Span = {
  traceId: undefined,
  within: (work) => work(),
  set: () => undefined,
  event: () => undefined,
  end: () => undefined,
}

// One for a process, as the context of asynchronous work is.
let tracer: Tracer | undefined

/** Begins to record, or with undefined ends it; see `openTracing`. */
export function recordWith(next: Tracer | undefined): void {
  tracer = next
}

/** Starts a span; costs nothing while no tracer records. */
export function startSpan(name: string, options: SpanOptions = {}): Span {
  return tracer ? tracer.start(name, options) : NO_SPAN
}

/** The span within which this is called, to be sent to another process. */
export function currentTrace(): TraceContext | undefined {
  return tracer?.current()
}

/** What `work` yields, each step of it within `span`. */
export async function* within<T>(span: Span, work: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    while (true) {
      const next = await span.within(() => work.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    await work.return(undefined)
  }
}

/** What `work` returns, traced by a span of its own. */
export async function traced<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = startSpan(name, options)
  try {
    const result = await span.within(() => work(span))
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
