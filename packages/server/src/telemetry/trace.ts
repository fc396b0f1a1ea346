export type Attributes = Readonly<Record<string, string | number | boolean>>

/** What follows the work of a process through its parts; operation/tracing.ts makes one. */
export type Tracer = {
  span<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
  /** Attributes that are known only while the span runs. */
  note(attributes: Attributes): void
  /** Of the span that runs here and now. */
  ids(): { trace_id: string; span_id: string } | null
}

let tracer: Tracer | null = null

/** Traces go to this one from now on, or nowhere. There is one for a process, like its log. */
export function setTracer(next: Tracer | null): void {
  tracer = next
}

/** Runs the work inside a span of that name; without a tracer it only runs it. */
export function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  return tracer ? tracer.span(name, attributes, work) : work()
}

/** Adds to the span that runs. Never ids of profiles, nor texts. */
export function noteInSpan(attributes: Attributes): void {
  tracer?.note(attributes)
}

/** For log lines; a new object each time, as pino writes the fields of the line into it. */
export function traceIds(): object {
  return { ...tracer?.ids() }
}
