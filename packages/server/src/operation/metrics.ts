import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { BatchObservableResult, Meter } from '@opentelemetry/api'
import type { Context } from '../context.ts'
import { guarantees, type ServerState } from '../database/server-state.ts'
import { countQueue, workKinds } from '../jobs/backlog.ts'
import { readSystem } from '../resources/system/health.ts'
import { onEvent } from '../telemetry/events.ts'
import { setMetricsWriter } from '../telemetry/metrics-writer.ts'

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const callBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 45]
const latencyBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]
const lagResolutionMs = 10
const nanosecond = 1e-9

type Lag = ReturnType<typeof monitorEventLoopDelay>

/**
 * Starts metrics for Prometheus from the events of telemetry/events.ts; returns the function that stops
 * them. Loads the library here, so that installations without metrics do not pay for it.
 */
export async function startMetrics(ctx: Context): Promise<() => Promise<void>> {
  const { MeterProvider } = await import('@opentelemetry/sdk-metrics')
  const { PrometheusExporter, PrometheusSerializer } = await import(
    '@opentelemetry/exporter-prometheus'
  )
  const reader = new PrometheusExporter({ preventServerStart: true })
  const serializer = new PrometheusSerializer('', false, undefined, true, true)
  const provider = new MeterProvider({ readers: [reader] })
  const meter = provider.getMeter('postern')
  const stops = recordEvents(meter)
  const lag = monitorEventLoopDelay({ resolution: lagResolutionMs })
  lag.enable()
  observeProcess(ctx, meter, lag)
  observeSystem(ctx, meter)
  setMetricsWriter(async () => {
    const { resourceMetrics, errors } = await reader.collect()
    for (const err of errors) ctx.log.warn({ err }, 'metrics.incomplete')
    return serializer.serialize(resourceMetrics)
  })
  return async () => {
    setMetricsWriter(null)
    lag.disable()
    for (const stop of stops) stop()
    await provider.shutdown()
  }
}

function recordEvents(meter: Meter): (() => void)[] {
  const requests = meter.createHistogram('postern_request_seconds', {
    description: 'Requests answered, by operation and status.',
    advice: { explicitBucketBoundaries: requestBuckets },
  })
  const unlogged = meter.createCounter('postern_requests_unlogged_total', {
    description: 'Requests missing in the request log, by reason.',
  })
  const calls = meter.createHistogram('postern_platform_call_seconds', {
    description: 'Calls to platforms, by what came of them.',
    advice: { explicitBucketBoundaries: callBuckets },
  })
  const deliveries = meter.createCounter('postern_delivery_attempts_total', {
    description: 'Attempts to deliver webhooks, by outcome.',
  })
  const latency = meter.createHistogram('postern_delivery_latency_seconds', {
    description: 'From the commit of an event to its receipt at the first attempt.',
    advice: { explicitBucketBoundaries: latencyBuckets },
  })
  return [
    onEvent('request.answered', ({ seconds, method, route, status }) =>
      requests.record(seconds, { method, route, status }),
    ),
    onEvent('request.unlogged', ({ reason, count }) => unlogged.add(count, { reason })),
    onEvent('platform.called', ({ seconds, platform, outcome }) =>
      calls.record(seconds, { platform, outcome }),
    ),
    onEvent('delivery.attempted', ({ outcome, error, latencySeconds }) => {
      deliveries.add(1, { outcome, error })
      if (latencySeconds !== null) latency.record(latencySeconds)
    }),
  ]
}

