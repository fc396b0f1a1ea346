import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile, buildWebhook } from '../build.ts'
import { type Landing, openBrowser, returnQuery } from '../client.ts'
import { propertyRuns } from '../property-runs.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import { commandsWith, runMsMax } from './command.ts'

type Browser = ReturnType<typeof openBrowser>

/** The states of contract.md §5. */
type Model = {
  status: 'valid' | 'used' | 'revoked'
  /** Minutes until the link expires. */
  minutesLeft: number
  /** Logins started and not finished, each with the platform's redirect to the callback. */
  logins: { callbackUrl: string; allows: boolean }[]
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

const isOpen = (model: Model) => model.status === 'valid' && model.minutesLeft > 0
const statusOf = (model: Model) =>
  model.status === 'valid' && model.minutesLeft <= 0 ? 'expired' : model.status

async function compare(model: Model, real: Real): Promise<void> {
  const { body } = await testApp.call('GET', `/v1/connect-links/${real.id}`)
  expect(body.status).toBe(statusOf(model))
  expect(body.account_ids).toEqual(model.status === 'used' ? [accountId] : null)
  expect(
    body.attempts.filter((attempt: { step: string }) => attempt.step === 'begin'),
  ).toHaveLength(Math.min(model.tries, 50))
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

const openLink = (method: 'GET' | 'HEAD') =>
  command(method, async (model, real) => {
    const { status } = await openBrowser(testApp).visit(method, real.url)
    expect(status).toBe(isOpen(model) ? 200 : 410)
  })

const startLogin = (allows: boolean) =>
  command(`start a login to ${allows ? 'allow' : 'cancel'}`, async (model, real) => {
    const browser = openBrowser(testApp)
    const path = `${new URL(real.url).pathname}/threads`
    const landing = await browser.visit('POST', path)
    expect(landing.status).toBe(isOpen(model) ? 303 : 410)
    if (!isOpen(model)) return expect(landing.location).toBeNull()
    const decision = allows ? 'allow' : 'cancel'
    const choice = { decision, person: 'anna', account: 'anna.bakes' } as const
    const callbackUrl = await browser.decide(landing.location!, choice)
    real.browsers.push(browser)
    model.logins.push({ callbackUrl, allows })
    model.tries += 1
  })

const finish = (index: number) =>
  command(
    `finish ${index}`,
    async (model, real) => {
      const position = index % model.logins.length
      const [login] = model.logins.splice(position, 1)
      const [browser] = real.browsers.splice(position, 1)
      settle(model, login!.allows, await browser!.visit('GET', login!.callbackUrl))
      const again = await browser!.visit('GET', login!.callbackUrl)
      expect(again.status).toBeGreaterThanOrEqual(400)
    },
    (model) => model.logins.length > 0,
  )

const finishAll = command(
  'finish all at once',
  async (model, real) => {
    const logins = model.logins.splice(0)
    const browsers = real.browsers.splice(0)
    const wasOpen = isOpen(model)
    const landings = await Promise.all(
      logins.map((login, index) => browsers[index]!.visit('GET', login.callbackUrl)),
    )
    const connected = landings.filter(({ location }) => location?.includes('status=connected'))
    expect(connected).toHaveLength(wasOpen && logins.some(({ allows }) => allows) ? 1 : 0)
    if (connected[0]) settle(model, true, connected[0])
    if (model.status === 'used') model.logins = []
  },
  (model) => model.logins.length > 1,
)

/** Compares the redirect with the contract and updates the model. */
function settle(model: Model, allows: boolean, landing: Landing): void {
  const linkStatus = statusOf(model)
  if (linkStatus === 'used' || linkStatus === 'revoked') {
    expect([landing.status >= 400, landing.location]).toEqual([true, null])
    return
  }
  const query = returnQuery(landing)
  expect(query.state).toBe('s&1')
  if (linkStatus === 'expired' || !allows) {
    const error = linkStatus === 'expired' ? 'expired' : 'access_denied'
    expect(query).toMatchObject({ status: 'error', error })
    return
  }
  expect(query).toMatchObject({ status: 'connected', profile_id: profile.id })
  // A platform account keeps its account id when it is connected again.
  accountId ??= query.account_ids!
  expect(query.account_ids).toBe(accountId)
  model.status = 'used'
  model.connected += 1
}

const revoke = command('revoke', async (model, real) => {
  const { status, body } = await testApp.call('DELETE', `/v1/connect-links/${real.id}`)
  const linkStatus = statusOf(model)
  if (linkStatus === 'used' || linkStatus === 'expired') {
    return expect([status, body.error.code]).toEqual([409, 'connect_link_not_revocable'])
  }
  expect(status).toBe(200)
  model.status = 'revoked'
})

const pass = (minutes: number) =>
  command(`${minutes} minutes pass`, async (model) => {
    testApp.clock.advance(minutes * 60_000)
    model.minutesLeft -= minutes
    await testApp.work()
  })

const commands = [
  fc.constantFrom('GET' as const, 'HEAD' as const).map(openLink),
  fc.boolean().map(startLogin),
  fc.constant(startLogin(true)),
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
        async (sequence) => {
          const { body } = await testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
            redirect_url: redirect,
            state: 's&1',
          })
          const model: Model = {
            status: 'valid',
            minutesLeft: lifeMinutes,
            logins: [],
            connected: await countConnected(),
            tries: 0,
          }
          const real = { url: body.url, id: body.id, browsers: [] }
          await fc.asyncModelRun(() => ({ model, real }), sequence)
        },
      ),
      propertyRuns(20, 'links'),
    )
  },
  runMsMax,
)
