import { expect, test } from 'vitest'
import { subjectOf } from '../src/inbox/message.ts'
import { apps, authorizeUrl, type Body, connect, openSandbox } from './client.ts'

test('pages: the buttons of grants in the panel work without JavaScript', async () => {
  const client = await openSandbox()
  await connect(client, 'facebook')
  const panel = await client.call('/')
  expect(panel.text).toContain('Anna Bergmann')
  const action = /action="(\/panel\/grants\/[^"]+)"/.exec(panel.text)?.[1] ?? ''
  const done = await client.call(action, {
    method: 'POST',
    body: new URLSearchParams({ action: 'password-change' }),
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(done.status).toBe(303)
  const [grant] = [...client.sandbox.state.grants.values()]
  expect(grant?.ended_by).toBe(460)
  expect(done.headers.get('location')).toBe(`/#grant-${grant?.id}`)
  expect(panel.text).toContain(`id="grant-${grant?.id}"`)
})

test.each([
  ['no change', null, 'active">Connected'],
  ['password-change', 'password-change', 'password_changed">Password changed'],
  ['expire-token', 'expire-token', 'expired">Access expired'],
  ['invalidate', 'invalidate', 'revoked">Access revoked'],
  ['checkpoint', 'checkpoint', 'checkpoint">Must confirm login'],
  ['revoke', 'revoke', 'removed">App removed'],
])('pages: after %s the panel shows whether the account’s tokens work', async (_, action, tag) => {
  const client = await openSandbox()
  await connect(client, 'threads')
  const [grant] = [...client.sandbox.state.grants.values()]
  if (action) await client.control('POST', `/grants/${grant!.id}/${action}`, {})
  expect((await client.call('/')).text).toContain(`class="tag ${tag}`)
})

test('pages: an account with expired access tokens and a live refresh token says so', async () => {
  const client = await openSandbox()
  await connect(client, 'tiktok')
  const [grant] = [...client.sandbox.state.grants.values()]
  await client.control('POST', `/grants/${grant!.id}/expire-token`, {})
  expect((await client.call('/')).text).toContain('only_refresh">Access token expired')
})

test('pages: the panel lists a withdrawn permission as not granted, and the Pages of a login', async () => {
  const client = await openSandbox()
  await connect(client, 'facebook')
  const [grant] = [...client.sandbox.state.grants.values()]
  const permission = 'pages_manage_posts'
  await client.control('POST', `/grants/${grant!.id}/remove-permission`, { permission })
  const { text } = await client.call('/')
  expect(text).toContain('1 permission not granted')
  expect(text).toMatch(/Not granted<\/span> [^<]+ <small><code>pages_manage_posts/)
  expect(text).toContain('Facebook · Bergmann Bakery')
})

test('pages: the panel shows bodies and error codes of calls, but no token and no secret', async () => {
  const client = await openSandbox()
  for (const platform of ['threads', 'instagram', 'facebook', 'tiktok'] as const) {
    await connect(client, platform)
  }
  await client.call('/tiktok/open/v2/user/info/')
  const { text } = await client.call('/?all=1')
  expect(text).toContain('grant_type = authorization_code')
  expect(text).toContain('&quot;code&quot;: &quot;access_token_invalid&quot;')
  const tokens = [...client.sandbox.state.tokens.values()].map(({ id }) => id)
  expect(tokens.length).toBeGreaterThan(4)
  const secrets = Object.values(apps).map(({ secret }) => secret)
  expect([...tokens, ...secrets].filter((secret) => text.includes(secret))).toEqual([])
})

test('pages: the address of a rejected form leads back to the panel, with its filter', async () => {
  const client = await openSandbox()
  const response = await client.call('/panel/faults?call=GET')
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/?call=GET#faults')
})

test('pages: the panel filters the calls by platform and by a part of the request', async () => {
  const client = await openSandbox()
  await connect(client, 'threads')
  await connect(client, 'facebook')
  const shown = async (query: string) => {
    const { text } = await client.call(`/?all=1&${query}`)
    const requests = text.matchAll(/id="call-[^"]+"><summary><code>(.*?)<\/code>/g)
    return [...requests].map(([, request]) => request!.replaceAll('<wbr>', ''))
  }
  const all = await shown('')
  expect(await shown('platform=&call=')).toEqual(all)
  const threads = await shown('platform=threads')
  expect(threads.length).toBeGreaterThan(0)
  expect(threads.length).toBeLessThan(all.length)
  const tokens = all.filter((path) => path.includes('access_token'))
  expect(tokens.length).toBeGreaterThan(0)
  expect(await shown('call=ACCESS_token')).toEqual(tokens)
  expect((await client.call('/?call=%22%3Cb%3E')).text).toContain('value="&quot;&lt;b&gt;"')
})

