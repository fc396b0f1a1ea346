export type Attributes = Readonly<Record<string, string | number | boolean>>

/** Records spans; implemented by operation/tracing.ts. */
export type Tracer = {
  span<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
  /** Adds attributes to the current span. */
  note(attributes: Attributes): void
  /** The ids of the current span, or `null`. */
  ids(): { trace_id: string; span_id: string } | null
}

let tracer: Tracer | null = null

/** Sets the tracer of the process; `null` disables tracing. */
export function setTracer(next: Tracer | null): void {
  tracer = next
}

/** Runs the work in a span; without a tracer just runs it. */
export function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  return tracer ? tracer.span(name, attributes, work) : work()
}

/** Adds attributes to the current span; never profile ids or texts. */
export function noteInSpan(attributes: Attributes): void {
  tracer?.note(attributes)
}

/** The trace ids for a log line; a new object, because pino adds the line's fields to it. */
export function traceIds(): object {
  return { ...tracer?.ids() }
}
