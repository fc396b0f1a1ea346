import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWebhook } from '../../test/build.ts'
import { openInbox } from '../../test/inbox.ts'
import { openReceiver, type Receiver } from '../../test/receiver.ts'
import { useTestApp } from '../../test/test-app.ts'
import { createApp } from '../app.ts'
import { createRequestLog } from '../http/request-log.ts'
import { setMetricsWriter } from '../telemetry/metrics-writer.ts'
import { startMetrics } from './metrics.ts'
import { startObservability } from './observability.ts'

const token = 'a-token-of-prometheus'

const testApp = useTestApp({ env: { METRICS_TOKEN: token } })
let receiver: Receiver
let stop: () => Promise<void>

beforeAll(async () => {
  receiver = await openReceiver()
  stop = await startMetrics(testApp.ctx)
})

afterAll(async () => {
  await stop()
  await receiver.close()
})

async function scrape(headers: Record<string, string> = { authorization: `Bearer ${token}` }) {
  return await testApp.call('GET', '/metrics', undefined, { key: null, headers })
}

/** The sample lines of one metric. */
function samples(text: string, name: string): string[] {
  return text.split('\n').filter((line) => line.startsWith(name))
}

test('/metrics requires its token and returns 404 without it', async () => {
  expect((await scrape()).status).toBe(200)
  const refused = [{}, { authorization: 'Bearer another' }, { authorization: token }]
  for (const headers of refused) expect((await scrape(headers)).status).toBe(404)
})

test('metrics count requests, platform calls, deliveries and the service’s state', async () => {
  await buildWebhook(testApp, { url: `${receiver.url}/hook` })
  const inbox = await openInbox(testApp)
  await inbox.addComment({ text: 'A text that no metric may have' })
  await testApp.work()
  await testApp.call('GET', '/v1/me')
  await testApp.call('GET', '/v1/accounts/acc_that_is_not_there')
  const { body: text } = await scrape()

  expect(samples(text, 'postern_request_seconds_count{')).toEqual(
    expect.arrayContaining([
      'postern_request_seconds_count{method="GET",route="getMe",status="200"} 1',
      expect.stringMatching(/\{method="GET",route="getAccount",status="40\d"\} 1$/),
    ]),
  )
  expect(samples(text, 'postern_platform_call_seconds_count{')).toContainEqual(
    expect.stringMatching(/\{platform="threads",outcome="ok"\} \d+$/),
  )
  expect(samples(text, 'postern_delivery_attempts_total')).toContainEqual(
    expect.stringMatching(/\{outcome="succeeded",error=""\} \d+$/),
  )
  expect(samples(text, 'postern_delivery_latency_seconds_count')[0]).toMatch(/ [1-9]\d*$/)
  expect(samples(text, 'postern_delivery_queue')).toEqual(['postern_delivery_queue 0'])
  for (const sample of [
    /^postern_oldest_due_seconds\{kind="deliveries"\} 0$/m,
    /^postern_processes\{role="worker"\} 0$/m,
    /^postern_partition_days_ahead 3$/m,
    /^postern_database_primary 1$/m,
    /^postern_database_never_twice\{why="not_durable"\} 0$/m,
    /^postern_database_replicas\{mode="synchronous"\} 0$/m,
    /^postern_database_connections\{state="idle"\} 1$/m,
    /^postern_event_loop_lag_seconds\{quantile="0.99"\} [\d.e-]+$/m,
    /^postern_memory_bytes\{kind="resident"\} \d{8,}$/m,
    /^postern_cpu_seconds_total [\d.]+$/m,
  ]) {
    expect(text).toMatch(sample)
  }
})

test('requests that cannot be logged are counted by reason', async () => {
  const requestLog = createRequestLog(testApp.ctx, 0)
  const app = createApp(testApp.ctx, { verifyResponses: true, requestLog })
  await app.request('/v1/me', { headers: { authorization: `Bearer ${testApp.ownerKey}` } })
  const { body: text } = await scrape()
  expect(samples(text, 'postern_requests_unlogged_total')).toEqual([
    'postern_requests_unlogged_total{reason="full"} 1',
  ])
})

test('no label contains an id, an address or a text', async () => {
  const { body: text } = await scrape()
  const values = [...text.matchAll(/="([^"]*)"/g)].map((match) => match[1])
  expect(values.length).toBeGreaterThan(100)
  const allowed = /^([a-zA-Z_]+|GET|POST|\d{3}|[\d.]+|\+Inf|)$/
  expect(values.filter((value) => !allowed.test(value!))).toEqual([])
  expect(text).not.toMatch(/[a-z]+_01[a-z0-9]{24}|127\.0\.0\.1|A text that/)
})

test('the separate port serves metrics of a process without HTTP', async () => {
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  setMetricsWriter(null)
  const config = { ...testApp.ctx.config, metricsPort: port, metricsToken: null }
  const close = await startObservability({ ...testApp.ctx, config }, '1')
  const get = async (path: string) => await fetch(`http://127.0.0.1:${port}${path}`)
  expect(await (await get('/health')).json()).toEqual({ status: 'ok', version: '1' })
  expect((await get('/ready')).status).toBe(503)
  expect(await (await get('/metrics')).text()).toContain('postern_uptime_seconds')
  await close()
  await expect(get('/health')).rejects.toThrow()
})
