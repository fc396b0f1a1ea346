import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildWebhook } from '../../../test/build.ts'
import { connectAccount } from '../../../test/publishing.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Account } from '../../schemas/account.ts'
import { webhookVerifyTokens } from '../comments/sync/inbound.ts'

const testApp = useTestApp({ poolMax: 4, listening: true })
let account: Account

beforeAll(async () => {
  await buildWebhook(testApp)
  const { publicUrl, keyring } = testApp.ctx.config
  for (const platform of ['threads', 'tiktok'] as const) {
    await testApp.sandbox.control('PUT', `/apps/${platform}`, {
      webhook_url: `${publicUrl}/platform-webhooks/${platform}`,
      verify_token: webhookVerifyTokens(keyring, platform)[0],
      deauthorize_url: `${publicUrl}/platform-callbacks/${platform}/deauthorize`,
      data_deletion_url: `${publicUrl}/platform-callbacks/${platform}/data-deletion`,
    })
  }
})
beforeEach(async () => {
  account = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
  return async () => {
    await testApp.call('DELETE', `/v1/accounts/${account.id}`)
  }
})

async function atPlatform(platform: string, action: string, body: object = {}): Promise<void> {
  const { data } = await testApp.sandbox.control('GET', '/grants')
  const grant = data.findLast((each: { platform: string }) => each.platform === platform)
  await testApp.sandbox.control('POST', `/grants/${grant.id}/${action}`, body)
  await testApp.sandbox.control('POST', '/outgoing/settle')
}

async function disconnections(id: string): Promise<number> {
  const { rows } = await testApp.ctx.db.pool.query(
    `select 1 from event where type = 'account.disconnected'
     and convert_from(body, 'utf8')::jsonb->'data'->'account'->>'id' = $1`,
    [id],
  )
  return rows.length
}

const read = async (id: string) => await testApp.call('GET', `/v1/accounts/${id}`)

function signed(payload: object, secret = 'sandbox-threads-secret'): URLSearchParams {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url')
  const signature = createHmac('sha256', secret).update(encoded).digest('base64url')
  return new URLSearchParams({ signed_request: `${signature}.${encoded}` })
}

async function callBack(kind: string, form: URLSearchParams): Promise<Response> {
  return await testApp.app.request(`/platform-callbacks/threads/${kind}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  })
}

describe('the deauthorize callback', () => {
  test('an app removed at Threads disconnects the account immediately, with one event', async () => {
    await atPlatform('threads', 'revoke')
    const { body } = await read(account.id)
    expect(body).toMatchObject({ status: 'disconnected', status_reason: 'by_platform' })
    testApp.clock.advance(2 * 86_400_000)
    await testApp.work()
    expect(await disconnections(account.id)).toBe(1)
  })

  test("TikTok's authorization.removed does the same", async () => {
    const tiktokAccount = await connectAccount(testApp, 'tiktok', { account: 'anna.bakes' })
    await atPlatform('tiktok', 'revoke')
    expect((await read(tiktokAccount.id)).body).toMatchObject({
      status: 'disconnected',
      status_reason: 'by_platform',
    })
    expect(await disconnections(tiktokAccount.id)).toBe(1)
  })

  test.each([
    ['nothing', new URLSearchParams()],
    ['rubbish', new URLSearchParams({ signed_request: 'a.b' })],
    ['another secret', signed({ user_id: '1', algorithm: 'HMAC-SHA256' }, 'wrong')],
  ])('a forged request (%s) returns 403 and changes nothing', async (_name, form) => {
    expect((await callBack('deauthorize', form)).status).toBe(403)
    expect((await callBack('data-deletion', form)).status).toBe(403)
    expect((await read(account.id)).body.status).toBe('connected')
  })

  test('a request older than the connection changes nothing', async () => {
    const before = Math.floor(testApp.clock.now().getTime() / 1_000) - 3_600
    const form = signed({
      user_id: account.platform_account_id,
      algorithm: 'HMAC-SHA256',
      issued_at: before,
    })
    expect((await callBack('deauthorize', form)).status).toBe(200)
    expect((await read(account.id)).body.status).toBe('connected')
  })
})

describe('the data deletion callback', () => {
  test('a request erases the account and returns its confirmation page', async () => {
    const form = signed({
      user_id: account.platform_account_id,
      algorithm: 'HMAC-SHA256',
      issued_at: Math.floor(testApp.clock.now().getTime() / 1_000),
    })
    const response = await callBack('data-deletion', form)
    const { url, confirmation_code: code } = (await response.json()) as Record<string, string>
    expect(url).toBe(`${testApp.ctx.config.publicUrl}/data-deletion/${code}`)
    expect((await read(account.id)).status).toBe(404)
    expect(await disconnections(account.id)).toBe(1)
    const page = await testApp.app.request(url!)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(code)
    expect((await testApp.app.request('/data-deletion/unknown')).status).toBe(404)
  })

  test('a repeated request does not erase accounts connected since', async () => {
    const form = signed({
      user_id: account.platform_account_id,
      algorithm: 'HMAC-SHA256',
      issued_at: Math.floor(testApp.clock.now().getTime() / 1_000),
    })
    expect((await callBack('data-deletion', form)).status).toBe(200)
    testApp.clock.advance(60_000)
    account = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
    expect((await callBack('data-deletion', form)).status).toBe(200)
    expect((await read(account.id)).body.status).toBe('connected')
  })
})