/** Gauges of this process, read from memory. */
function observeProcess(ctx: Context, meter: Meter, lag: Lag): void {
  const pool = meter.createObservableGauge('postern_database_connections', {
    description: 'Connections of the pool, and who waits for one.',
  })
  const loop = meter.createObservableGauge('postern_event_loop_lag_seconds', {
    description: 'Event loop delay since the last scrape.',
  })
  const memory = meter.createObservableGauge('postern_memory_bytes', {
    description: 'Memory of this process.',
  })
  const cpu = meter.createObservableCounter('postern_cpu_seconds_total', {
    description: 'Processor time of this process.',
  })
  const uptime = meter.createObservableGauge('postern_uptime_seconds', {
    description: 'Since the start of this process.',
  })
  const observe = (result: BatchObservableResult) => {
    const { totalCount, idleCount, waitingCount } = ctx.db.pool
    result.observe(pool, totalCount - idleCount, { state: 'busy' })
    result.observe(pool, idleCount, { state: 'idle' })
    result.observe(pool, waitingCount, { state: 'waiting' })
    const late = (percentile: number) =>
      Math.max(0, lag.percentile(percentile) * nanosecond - lagResolutionMs / 1_000)
    for (const percentile of [50, 99]) {
      result.observe(loop, late(percentile), { quantile: String(percentile / 100) })
    }
    lag.reset()
    const used = process.memoryUsage()
    result.observe(memory, used.rss, { kind: 'resident' })
    result.observe(memory, used.heapUsed, { kind: 'heap' })
    result.observe(memory, used.external, { kind: 'external' })
    const { user, system } = process.cpuUsage()
    result.observe(cpu, (user + system) / 1e6)
    result.observe(uptime, process.uptime())
  }
  meter.addBatchObservableCallback(observe, [pool, loop, memory, cpu, uptime])
}

/** Gauges of the installation, read from the database; the same in every process. */
function observeSystem(ctx: Context, meter: Meter): void {
  const queue = meter.createObservableGauge('postern_delivery_queue', {
    description: 'Deliveries that wait or are under way.',
  })
  const overdue = meter.createObservableGauge('postern_oldest_due_seconds', {
    description: 'For how long the oldest free work of a kind has been due.',
  })
  const processes = meter.createObservableGauge('postern_processes', {
    description: 'Processes with a heartbeat, by role.',
  })
  const partitions = meter.createObservableGauge('postern_partition_days_ahead', {
    description: 'Days for which the partitions are there already.',
  })
  const clock = meter.createObservableGauge('postern_clock_offset_seconds', {
    description: 'How far the clock of this process is ahead of that of the database.',
  })
  const server = createServerGauges(meter)
  const observe = async (result: BatchObservableResult) => {
    const system = await readSystem(ctx)
    server.observe(result, system.database)
    const now = ctx.clock.now().getTime()
    result.observe(queue, await countQueue(ctx.db.query))
    for (const kind of workKinds) {
      const due = system.backlog[kind]
      result.observe(overdue, due ? (now - due.getTime()) / 1_000 : 0, { kind })
    }
    for (const role of ['all', 'api', 'worker'] as const) {
      const living = system.processes.filter((entry) => entry.role === role)
      result.observe(processes, living.length, { role })
    }
    result.observe(partitions, system.partitionDaysAhead)
    result.observe(clock, system.clockOffsetMs / 1_000)
  }
  const gauges = [queue, overdue, processes, partitions, clock, ...server.gauges]
  meter.addBatchObservableCallback(observe, gauges)
}

/** Gauges of the database server and its replicas. */
function createServerGauges(meter: Meter) {
  const primary = meter.createObservableGauge('postern_database_primary', {
    description: '1 if the database server accepts writes.',
  })
  const neverTwice = meter.createObservableGauge('postern_database_never_twice', {
    description: '1 if no post is published twice when the database server fails, by why.',
  })
  const replication = meter.createObservableGauge('postern_database_replicas', {
    description: 'Replicas of the database server, by mode. Missing if not visible to the role.',
  })
  const lag = meter.createObservableGauge('postern_database_replica_lag_seconds', {
    description: 'How far a replica is behind. Missing if not visible to the role.',
  })
  const changed = meter.createObservableGauge('postern_database_last_failover_seconds', {
    description: 'When a failover was last noticed, as a Unix time.',
  })
  const observe = (result: BatchObservableResult, server: ServerState) => {
    result.observe(primary, server.role === 'primary' ? 1 : 0)
    result.observe(neverTwice, guarantees[server.guarantee].holds ? 1 : 0, {
      why: server.guarantee,
    })
    if (server.replication !== null) {
      for (const isSynchronous of [true, false]) {
        const count = server.replicas.filter((each) => each.isSynchronous === isSynchronous).length
        result.observe(replication, count, { mode: isSynchronous ? 'synchronous' : 'asynchronous' })
      }
    }
    for (const { name, lagSeconds } of server.replicas) {
      if (lagSeconds !== null) result.observe(lag, lagSeconds, { name })
    }
    if (server.changedAt) result.observe(changed, server.changedAt.getTime() / 1_000)
  }
  return { gauges: [primary, neverTwice, replication, lag, changed], observe }
}
