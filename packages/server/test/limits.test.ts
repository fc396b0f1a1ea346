import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../src/core/limits.ts'
import type { Profile } from '../src/schemas/profile.ts'
import { buildAccount, buildKey, buildProfile, buildWebhook } from './build.ts'
import { copiedColumns } from './copied-columns.ts'
import { advanceMinutes, openInbox } from './inbox.ts'
import { imageFile, upload } from './media-files.ts'
import { useTestApp } from './test-app.ts'

const twoDaysEarlier = `jsonb_build_object('created_at', one.created_at - interval '2 days')`

const testApp = useTestApp({
  env: { MEDIA_OWNER_BYTES_MAX: '2000000', MEDIA_PROFILE_BYTES_MAX: '1500000' },
})
let profile: Profile

beforeAll(async () => {
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin: 'https://app.example.com' })
  profile = await buildProfile(testApp)
})

/** Inserts `count` copies of a row with new IDs; `more` is SQL for further column values. */
async function copyRow(
  table: string,
  id: string,
  count: number,
  more = "'{}'::jsonb",
): Promise<void> {
  const { pool } = testApp.ctx.db
  const { names, values } = await copiedColumns(pool, table)
  await pool.query(
    `insert into ${table} (${names}) select ${values}
     from ${table} one, generate_series(1, $2::int) number, jsonb_populate_record(one,
       jsonb_build_object('id', 'copy_' || number || '_' || one.id) || ${more}) copy
     where one.id = $1`,
    [id, count],
  )
}

async function expectLimit(
  response: Promise<{ status: number; body: { error: unknown } }>,
  limit: number,
  actual = limit + 1,
): Promise<void> {
  const { status, body } = await response
  expect(status).toBe(409)
  expect(body.error).toMatchObject({ code: 'limit_reached', details: [{ limit, actual }] })
}

