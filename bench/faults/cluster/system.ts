import { mkdirSync } from 'node:fs'
import sharp from 'sharp'
import type { PlatformValue } from '../../../packages/server/src/core/networks.ts'
import type { ServerProcess } from '../../../packages/server/test/processes.ts'
import { inParallel } from '../../engine.ts'
import { waitFor } from '../../measure.ts'
import { openPlatforms, type Platforms } from '../../platforms.ts'
import { openFaultReceiver } from '../receiver.ts'
import { askPrimary, findLeader, waitUntilHealthy } from './databases.ts'
import { addMachine, hub, type Machine, on, openNetwork } from './network.ts'
import { type Mode, prepareDatabase, startEtcd, startPatroni } from './patroni.ts'
import { ports, startProxy } from './proxy.ts'
import { sizes } from './sizes.ts'

export type DrillAccount = { id: string; platform: PlatformValue; profileId: string; image: string }
export type Drill = Platforms & {
  mode: Mode
  databases: Machine[]
  /** Each has an api process and a worker. */
  apps: Machine[]
  accounts: DrillAccount[]
  /** Path of an endpoint → the targets whose `post.published` arrived there. */
  announced: Map<string, Set<string>>
  send: Send
}
type Send = (
  method: string,
  path: string,
  body: unknown,
  options?: { profileId?: string; key?: string; timeoutMs?: number },
) => Promise<{ status: number; text: string }>

const password = 'of-the-drill'
const databaseUrl = `postgresql://postern:${password}@127.0.0.1:${ports.database}/postern`
const loginsAtOnce = 6
/** The call that makes a post public, which takes a while as on the real networks. */
const commits = {
  ...{ threads: 'publish', instagram: 'publish', facebook: 'change', tiktok: 'content_init' },
  ...{ mastodon: 'publish', bluesky: 'putRecord' },
}

/** Three database machines and two with Postern. */
export async function openDrill(mode: Mode): Promise<Drill> {
  openNetwork()
  const databases = [1, 2, 3].map((number) => addMachine(`db${number}`, 10 + number))
  const apps = [1, 2].map((number) => addMachine(`app${number}`, 20 + number))
  await startDatabases(databases, mode)
  for (const app of apps) startProxy(app, { databases, apis: [] })
  startProxy(null, { databases, apis: apps })
  const proxied = { name: 'hub', address: '127.0.0.1' }
  await waitFor('HAProxy has found the primary', () => isTrue(askPrimary(proxied, 'select 1')))
  const dataDir = '/run/postern'
  mkdirSync(dataDir)
  const addresses = { sandbox: { host: hub, port: ports.sandbox }, port: ports.balancer }
  const platforms = await openPlatforms(dataDir, addresses, { DATABASE_URL: databaseUrl })
  await startServers(platforms, apps, databases)
  await waitFor('the balancer has found the api processes', () =>
    isTrue(fetch(`http://127.0.0.1:${ports.balancer}/ready`).then(({ ok }) => ok)),
  )
  const announced = await openEndpoints(platforms)
  const send = sender(platforms)
  const accounts = await connectAll(platforms, send)
  return { ...platforms, mode, databases, apps, accounts, announced, send }
}

async function isTrue(asked: Promise<unknown>): Promise<boolean> {
  return await asked.then(Boolean, () => false)
}

async function startDatabases(databases: readonly Machine[], mode: Mode): Promise<void> {
  for (const machine of databases) {
    prepareDatabase(machine)
    startEtcd(machine, databases)
  }
  const [first, ...rest] = databases
  startPatroni(first!, databases, mode)
  await waitFor('the first primary', async () => (await findLeader(databases)) !== null)
  for (const machine of rest) startPatroni(machine, databases, mode)
  const leader = await waitUntilHealthy(databases, mode)
  // With pg_monitor Postern sees whether commits wait for a replica.
  await askPrimary(leader, `create role postern login password '${password}' in role pg_monitor`)
  await askPrimary(leader, 'create database postern owner postern')
}

