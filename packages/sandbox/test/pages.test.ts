import { createHmac } from 'node:crypto'
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

test('pages: the Facebook dialog grants only pages of the person (facebook.md §1.1)', async () => {
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
  const time = Math.floor(Date.now() / 1_000)
  const sign = (secret: string) => createHmac('sha256', secret).update(`${time}.{}`).digest('hex')
  const receive = async (secret: string) => {
    const headers = { 'service-signature': `t=${time},v1=${sign(secret)}` }
    await client.call('/inbox/mine', { method: 'POST', body: '{}', headers })
    return (await client.call('/inbox/mine')).text
  }
  const afterOther = await receive('whsec_other')
  expect(afterOther).toContain('Signatures are verified.')
  expect(afterOther).toContain('Invalid signature')
  expect(afterOther).not.toContain('Valid signature')
  expect(await receive('whsec_abc')).toContain('Valid signature')
})

test('pages: an inbox lists its messages by event, with the state of the signature', async () => {
  const client = await openSandbox()
  for (const body of ['{"type":"post.published"}', 'no JSON']) {
    await client.call('/inbox/mine', { method: 'POST', body })
  }
  expect((await client.call('/inbox')).text).toContain('href="/inbox/mine"')
  const { text } = await client.call('/inbox/mine')
  expect(text).toMatch(/>post\.published</)
  expect(text).toContain('Message without an event type')
  expect(text.match(/No signature/g)).toHaveLength(2)
})

test('pages: a method finds the calls of that method, other text those with it in their path', async () => {
  const client = await openSandbox()
  await client.call('/instagram/graph/v25.0/post_1/comments?fields=post_2')
  await connect(client, 'threads')
  const find = async (text: string) => {
    const page = await client.call(`/?call=${text}`)
    const calls = page.text.matchAll(/id="call-[^"]+"><summary><code>(.*?)<\/code>/g)
    return [...calls].map(([, call]) => call!.replaceAll('<wbr>', ''))
  }
  const posts = await find('post')
  expect(posts.length).toBeGreaterThan(0)
  expect(posts.filter((call) => !call.startsWith('POST '))).toEqual([])
  expect(await find('post_1')).toEqual(['GET /instagram/graph/v25.0/post_1/comments'])
  expect(await find('post_2')).toEqual([])
  const { text } = await client.call('/?call=post_2')
  expect(text).toMatch(/None of the last \d+ calls match/)
  expect(text).toContain('href="/#calls">Clear filter')
})

test('pages: a call has its endpoint, its parameters, and its bodies without tokens', async () => {
  const client = await openSandbox()
  await client.call('/threads/graph/v1.0/me?fields=id,name&limit=3')
  const failed = await client.call('/?call=400')
  expect(failed.text).toContain('<code>node</code>')
  expect(failed.text).toContain('<pre>fields = id,name\nlimit = 3</pre>')
  expect(failed.text).toMatch(/<pre>\{\n[^<]*&quot;code&quot;: 104/)
  await client.call('/instagram/graph/v25.0/me/media', {
    method: 'POST',
    body: new URLSearchParams({ caption: 'Rye & more', access_token: 'secret-token' }),
  })
  const { text } = await client.call('/?call=POST+/me/media')
  expect(text).toContain('<pre>caption = Rye &amp; more\naccess_token = …</pre>')
  expect(text).not.toContain('secret-token')
})

test('pages: the panel names faults in words and says how long ago a call was', async () => {
  const client = await openSandbox()
  for (const kind of ['http_500', 'connection_reset']) {
    await client.control('POST', '/faults', { platform: 'threads', kind, times: 1 })
    await client.call('/threads/graph/v1.0/me').catch(() => {})
  }
  const { text } = await client.call('/')
  const words = text.replaceAll(/<(style|script|pre)\b[\s\S]*?<\/\1>|<[^>]+>/g, ' ')
  expect(words).toContain('No response')
  expect(words).toContain('HTTP 500')
  expect(words).not.toMatch(/http_500|connection_reset|\d{4}-\d{2}-\d{2}T/)
})
