import { expect, test } from 'vitest'
import { authorizeUrl, type Body, connect, openSandbox } from './world.ts'

test('pages: the panel shows grants with buttons that work without JavaScript', async () => {
  const world = await openSandbox()
  await connect(world, 'facebook')
  const panel = await world.call('/')
  expect(panel.text).toContain('Anna Bergmann')
  expect(panel.text).not.toContain('<script')
  const action = /action="(\/panel\/grants\/[^"]+)"/.exec(panel.text)?.[1] ?? ''
  const done = await world.call(action, {
    method: 'POST',
    body: new URLSearchParams({ action: 'password-change' }),
  })
  expect(done.status).toBe(303)
  const [grant] = [...world.sandbox.state.grants.values()]
  expect(grant?.ended_by).toBe(460)
})

test('pages: what strangers write is shown as text', async () => {
  const world = await openSandbox()
  const text = '<img src=x onerror=alert(1)>'
  const post = await world.control('POST', '/posts', { account: 'threads:anna.bakes', text })
  await world.control('POST', '/comments', { post: post.id, text, author: '<b>x</b>' })
  await world.call('/inbox/a', { method: 'POST', body: text })
  for (const path of ['/feed', '/feed/17841460000000011', '/inbox/a']) {
    const page = await world.call(path)
    expect(page.text).toContain('&lt;img src=x')
    expect(page.text).not.toContain('<img src=x')
  }
})

test('pages: a person can comment from the feed', async () => {
  const world = await openSandbox()
  const post = await world.control('POST', '/posts', {
    account: 'instagram:bergmann.bakery',
    text: 'Bun',
  })
  await world.call(`/feed/${post.id}/comments`, {
    method: 'POST',
    body: new URLSearchParams({ text: 'Yum', author: 'fan', hours_ago: '3' }),
  })
  const comments = await world.control<{ data: Body[] }>('GET', `/posts/${post.id}/comments`)
  expect(comments.data).toMatchObject([{ text: 'Yum', author_name: 'fan' }])
})

test('pages: the Facebook dialog offers the person’s pages (facebook-pages.md §1.1)', async () => {
  const world = await openSandbox()
  const url = authorizeUrl(world, 'facebook', 'pages_show_list')
  const dialog = await world.call(`${url}&sandbox_account=10210000000000001`)
  for (const name of ['Bergmann Bakery', 'Old Town Market', 'Harbour Coffee']) {
    expect(dialog.text).toContain(name)
  }
  const chosen = await world.call(url, {
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
  const [grant] = [...world.sandbox.state.grants.values()]
  expect(grant?.page_ids).toEqual(['135000000000002'])
})

test('pages: the secret of an inbox is given in a form, and judges what comes then', async () => {
  const world = await openSandbox()
  const page = await world.call('/inbox/mine')
  const action = /action="(\/inbox\/mine\/secret)"/.exec(page.text)?.[1] ?? ''
  const done = await world.call(action, {
    method: 'POST',
    body: new URLSearchParams({ secret: ' whsec_abc ' }),
  })
  expect(done.status).toBe(303)
  await world.call('/inbox/mine', {
    method: 'POST',
    body: '{}',
    headers: { 'service-signature': `t=${Math.floor(Date.now() / 1000)},v1=00` },
  })
  const after = await world.call('/inbox/mine')
  expect(after.text).toContain('Secret: set')
  expect(after.text).toMatch(/signature (invalid|stale)/)
})
