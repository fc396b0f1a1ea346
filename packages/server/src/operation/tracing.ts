import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context as SpanContext } from '@opentelemetry/api'
import { setTracer, type Tracer } from '../telemetry/trace.ts'

/**
 * Sends spans of requests, transactions, platform calls and deliveries to an OpenTelemetry collector
 * over HTTP. Returns the function that sends the remaining spans and stops. Loads the libraries only
 * when tracing is configured.
 */
export async function startTracing(options: {
  url: string
  version: string
}): Promise<() => Promise<void>> {
  const api = await import('@opentelemetry/api')
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { defaultResource, resourceFromAttributes } = await import('@opentelemetry/resources')
  const exporter = new OTLPTraceExporter({ url: `${options.url}/v1/traces` })
  const named = { 'service.name': 'postern', 'service.version': options.version }
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(named)),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const otelTracer = provider.getTracer('postern', options.version)
  const running = new AsyncLocalStorage<SpanContext>()
  const current = () => api.trace.getSpan(running.getStore() ?? api.ROOT_CONTEXT)

  const tracer: Tracer = {
    span: async (name, attributes, work) => {
      const parent = running.getStore() ?? api.ROOT_CONTEXT
      const span = otelTracer.startSpan(name, { attributes }, parent)
      try {
        return await running.run(api.trace.setSpan(parent, span), work)
      } catch (err) {
        // Record only the error's name: the message may contain other people's text.
        span.setStatus({ code: api.SpanStatusCode.ERROR, message: (err as Error)?.name })
        throw err
      } finally {
        span.end()
      }
    },
    note: (attributes) => void current()?.setAttributes(attributes),
    ids: () => {
      const context = current()?.spanContext()
      return context ? { trace_id: context.traceId, span_id: context.spanId } : null
    },
  }
  setTracer(tracer)
  return async () => {
    setTracer(null)
    await provider.shutdown()
  }
}
