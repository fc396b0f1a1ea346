import { expect, test } from 'vitest'
import { allow, consent, openWordpress, success } from './wordpress-client.ts'

const page = '/wp-admin/authorize-application.php'

test('wordpress: the pages name the root of the API, with and without pretty permalinks (wordpress.md §1.1)', async () => {
  const { request, origin } = await openWordpress()
  const linkAt = async (address: string) =>
    (await request(address, { method: 'HEAD' })).headers.get('link')
  expect(await linkAt('/')).toBe(`<${origin()}/wp-json/>; rel="https://api.w.org/"`)
  expect(await linkAt('/missing/')).toBe(await linkAt('/'))
  const plain = `<${origin('plainblog')}/?rest_route=/>; rel="https://api.w.org/"`
  expect(await linkAt(`${origin('plainblog')}/`)).toBe(plain)
  expect((await request(`${origin('plainblog')}/wp-json/`)).status).toBe(404)
  for (const root of ['/wp-json/', '/?rest_route=/', `${origin('plainblog')}/?rest_route=/`]) {
    const { body } = await request(root)
    expect(body).toMatchObject({ namespaces: expect.arrayContaining(['wp/v2']) })
  }
})

test('wordpress: the index says whether there are application passwords (wordpress.md §1.1)', async () => {
  const { request, control, origin } = await openWordpress()
  const read = async () => (await request('/wp-json/?_fields=authentication')).body
  const authorization = origin() + page
  expect(await read()).toEqual({
    authentication: { 'application-passwords': { endpoints: { authorization } } },
  })
  await control('PUT', '/settings', { wordpress_application_passwords: false })
  expect(await read()).toEqual({ authentication: [] })
})

test('wordpress: consent returns site, login and password, and keeps our query (wordpress.md §1.2)', async () => {
  const client = await openWordpress()
  const { params } = await allow(client, 'anna')
  expect(params).toEqual({
    state: 'st4te',
    site_url: client.origin(),
    user_login: 'anna',
    password: expect.stringMatching(/^[A-Za-z0-9]{24}$/),
  })
})

test('wordpress: a refusal leads to reject_url, or to success_url with success=false (wordpress.md §1.2)', async () => {
  const { control, origin } = await openWordpress()
  const cancel = async (more: Record<string, string>) => {
    const url = `${origin()}${page}?${consent(more)}`
    return (await control('POST', '/authorize', { url, person: 'anna', decision: 'cancel' }))
      .redirect
  }
  expect(await cancel({})).toBe(`${success}&success=false`)
  expect(await cancel({ reject_url: 'https://app.example/no?x=1' })).toBe(
    'https://app.example/no?x=1',
  )
})

test.each([
  ['switched off', { wordpress_application_passwords: false }, success, 501],
  ['a script as address', {}, 'javascript:alert(1)', 500],
  ['no address', {}, '', 500],
])('wordpress: %s shows an error page without a redirect (wordpress.md §1.2)', async (...row) => {
  const [, settings, success_url, status] = row
  const { control, origin } = await openWordpress()
  await control('PUT', '/settings', settings)
  const url = `${origin()}${page}?${consent({ success_url })}`
  const answer = await control('POST', '/authorize', { url, person: 'anna', decision: 'allow' })
  expect(answer).toMatchObject({ error: { status } })
})

test('wordpress: a password works for its user at its site, with spaces, until it is deleted (wordpress.md §1.3)', async () => {
  const client = await openWordpress()
  const { login } = await allow(client, 'anna')
  const { login: second } = await allow(client, 'anna')
  const [user, password = ''] = login.split(':')
  const me = async (by: string, label?: string) => (await client.with(by, label)('users/me')).status
  expect(await me(`${user}:${password.replace(/.{4}/g, '$& ')}`)).toBe(200)
  expect([await me(`ben:${password}`), await me(login, 'plainblog')]).toEqual([401, 401])
  const call = client.with(login)
  const { body } = await call('users/me/application-passwords/introspect')
  expect(body).toMatchObject({ name: 'Reader', app_id: expect.any(String) })
  const route = `users/me/application-passwords/${body.uuid}`
  expect((await client.with(second)(route, undefined, 'DELETE')).status).toBe(404)
  expect((await call(route, undefined, 'DELETE')).body).toMatchObject({ deleted: true })
  expect([await me(login), await me(second)]).toEqual([401, 200])
})

test('wordpress: with a wrong password a call goes on as a visitor’s (wordpress.md §1.3)', async () => {
  const client = await openWordpress()
  const [post] = [await client.control('POST', '/posts', { account: 'anna@blog', text: 'Bread' })]
  const codesOf = async () => {
    const call = client.with('anna:wrong')
    const codes: unknown[] = []
    for (const route of ['posts', 'users/me', 'posts?context=edit', 'posts?status=draft']) {
      const { status, body } = await call(route)
      codes.push([status, body.code])
    }
    const { status, body } = await call('comments', { post: post!.id, content: 'Hi' })
    return [...codes, [status, body.code]]
  }
  expect(await codesOf()).toEqual([
    [200, undefined],
    [401, 'rest_not_logged_in'],
    [401, 'rest_forbidden_context'],
    [400, 'rest_invalid_param'],
    [401, 'rest_comment_login_required'],
  ])
  await client.control('PUT', '/settings', { wordpress_checks_passwords_early: true })
  expect(new Set((await codesOf()).map(String))).toEqual(new Set(['401,incorrect_password']))
})

test('wordpress: grants of the control API end a password (wordpress.md §1.3)', async () => {
  const client = await openWordpress()
  for (const action of ['revoke', 'invalidate', 'checkpoint']) {
    const { login } = await allow(client, 'anna')
    const { data } = await client.control<{ data: { id: string }[] }>('GET', '/grants')
    await client.control('POST', `/grants/${data[0]!.id}/${action}`, {})
    expect((await client.with(login)('users/me')).status).toBe(401)
  }
})

test('wordpress: the user has capabilities by role, only with context=edit (wordpress.md §1.4)', async () => {
  const client = await openWordpress()
  const read = async (person: string) =>
    (await (await client.as(person))('users/me?context=edit')).body
  expect(await read('anna')).toMatchObject({
    id: 711001,
    slug: 'anna',
    roles: ['editor'],
    capabilities: { publish_posts: true, upload_files: true, moderate_comments: true },
  })
  expect((await read('ben')).capabilities).not.toHaveProperty('moderate_comments')
  expect((await read('chiara')).capabilities).toEqual({ edit_posts: true })
  const { body } = await (await client.as('anna'))('users/me')
  for (const name of ['capabilities', 'roles', 'username', 'email']) {
    expect(body).not.toHaveProperty(name)
  }
})

test('wordpress: faults are answered as by a host, in HTML (wordpress.md §5)', async () => {
  const client = await openWordpress()
  const call = await client.as('anna')
  for (const [kind, status] of [
    ['transient', 503],
    ['rate_limited', 429],
  ] as const) {
    await client.control('POST', '/faults', { platform: 'wordpress', match: 'user', kind })
    const answer = await call('users/me')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      status,
      'text/html; charset=utf-8',
    ])
  }
  await client.control('PUT', '/settings', { wordpress_login_page: true })
  const { status, text } = await call('users/me')
  expect([status, text]).toEqual([200, expect.stringContaining('Log In')])
})
