import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile, buildWebhook } from '../build.ts'
import { type Landing, openBrowser, returnQuery } from '../client.ts'
import { propertyRuns } from '../property-runs.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import { commandsWith, playMsMax } from './command.ts'

type Browser = ReturnType<typeof openBrowser>

/** interface.md, "States and transitions", "Connect link". */
type Model = {
  status: 'valid' | 'used' | 'revoked'
  /** Minutes until the link expires. */
  left: number
  /** Started, unfinished logins; `callback` is where the platform returns the browser. */
  pendingLogins: { callback: string; allows: boolean; left: number }[]
  connected: number
  tries: number
}
type Real = { url: string; id: string; browsers: Browser[] }

const redirect = 'https://app.example.com/back'
const lifeMinutes = 30
let testApp: TestApp
let receiver: Receiver
let profile: { id: string }
let accountId: string | null = null

beforeAll(async () => {
  testApp = await openTestApp({ poolMax: 8 })
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin: 'https://app.example.com' })
  receiver = await openReceiver()
  await buildWebhook(testApp, { url: receiver.url })
  profile = await buildProfile(testApp)
})
afterAll(async () => {
  await testApp.close()
  await receiver.close()
})

const isOpen = (model: Model) => model.status === 'valid' && model.left > 0
const stateOf = (model: Model) =>
  model.status === 'valid' && model.left <= 0 ? 'expired' : model.status

async function compare(model: Model, real: Real): Promise<void> {
  const { body } = await testApp.call('GET', `/v1/connect-links/${real.id}`)
  expect(body.status).toBe(stateOf(model))
  expect(body.account_ids).toEqual(model.status === 'used' ? [accountId] : null)
  expect(body.attempts.filter((each: { step: string }) => each.step === 'begin')).toHaveLength(
    Math.min(model.tries, 50),
  )
  const { body: accounts } = await testApp.call('GET', '/v1/accounts', undefined, {
    profile: profile.id,
  })
  expect(accounts.data.length).toBeLessThanOrEqual(1)
  expect(await countConnected()).toBe(model.connected)
}

async function countConnected(): Promise<number> {
  const { rows } = await testApp.ctx.db.pool.query(
    `select count(*)::int as count from event where type = 'account.connected'`,
  )
  return rows[0].count
}

const command = commandsWith(compare)

const visit = (method: 'GET' | 'HEAD') =>
  command(method, async (model, real) => {
    const { status } = await openBrowser(testApp).visit(method, real.url)
    expect(status).toBe(isOpen(model) ? 200 : 410)
  })

const begin = (allows: boolean) =>
  command(`begin to ${allows ? 'allow' : 'cancel'}`, async (model, real) => {
    const browser = openBrowser(testApp)
    const path = `${new URL(real.url).pathname}/threads`
    const landing = await browser.visit('POST', path)
    expect(landing.status).toBe(isOpen(model) ? 303 : 410)
    if (!isOpen(model)) return expect(landing.location).toBeNull()
    const decision = allows ? 'allow' : 'cancel'
    const who = { decision, person: 'anna', account: 'anna.bakes' } as const
    const callback = await browser.decide(landing.location!, who)
    real.browsers.push(browser)
    model.pendingLogins.push({ callback, allows, left: lifeMinutes })
    model.tries += 1
  })

const finish = (place: number) =>
  command(
    `finish ${place}`,
    async (model, real) => {
      const at = place % model.pendingLogins.length
      const [login] = model.pendingLogins.splice(at, 1)
      const [browser] = real.browsers.splice(at, 1)
      settle(model, login!.allows, await browser!.visit('GET', login!.callback))
      const again = await browser!.visit('GET', login!.callback)
      expect(again.status).toBeGreaterThanOrEqual(400)
    },
    (model) => model.pendingLogins.length > 0,
  )

const finishAll = command(
  'finish all concurrently',
  async (model, real) => {
    const logins = model.pendingLogins.splice(0)
    const browsers = real.browsers.splice(0)
    const wasOpen = isOpen(model)
    const landings = await Promise.all(
      logins.map((login, place) => browsers[place]!.visit('GET', login.callback)),
    )
    const done = landings.filter(({ location }) => location?.includes('status=connected'))
    expect(done).toHaveLength(wasOpen && logins.some(({ allows }) => allows) ? 1 : 0)
    if (done[0]) settle(model, true, done[0])
    if (model.status === 'used') Object.assign(model, { pendingLogins: [] })
  },
  (model) => model.pendingLogins.length > 1,
)

/** Checks the redirect of a finished login, and updates the model accordingly. */
function settle(model: Model, allows: boolean, landing: Landing): void {
  const state = stateOf(model)
  if (state === 'used' || state === 'revoked') {
    expect([landing.status >= 400, landing.location]).toEqual([true, null])
    return
  }
  const query = returnQuery(landing)
  expect(query.state).toBe('s&1')
  if (state === 'expired' || !allows) {
    const error = state === 'expired' ? 'expired' : 'access_denied'
    expect(query).toMatchObject({ status: 'error', error })
    return
  }
  expect(query).toMatchObject({ status: 'connected', profile_id: profile.id })
  // The same account of the platform keeps its id, however often it is connected.
  accountId ??= query.account_ids!
  expect(query.account_ids).toBe(accountId)
  model.status = 'used'
  model.connected += 1
}

const revoke = command('revoke', async (model, real) => {
  const { status, body } = await testApp.call('DELETE', `/v1/connect-links/${real.id}`)
  const state = stateOf(model)
  if (state === 'used' || state === 'expired') {
    return expect([status, body.error.code]).toEqual([409, 'connect_link_not_revocable'])
  }
  expect(status).toBe(200)
  model.status = 'revoked'
})

const pass = (minutes: number) =>
  command(`${minutes} minutes pass`, async (model) => {
    testApp.clock.advance(minutes * 60_000)
    model.left -= minutes
    await testApp.work()
  })

const commands = [
  fc.constantFrom('GET' as const, 'HEAD' as const).map(visit),
  fc.boolean().map(begin),
  fc.constant(begin(true)),
  fc.nat(9).map(finish),
  fc.constant(finishAll),
  fc.constant(revoke),
  fc.constantFrom(1, 5, 14, 30).map(pass),
]

test(
  'a connect link has the status of the contract after any order of actions',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.commands(commands, { maxCommands: 14, size: 'max' }),
        async (commandList) => {
          const { body } = await testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
            redirect_url: redirect,
            state: 's&1',
          })
          const model: Model = {
            status: 'valid',
            left: lifeMinutes,
            pendingLogins: [],
            connected: await countConnected(),
            tries: 0,
          }
          const real = { url: body.url, id: body.id, browsers: [] }
          await fc.asyncModelRun(() => ({ model, real }), commandList)
        },
      ),
      propertyRuns(20, 'links'),
    )
  },
  playMsMax,
)