describe('creating beyond a limit returns 409 limit_reached', () => {
  test('profiles of an owner; an existing external_id still returns its profile', async () => {
    const { perOwnerMax } = limits.profile
    const existing = await buildProfile(testApp, { external_id: 'known' })
    const more = `jsonb_build_object('external_id', 'copy-' || number)`
    const { rows } = await testApp.ctx.db.pool.query('select count(*)::int as count from profile')
    await copyRow('profile', existing.id, perOwnerMax - rows[0].count, more)
    await expectLimit(testApp.call('POST', '/v1/profiles', { name: 'One more' }), perOwnerMax)
    const again = await testApp.call('POST', '/v1/profiles', { name: 'x', external_id: 'known' })
    expect([again.status, again.body.id]).toEqual([200, existing.id])
    await testApp.ctx.db.pool.query(`delete from profile where id like 'copy_%'`)
    expect((await testApp.call('POST', '/v1/profiles', { name: 'One more' })).status).toBe(201)
  })

  test('active keys of an owner; revoked and expired keys do not count', async () => {
    const { activePerOwnerMax } = limits.key
    await buildKey(testApp)
    const [key] = (await testApp.call('GET', '/v1/api-keys')).body.data
    const fresh = `jsonb_build_object('secret_hash', '\\x' || md5(number::text))`
    const { rows } = await testApp.ctx.db.pool.query('select count(*)::int as count from api_key')
    await copyRow('api_key', key.id, activePerOwnerMax - rows[0].count, fresh)
    const body = { name: 'One more' }
    await expectLimit(testApp.call('POST', '/v1/api-keys', body), activePerOwnerMax)
    await testApp.ctx.db.pool.query(
      `update api_key set revoked_at = created_at where id = 'copy_1_' || $1`,
      [key.id],
    )
    expect((await testApp.call('POST', '/v1/api-keys', body)).status).toBe(201)
    await testApp.ctx.db.pool.query(`delete from api_key where id like 'copy_%'`)
  })

  test('redirect origins of an owner; an existing one is returned', async () => {
    const { originsMax } = limits.connect
    const add = (number: number) =>
      testApp.call('POST', '/v1/connect/redirect-origins', { origin: `https://a${number}.example` })
    for (let number = 1; number < originsMax; number += 1) await add(number)
    await expectLimit(add(originsMax), originsMax)
    expect((await add(1)).status).toBe(200)
  })

  test('valid connect links of a profile; expired ones do not count', async () => {
    const { validLinksPerProfileMax } = limits.connect
    const add = () =>
      testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
        redirect_url: 'https://app.example.com/back',
      })
    const { body } = await add()
    const fresh = `jsonb_build_object('token_hash', '\\x' || md5(number::text))`
    await copyRow('connect_link', body.id, validLinksPerProfileMax - 1, fresh)
    await expectLimit(add(), validLinksPerProfileMax)
    testApp.clock.advance(31 * 60_000)
    expect((await add()).status).toBe(201)
  })

  test('open invitations of a profile; revoked ones do not count', async () => {
    const { openInvitationsPerProfileMax } = limits.connect
    const add = () =>
      testApp.call('POST', `/v1/profiles/${profile.id}/invitations`, {
        redirect_url: 'https://app.example.com/back',
      })
    const { body } = await add()
    const fresh = `jsonb_build_object('token_hash', '\\x' || md5(number::text))`
    await copyRow('invitation', body.id, openInvitationsPerProfileMax - 1, fresh)
    await expectLimit(add(), openInvitationsPerProfileMax)
    await testApp.call('DELETE', `/v1/invitations/${body.id}`)
    expect((await add()).status).toBe(201)
  })

  test('drafts and scheduled posts of a profile; published posts do not count', async () => {
    const { openPerProfileMax } = limits.post
    const account = await buildAccount(testApp, { profile_id: profile.id })
    const add = () =>
      testApp.call('POST', '/v1/posts', { text: 'x', targets: [{ account_id: account.id }] })
    const { body } = await add()
    await copyRow('post', body.id, openPerProfileMax - 1, twoDaysEarlier)
    await expectLimit(add(), openPerProfileMax)
    await testApp.ctx.db.pool.query(
      `update post set status = 'published' where id = 'copy_1_' || $1`,
      [body.id],
    )
    expect((await add()).status).toBe(201)
    await testApp.ctx.db.pool.query(`delete from post where id like 'copy_%'`)
  })

  test('posts created in a profile in 24 hours; canceled ones count, those of the network do not', async () => {
    const { createdPerProfilePerDayMax } = limits.post
    const { id } = await buildProfile(testApp)
    const add = () => testApp.call('POST', '/v1/posts', { text: 'x' }, { profile: id })
    const { body } = await add()
    await testApp.call('DELETE', `/v1/posts/${body.id}`)
    await copyRow('post', body.id, createdPerProfilePerDayMax - 1)
    await expectLimit(add(), createdPerProfilePerDayMax)
    expect((await testApp.call('POST', '/v1/posts', { text: 'x' })).status).toBe(201)
    await testApp.ctx.db.pool.query(
      `update post set source = 'external' where id = 'copy_1_' || $1`,
      [body.id],
    )
    expect((await add()).status).toBe(201)
    await expectLimit(add(), createdPerProfilePerDayMax)
    testApp.clock.advance(24 * 3_600_000)
    expect((await add()).status).toBe(201)
    await testApp.ctx.db.pool.query(`delete from post where id like 'copy_%'`)
  })

  test('accounts of a profile, connected and moved; disconnected ones do not count', async () => {
    const { perProfileMax } = limits.account
    const { id } = await buildProfile(testApp)
    const granted = { platformAccountId: 'first-of-many' }
    const first = await buildAccount(testApp, { profile_id: id, granted })
    const other = await buildAccount(testApp)
    const fresh = `jsonb_build_object('platform_account_id', 'copy-' || number)`
    // One more than allowed, as an earlier version may have left them.
    await copyRow('account', first.id, perProfileMax, fresh)
    await expect(buildAccount(testApp, { profile_id: id })).rejects.toThrow('plan_account_limit')
    const again = await buildAccount(testApp, { profile_id: id, granted })
    expect(again.id).toBe(first.id)
    const move = () => testApp.call('POST', `/v1/accounts/${other.id}/move`, { profile_id: id })
    await expectLimit(move(), perProfileMax)
    await testApp.ctx.db.pool.query(
      `delete from account where id like 'copy_1_%' and platform_account_id = 'copy-1'`,
    )
    await testApp.call('DELETE', `/v1/accounts/${first.id}`)
    expect((await move()).status).toBe(200)
    await testApp.ctx.db.pool.query(`delete from account where id like 'copy_%'`)
  })

  test('bytes in the options of a target return validation_failed instead', async () => {
    const account = await buildAccount(testApp, { profile_id: profile.id })
    const options = { long: 'x'.repeat(limits.post.optionsBytesMax) }
    const response = await testApp.call('POST', '/v1/posts', {
      targets: [{ account_id: account.id, options }],
    })
    expect(response.body.error).toMatchObject({
      code: 'validation_failed',
      param: 'targets.0.options',
    })
  })

  test('bytes of media of a profile, then of its owner', async () => {
    const bytes = await imageFile('png', { width: 500, height: 400 })
    const { mediaOwnerBytesMax, mediaProfileBytesMax } = testApp.ctx.config
    /** Uploads until it is refused; returns the number of files. */
    const fill = async (profileId: string, earlier: number, limit: number) => {
      for (let files = 0; ; files += 1) {
        const response = await upload(testApp, bytes, { profile: profileId })
        const actual = (earlier + files + 1) * bytes.length
        if (response.status === 201) expect(actual).toBeLessThanOrEqual(limit)
        else {
          await expectLimit(Promise.resolve(response), limit, actual)
          return files
        }
      }
    }
    const files = await fill((await buildProfile(testApp)).id, 0, mediaProfileBytesMax)
    expect(files).toBeGreaterThan(0)
    const others = await fill((await buildProfile(testApp)).id, files, mediaOwnerBytesMax)
    expect(others).toBeGreaterThan(0)
  })

  test('replies to a comment; failed replies do not count', async () => {
    const { repliesPerCommentMax } = limits.comment
    const inbox = await openInbox(testApp, 'threads', { profileId: profile.id })
    const externalId = await inbox.addComment()
    await advanceMinutes(testApp, 61)
    const comment = (await inbox.find(externalId))!
    const add = () => testApp.call('POST', `/v1/comments/${comment.id}/reply`, { text: 'Thanks' })
    const { body } = await add()
    const fresh = `jsonb_build_object('platform_reply_id', 'copy-' || number)`
    await copyRow('comment_reply', body.id, repliesPerCommentMax - 1, fresh)
    await expectLimit(add(), repliesPerCommentMax)
    await testApp.ctx.db.pool.query(
      `update comment_reply set status = 'failed' where id = 'copy_1_' || $1`,
      [body.id],
    )
    expect((await add()).status).toBe(201)
  })

  test('attempts of a delivery, including resends', async () => {
    const { attemptsWithResendsMax } = limits.webhook
    const webhook = await buildWebhook(testApp)
    const { body } = await testApp.call('POST', `/v1/webhooks/${webhook.id}/test`)
    await testApp.ctx.db.pool.query(
      `insert into attempt select (jsonb_populate_record(one,
         jsonb_build_object('number', place))).*
       from attempt one, generate_series(2, $2::int) as n(place) where one.delivery_id = $1`,
      [body.id, attemptsWithResendsMax],
    )
    const path = `/v1/webhooks/${webhook.id}/deliveries/${body.id}/resend`
    await expectLimit(testApp.call('POST', path), attemptsWithResendsMax)
  })

  test('too many values of a filter return validation_failed instead', async () => {
    const response = await testApp.call('GET', `/v1/posts?status=${'draft,'.repeat(50)}draft`)
    expect(response.body.error).toMatchObject({ code: 'validation_failed', param: 'status' })
  })
})

test('the OpenAPI document has every limit and declares limit_reached where it is returned', async () => {
  const { body } = await testApp.call('GET', '/v1/openapi.json')
  expect(body['x-limits']).toEqual(JSON.parse(JSON.stringify(limits)))
  const operations = Object.values(body.paths as Record<string, Record<string, unknown>>)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => JSON.stringify(operation).includes('"limit_reached"'))
    .map((operation) => (operation as { operationId: string }).operationId)
  expect(operations.sort()).toEqual([
    'createApiKey',
    'createApprovalLink',
    'createCommentNote',
    'createConnectLink',
    'createImport',
    'createInvitation',
    'createMedia',
    'createPost',
    'createPostApprovalLink',
    'createProfile',
    'createReportLink',
    'createSavedText',
    'moveAccount',
    'recoverWebhook',
    'registerRedirectOrigin',
    'repeatPost',
    'replyToComment',
    'resendWebhookDelivery',
    'rotateApiKey',
  ])
})
