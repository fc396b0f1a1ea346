import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../src/schemas/account.ts'
import { buildProfile, buildWebhook } from '../build.ts'
import { openBrowser, returnQuery } from '../client.ts'
import { propertyRuns } from '../property-runs.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import { commandsWith, runMsMax } from './command.ts'

/** contract.md §4: the states of an account, their transitions and the events that are sent. */
type Model = {
  status: 'none' | Account['status']
  /** A change at the platform that the next check of the access detects. */
  pendingLoss: 'password_changed' | 'by_platform' | null
  profile: 0 | 1
  events: EventCounts
}
type EventCounts = { connected: number; expired: number; disconnected: number }
type Real = {
  profiles: string[]
  name: string
  username: string
  id: string | null
  /** Disconnected accounts of the same platform account, in either profile. */
  earlier: { id: string; profile: 0 | 1; events: EventCounts }[]
}

const noEvents: EventCounts = { connected: 0, expired: 0, disconnected: 0 }

let testApp: TestApp
let receiver: Receiver
let count = 0
const reached = new Set<string>()

beforeAll(async () => {
  testApp = await openTestApp({ poolMax: 4 })
  receiver = await openReceiver()
  await buildWebhook(testApp, { url: receiver.url })
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin: 'https://app.example.com' })
})
afterAll(async () => {
  await testApp.close()
  await receiver.close()
})

async function compare(model: Model, real: Real): Promise<void> {
  if (model.status === 'none' || !real.id) return
  reached.add(model.status)
  const { body } = await testApp.call('GET', `/v1/accounts/${real.id}`)
  expect(body).toMatchObject({
    status: model.status,
    profile_id: real.profiles[model.profile],
    username: real.username,
  })
  expect(body.status_reason === null).toBe(model.status === 'connected')
  const list = await testApp.call('GET', '/v1/accounts', undefined, {
    profile: real.profiles[model.profile]!,
  })
  const ids = [
    real.id,
    ...real.earlier.flatMap(({ id, profile }) => (profile === model.profile ? [id] : [])),
  ]
  expect(list.body.data.map(({ id }: Account) => id).sort()).toEqual(ids.sort())
  const { rows } = await testApp.ctx.db.pool.query(
    `select type, count(*)::int as count from event
     where convert_from(body, 'utf8')::jsonb->'data'->'account'->>'id' = $1 group by type`,
    [real.id],
  )
  const counts = Object.fromEntries(rows.map(({ type, count }) => [type, count]))
  expect({
    connected: counts['account.connected'] ?? 0,
    expired: counts['account.expired'] ?? 0,
    disconnected: counts['account.disconnected'] ?? 0,
  }).toEqual(model.events)
}

const command = commandsWith(compare)

const connect = (to: 0 | 1) =>
  command(`connect in profile ${to}`, async (model, real) => {
    const { body } = await testApp.call('POST', `/v1/profiles/${real.profiles[to]}/connect-links`, {
      redirect_url: 'https://app.example.com/back',
    })
    const landing = await openBrowser(testApp).login(body.url, 'threads', {
      decision: 'allow',
      person: real.name,
      account: real.username,
    })
    const query = returnQuery(landing)
    const isActive = model.status === 'connected' || model.status === 'expired'
    if (isActive && model.profile !== to) {
      expect(query).toMatchObject({ status: 'error', error: 'account_in_other_profile' })
      // The account in the other profile does not get the new token, so a lost access stays lost.
      return
    }
    expect(query).toMatchObject({ status: 'connected', profile_id: real.profiles[to] })
    const isReconnected = switchAccount(model, real, to)
    if (isReconnected) expect(query.account_ids).toBe(real.id)
    real.id = query.account_ids!
    const event = await lastConnectedEvent(real.id)
    expect(event.data).toMatchObject({ reconnected: isReconnected, account: { id: real.id } })
    Object.assign(model, { status: 'connected', pendingLoss: null, profile: to })
    model.events.connected += 1
  })

/** Makes the latest account of profile `to` the current one. Returns false if the profile has none. */
function switchAccount(model: Model, real: Real, to: 0 | 1): boolean {
  if (real.id !== null && model.profile === to) return true
  const index = real.earlier.findLastIndex(({ profile }) => profile === to)
  const [former] = index === -1 ? [] : real.earlier.splice(index, 1)
  if (real.id !== null) {
    real.earlier.push({ id: real.id, profile: model.profile, events: model.events })
  }
  real.id = former?.id ?? null
  model.events = former?.events ?? { ...noEvents }
  return former !== undefined
}