test('pages: a password change ends the tokens until the account connects again', async () => {
  const client = await openSandbox()
  await connect(client, 'threads')
  const [grant] = [...client.sandbox.state.grants.values()]
  await client.control('POST', `/grants/${grant!.id}/password-change`, {})
  await connect(client, 'threads')
  expect((await client.call('/')).text).toContain('class="tag active">Connected')
})

test.each([
  [
    'a comment',
    { platform: 'threads', comment_id: 'cmt_1', author_username: 'sam', text: 'Rye?' },
    'threads · @sam: Rye?',
  ],
  ['an account', { account: { platform: 'tiktok', username: 'rye' } }, 'tiktok · @rye'],
  ['a post', { post_id: 'post_1', platform: 'facebook' }, 'facebook · post_1'],
  [
    'a failed post',
    { post_id: 'post_1', platform: 'facebook', error_message: 'Too long' },
    'facebook · Too long',
  ],
  ['data of an unknown shape', [7], ''],
])('pages: the subject of a message about %s', (_, data, subject) => {
  expect(subjectOf(JSON.stringify({ type: 'any', data }))).toBe(subject)
})

test('pages: HTML in other people’s text is escaped', async () => {
  const client = await openSandbox()
  const text = '<img src=x onerror=alert(1)>'
  const post = await client.control('POST', '/posts', { account: 'threads:anna.bakes', text })
  await client.control('POST', '/comments', { post: post.id, text, author: '<b>x</b>' })
  await client.call('/inbox/a', { method: 'POST', body: text })
  for (const path of ['/feed', '/feed/17841460000000011', '/inbox/a']) {
    const page = await client.call(path)
    expect(page.text).toContain('&lt;img src=x')
    expect(page.text).not.toContain('<img src=x')
  }
})

test('pages: the form in the feed adds a comment', async () => {
  const client = await openSandbox()
  const post = await client.control('POST', '/posts', {
    account: 'instagram:bergmann.bakery',
    text: 'Bun',
  })
  await client.call(`/feed/${post.id}/comments`, {
    method: 'POST',
    body: new URLSearchParams({ text: 'Yum', author: 'fan', hours_ago: '3' }),
  })
  const comments = await client.control<{ data: Body[] }>('GET', `/posts/${post.id}/comments`)
  expect(comments.data).toMatchObject([{ text: 'Yum', author_name: 'fan' }])
})

test('pages: a dialog names a person once, and the tasks of Pages in words', async () => {
  const client = await openSandbox()
  const url = authorizeUrl(client, 'facebook', 'pages_show_list')
  const [row] = /<strong>Anna Bergmann<.*/.exec((await client.call(url)).text)!
  expect(row).not.toContain('<small>')
  const dialog = await client.call(`${url}&sandbox_account=10210000000000001`)
  expect(dialog.text).toContain('create content')
})

test('pages: the Facebook dialog grants only pages of the person (facebook-pages.md §1.1)', async () => {
  const client = await openSandbox()
  const url = authorizeUrl(client, 'facebook', 'pages_show_list')
  const dialog = await client.call(`${url}&sandbox_account=10210000000000001`)
  for (const name of ['Bergmann Bakery', 'Old Town Market', 'Harbour Coffee']) {
    expect(dialog.text).toContain(name)
  }
  const chosen = await client.call(url, {
    method: 'POST',
    body: new URLSearchParams([
      ['account', '10210000000000001'],
      ['permission', 'pages_show_list'],
      ['page', '135000000000002'],
      ['page', '135000000000031'],
      ['decision', 'allow'],
    ]),
  })
  expect(chosen.headers.get('location')).toMatch(/#_=_$/)
  const [grant] = [...client.sandbox.state.grants.values()]
  expect(grant?.page_ids).toEqual(['135000000000002'])
})

test('pages: an inbox checks signatures with the secret set in its form', async () => {
  const client = await openSandbox()
  const page = await client.call('/inbox/mine')
  const action = /action="(\/inbox\/mine\/secret)"/.exec(page.text)?.[1] ?? ''
  const done = await client.call(action, {
    method: 'POST',
    body: new URLSearchParams({ secret: ' whsec_abc ' }),
  })
  expect(done.status).toBe(303)
  await client.call('/inbox/mine', {
    method: 'POST',
    body: '{}',
    headers: { 'service-signature': `t=${Math.floor(Date.now() / 1000)},v1=00` },
  })
  const after = await client.call('/inbox/mine')
  expect(after.text).toContain('Signatures are verified.')
  expect(after.text).toMatch(/(Invalid|Outdated) signature/)
})