/** The first machine finds the primary through HAProxy, the others through the list of servers. */
async function startServers(
  platforms: Platforms,
  apps: readonly Machine[],
  databases: readonly Machine[],
) {
  const hosts = databases.map(({ address }) => `${address}:5432`).join(',')
  const listUrl = `postgresql://postern:${password}@${hosts}/postern`
  const servers: Promise<ServerProcess>[] = apps.flatMap((app, index) => {
    const prefix = on(app)
    const env = {
      DATABASE_URL: index === 0 ? databaseUrl : listUrl,
      DATABASE_POOL_MAX: '10',
      HOST: app.address,
    }
    return [
      platforms.start('api', { prefix, env, port: ports.api }),
      platforms.start('worker', { prefix, env }),
    ]
  })
  await Promise.all(servers)
}

async function openEndpoints(platforms: Platforms): Promise<Drill['announced']> {
  const announced: Drill['announced'] = new Map()
  const receiver = await openFaultReceiver(5, hub, (path, body) => {
    const { type, data } = JSON.parse(body.toString()) as {
      type: string
      data: { target_id: string }
    }
    if (type === 'post.published') announced.get(path)?.add(data.target_id)
  })
  for (let index = 0; index < sizes.endpoints; index += 1) {
    await platforms.addEndpoint(`${receiver.url}/${index}`, ['post.published', 'post.failed'])
    announced.set(`/${index}`, new Set())
  }
  return announced
}

/** Sends requests through the balancer. */
function sender(platforms: Platforms): Send {
  return async (method, path, body, { profileId, key, timeoutMs = 30_000 } = {}) => {
    const isForm = body instanceof FormData
    const response = await fetch(`http://127.0.0.1:${ports.balancer}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${platforms.ownerKey}`,
        ...(isForm ? {} : { 'content-type': 'application/json' }),
        ...(profileId ? { 'service-profile': profileId } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: isForm ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, text: await response.text() }
  }
}

/** Creates profiles with an account on each network, two on TikTok, and an image. */
async function connectAll(platforms: Platforms, send: Send): Promise<DrillAccount[]> {
  await platforms.control('PUT', '/settings', {
    ...{ text_ms: 0, image_ms: 0, video_ms: 0, tiktok_processing_ms: 0, tiktok_moderation_ms: 0 },
    ...{ tiktok_rate_limits: false, mastodon_rate_limits: false, bluesky_rate_limits: false },
    threads_reply_lag_ms: 0,
  })
  for (const [platform, match] of Object.entries(commits)) {
    const slow = { platform, match, kind: 'slow_ms', ms: sizes.commitMs, times: 100_000 }
    await platforms.control('POST', '/faults', slow)
  }
  const bread = { width: 640, height: 640, channels: 3, background: '#c96' } as const
  const jpeg = new Blob([new Uint8Array(await sharp({ create: bread }).jpeg().toBuffer())])
  const create = async (path: string, body: unknown, profileId?: string) => {
    const { status, text } = await send('POST', path, body, profileId ? { profileId } : {})
    if (status !== 201) throw new Error(`POST ${path}: ${status} ${text}`)
    return (JSON.parse(text) as { id: string }).id
  }
  const accounts: DrillAccount[] = []
  await inParallel(sizes.profiles, loginsAtOnce, async (index) => {
    const name = `drill${index}`
    const people: [PlatformValue, string][] = [
      ...(['threads', 'instagram', 'facebook', 'tiktok', 'mastodon'] as const).map(
        (platform): [PlatformValue, string] => [platform, name],
      ),
      ['tiktok', `${name}.more`],
      ['bluesky', `${name}.test`],
    ]
    await platforms.control('POST', '/people', {
      name,
      accounts: people.map(([platform, username]) => ({
        ...{ platform, username },
        ...(platform === 'facebook' ? { pages: [{ name: `${name} page` }] } : {}),
      })),
    })
    const profileId = await create('/v1/profiles', { name })
    const form = new FormData()
    form.set('file', jpeg, 'bread.jpg')
    const image = await create('/v1/media', form, profileId)
    for (const [platform, username] of people) {
      const { id } = await platforms.connect(platform, username, profileId)
      accounts.push({ id, platform, profileId, image })
    }
  })
  return accounts
}
