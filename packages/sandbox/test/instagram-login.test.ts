import { expect, test } from 'vitest'
import { apps, authorizeUrl, callback, connect, form, graphError, openSandbox } from './client.ts'

const scope = 'instagram_business_basic,instagram_business_manage_comments'
const exchange = (code: string | null) =>
  form({
    client_id: apps.instagram.id,
    client_secret: apps.instagram.secret,
    grant_type: 'authorization_code',
    redirect_uri: callback,
    code: code ?? '',
  })

test('instagram: connecting a personal account returns 400 (instagram.md §2)', async () => {
  const client = await openSandbox()
  const response = await client.control<{ error: { status: number } }>('POST', '/authorize', {
    url: authorizeUrl(client, 'instagram', scope),
    account: 'anna.private',
    decision: 'allow',
  })
  expect(response.error).toMatchObject({ status: 400 })
  expect(JSON.stringify(response)).toContain('the user is not an instagram business')
})

test('instagram: a wrong app id and unknown scopes have different errors (instagram.md §1.1)', async () => {
  const client = await openSandbox()
  const wrongApp = await client.call(authorizeUrl(client, 'instagram', scope, { client_id: '1' }))
  expect(wrongApp.body.error_message).toBe('Invalid platform app')
  const wrongScope = await client.call(authorizeUrl(client, 'instagram', 'instagram_basic'))
  expect(wrongScope.body.error_message).toContain('Invalid Scopes')
})

test('instagram: the code exchange returns the granted permissions and a user_id beyond 2^53 (instagram.md §1.3)', async () => {
  const client = await openSandbox()
  const url = authorizeUrl(client, 'instagram', scope)
  const back = await client.consent({ url, permissions: [] })
  const response = await client.call(
    '/instagram/api/oauth/access_token',
    exchange(back.searchParams.get('code')),
  )
  expect(response.text).toContain('"user_id":17841470000000011,')
  expect(response.body.permissions).toEqual(['instagram_business_basic'])
})

test('instagram: a setting selects the documented shape of the code exchange (instagram.md §1.3)', async () => {
  const client = await openSandbox()
  await client.control('PUT', '/settings', { instagram_exchange_shape: 'documented' })
  const back = await client.consent({ url: authorizeUrl(client, 'instagram', scope) })
  const response = await client.call(
    '/instagram/api/oauth/access_token',
    exchange(back.searchParams.get('code')),
  )
  expect(response.body.data).toMatchObject([{ user_id: '17841470000000011', permissions: scope }])
})

test('instagram: /me returns an app-scoped id and a different user_id (instagram.md §0)', async () => {
  const client = await openSandbox()
  const token = await connect(client, 'instagram')
  const response = await client.call(
    `/instagram/graph/v25.0/me?fields=id,user_id,username,account_type,followers_count&access_token=${token}`,
  )
  expect(response.body).toEqual({
    id: '24963000000000011',
    user_id: '17841470000000011',
    username: 'bergmann.bakery',
    account_type: 'Business',
    followers_count: 8120,
  })
})

test('instagram: a long-lived token cannot be exchanged again (instagram.md §1.4)', async () => {
  const client = await openSandbox()
  const token = await connect(client, 'instagram')
  const again = await client.call(
    `/instagram/graph/access_token?grant_type=ig_exchange_token&client_secret=${apps.instagram.secret}&access_token=${token}`,
  )
  expect(graphError(again.body)).toMatchObject({ code: 100, type: 'IGApiException' })
})

test('instagram: subscribed_apps can be set, read and deleted (instagram.md §6)', async () => {
  const client = await openSandbox()
  const token = await connect(client, 'instagram')
  const path = `/instagram/graph/v25.0/17841470000000011/subscribed_apps`
  const set = await client.call(`${path}?subscribed_fields=comments&access_token=${token}`, {
    method: 'POST',
  })
  expect(set.body).toEqual({ success: true })
  const read = await client.call(`${path}?access_token=${token}`)
  expect(read.body.data).toMatchObject([{ subscribed_fields: ['comments'] }])
  await client.call(`${path}?access_token=${token}`, { method: 'DELETE' })
  expect((await client.call(`${path}?access_token=${token}`)).body).toEqual({ data: [] })
})