async function lastConnectedEvent(id: string) {
  const { rows } = await testApp.ctx.db.pool.query(
    `select convert_from(body, 'utf8')::jsonb as body from event where type = 'account.connected'
     and convert_from(body, 'utf8')::jsonb->'data'->'account'->>'id' = $1 order by id desc limit 1`,
    [id],
  )
  return rows[0].body
}

/** The person revokes the access or changes the password at the platform. */
const changeAtPlatform = (action: 'password-change' | 'revoke') =>
  command(
    `${action} at the platform`,
    async (model, real) => {
      const { data } = await testApp.sandbox.control('GET', '/grants')
      const { body } = await testApp.call('GET', `/v1/accounts/${real.id}`)
      const grant = data.findLast((candidate: { platform: string; accounts?: unknown }) =>
        JSON.stringify(candidate).includes(body.platform_account_id),
      )
      await testApp.sandbox.control('POST', `/grants/${grant.id}/${action}`, {})
      if (model.status !== 'connected') return
      model.pendingLoss = action === 'revoke' ? 'by_platform' : 'password_changed'
    },
    (model) => model.status === 'connected' && model.pendingLoss === null,
  )

/** Long enough for every access to be checked. */
const passTwoDays = command('two days pass', async (model) => {
  for (let day = 0; day < 2; day += 1) {
    testApp.clock.advance(27 * 3_600_000)
    await testApp.work()
  }
  if (model.status !== 'connected' || !model.pendingLoss) return
  const isRevoked = model.pendingLoss === 'by_platform'
  model.status = isRevoked ? 'disconnected' : 'expired'
  model.events[isRevoked ? 'disconnected' : 'expired'] += 1
  model.pendingLoss = null
})

const loseAccess = (action: 'password-change' | 'revoke') =>
  command(
    `${action}, detected`,
    async (model, real) => {
      await changeAtPlatform(action).run(model, real)
      await passTwoDays.run(model, real)
    },
    (model) => model.status === 'connected' && model.pendingLoss === null,
  )

const disconnect = command(
  'disconnect',
  async (model, real) => {
    const { status } = await testApp.call('DELETE', `/v1/accounts/${real.id}`)
    expect(status).toBe(200)
    if (model.status !== 'disconnected') model.events.disconnected += 1
    Object.assign(model, { status: 'disconnected', pendingLoss: null })
  },
  (model) => model.status !== 'none',
)

const move = command(
  'move',
  async (model, real) => {
    const to = model.profile === 0 ? 1 : 0
    const { status } = await testApp.call('POST', `/v1/accounts/${real.id}/move`, {
      profile_id: real.profiles[to],
    })
    expect(status).toBe(200)
    model.profile = to
  },
  (model) => model.status === 'connected' || model.status === 'expired',
)

const commands = [
  fc.constantFrom(0 as const, 1 as const).map(connect),
  fc.constant(connect(0)),
  fc.constantFrom('password-change' as const, 'revoke' as const).map(changeAtPlatform),
  fc.constant(passTwoDays),
  fc.constantFrom('password-change' as const, 'revoke' as const).map(loseAccess),
  fc.constant(disconnect),
  fc.constant(move),
]

test(
  'an account has the status and events of the contract after any order of actions',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.commands(commands, { maxCommands: 10, size: 'max' }),
        async (sequence) => {
          count += 1
          const name = `Mover ${count}`
          const username = `mover.${count}`
          const accounts = [{ platform: 'threads', username }]
          await testApp.sandbox.control('POST', '/people', { name, accounts })
          const profiles = [(await buildProfile(testApp)).id, (await buildProfile(testApp)).id]
          const model: Model = {
            status: 'none',
            pendingLoss: null,
            profile: 0,
            events: { ...noEvents },
          }
          const real: Real = { profiles, name, username, id: null, earlier: [] }
          await fc.asyncModelRun(() => ({ model, real }), sequence)
          if (real.id) await testApp.call('DELETE', `/v1/accounts/${real.id}?force=true`)
        },
      ),
      propertyRuns(12, 'accounts'),
    )
    expect([...reached].sort()).toEqual(['connected', 'disconnected', 'expired'])
  },
  runMsMax,
)
