import { describe, expect, test } from 'vitest'
import { scriptedServers } from '../../../test/platforms/scripted.ts'
import { PlatformError } from '../contract/errors.ts'
import { siteOfAccount, wordpressConnect } from './connect.ts'

const host = 'bakery.example'
const redirectUri = 'https://postern.example.com/connect/callback/wordpress'
const link = (root: string) => ({ headers: { link: `<${root}>; rel="https://api.w.org/"` } })
const indexOf = (changes: object = {}) =>
  JSON.stringify({
    name: 'Bread &amp; Butter',
    namespaces: ['oembed/1.0', 'wp/v2'],
    authentication: {
      'application-passwords': {
        endpoints: { authorization: `https://${host}/wp-admin/authorize-application.php` },
      },
    },
    ...changes,
  })
const consentAt = (folder: string) => ({
  authentication: {
    'application-passwords': {
      endpoints: { authorization: `https://${host}${folder}/wp-admin/authorize-application.php` },
    },
  },
})
const user = {
  id: 7,
  name: 'Anna',
  slug: 'anna',
  link: `https://${host}/author/anna/`,
  avatar_urls: { 24: 'https://a.example/24', 96: 'https://a.example/96' },
  capabilities: { publish_posts: true, upload_files: true },
}
const site = {
  [`HEAD ${host}/`]: link(`https://${host}/wp-json/`),
  [`GET ${host}/wp-json/`]: indexOf(),
  [`GET ${host}/wp-json/wp/v2/users/me`]: JSON.stringify(user),
}

type Script = Parameters<typeof scriptedServers>[0]
const start = { redirectUri, state: 'the-state', server: host, reconnect: null, language: null }
const returned = { code: 'anna:secretpassword', iss: `https://${host}` }

function open(changes: Script = {}) {
  const { setup, requests } = scriptedServers({ ...site, ...changes })
  const ability = wordpressConnect(setup)
  const begin = (more: object = {}) => ability.begin({ ...start, ...more })
  const finish = async (more: object = {}) => {
    const { kept } = await begin()
    return await ability.finish({ ...returned, redirectUri, kept, ...more })
  }
  return { setup, requests, ability, begin, finish }
}

describe('beginning a login', () => {
  test('leads to the site’s own consent page, with the state in both addresses back', async () => {
    const { url } = await open().begin()
    expect(url.origin + url.pathname).toBe(`https://${host}/wp-admin/authorize-application.php`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      app_name: 'Postern',
      app_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      success_url: `${redirectUri}?state=the-state`,
      reject_url: `${redirectUri}?state=the-state&success=false`,
    })
  })

  test.each([
    ['its root', `${host}`],
    ['an address with a scheme', `https://${host}/`],
    ['the admin page', `https://${host}/wp-admin/options.php`],
    ['the login page', `${host}/wp-login.php?redirect_to=x`],
  ])('%s of a site is accepted', async (_name, server) => {
    expect((await open().begin({ server })).url.host).toBe(host)
  })

  test('every call is guarded as of a typed host', async () => {
    const { begin, requests } = open()
    await begin()
    expect(requests.map(({ guard }) => guard)).toEqual(['typed_host', 'typed_host'])
  })

  test('redirects are followed, the page names the root', async () => {
    const { begin } = open({
      'HEAD www.bakery.example/': { status: 301, headers: { location: `https://${host}/` } },
    })
    const { kept } = await begin({ server: 'www.bakery.example' })
    expect(kept).toMatchObject({ root: `https://${host}/wp-json/`, home: `https://${host}` })
  })

  test.each(['http://bakery.example/', 'https://10.0.0.7/', 'https://bakery.example:8443/'])(
    'a redirect to %s is not followed',
    async (location) => {
      const { begin } = open({ 'HEAD old.example/': { status: 302, headers: { location } } })
      const refused = begin({ server: 'old.example' })
      await expect(refused).rejects.toMatchObject({ reason: 'server_unknown' })
    },
  )

  test('endless redirects end', async () => {
    const again = { status: 302, headers: { location: 'https://bakery.example/' } }
    const { begin, requests } = open({ [`HEAD ${host}/`]: again })
    await expect(begin()).rejects.toMatchObject({ reason: 'server_unknown' })
    expect(requests).toHaveLength(4)
  })

  test('without the header the root is that of sites without pretty permalinks', async () => {
    const { begin } = open({ [`HEAD ${host}/`]: {}, [`GET ${host}/`]: indexOf() })
    expect((await begin()).kept).toMatchObject({ root: `https://${host}/?rest_route=/` })
  })

  test('a site in a folder keeps its folder', async () => {
    const { begin } = open({
      [`HEAD ${host}/blog/`]: link(`https://${host}/blog/wp-json/`),
      [`GET ${host}/blog/wp-json/`]: indexOf(consentAt('/blog')),
    })
    const { kept } = await begin({ server: `${host}/blog/` })
    expect(kept).toMatchObject({ home: `https://${host}/blog` })
  })

  test('the consent page of another folder of the host is refused, one below the site’s is not', async () => {
    const at = (folder: string) =>
      open({
        [`HEAD ${host}/~mallory/`]: link(`https://${host}/~mallory/wp-json/`),
        [`GET ${host}/~mallory/wp-json/`]: indexOf(consentAt(folder)),
      }).begin({ server: `${host}/~mallory/` })
    for (const folder of ['/~alice', '/~mallory2', '']) {
      await expect(at(folder)).rejects.toMatchObject({ reason: 'server_refused' })
    }
    expect((await at('/~mallory/wp')).kept).toMatchObject({ home: `https://${host}/~mallory` })
  })

  test('a root with another name is not used, as its folder could be that of another site', async () => {
    const { begin } = open({
      [`HEAD ${host}/~mallory/`]: link(`https://${host}/~mallory`),
      [`GET ${host}/~mallory/`]: indexOf(consentAt('/~mallory')),
    })
    const { kept } = await begin({ server: `${host}/~mallory/` })
    expect(kept).toMatchObject({ root: `https://${host}/~mallory/?rest_route=/` })
  })

  test.each([
    ['no WordPress', { status: 404, text: '<h1>Not found</h1>' }, 'server_unknown'],
    ['a page with 200', '<h1>Log in</h1>', 'server_unknown'],
    ['another API', indexOf({ namespaces: ['oembed/1.0'] }), 'server_unknown'],
    ['no answer', new PlatformError('unavailable'), 'server_unknown'],
    ['a closed API', { status: 401, text: '{"code":"rest_not_logged_in"}' }, 'server_refused'],
    ['no application passwords', indexOf({ authentication: [] }), 'server_refused'],
    [
      'a consent page of another host',
      indexOf({
        authentication: {
          'application-passwords': { endpoints: { authorization: 'https://evil.example/' } },
        },
      }),
      'server_refused',
    ],
  ])('%s is refused', async (_name, answer, reason) => {
    await expect(open({ [`GET ${host}/wp-json/`]: answer }).begin()).rejects.toMatchObject({
      reason,
    })
  })

  test('a root at a private address is refused without a call', async () => {
    const { begin, requests } = open({ [`HEAD ${host}/`]: link('http://10.0.0.7/wp-json/') })
    await expect(begin()).rejects.toMatchObject({ reason: 'server_unknown' })
    expect(requests).toHaveLength(1)
  })

  test('the home that a site claims elsewhere does not count', async () => {
    const { begin } = open({ [`GET ${host}/wp-json/`]: indexOf({ home: 'https://other.example' }) })
    expect((await begin()).kept).toMatchObject({ home: `https://${host}` })
  })
})

describe('the return', () => {
  const read = (query: string) => open().ability.readReturn(new URLSearchParams(query))
  const query = `site_url=https%3A%2F%2F${host}&user_login=anna&password=abcd+EFGH+1234`

  test('has the login and the password without spaces', () => {
    expect(read(query)).toEqual({ code: 'anna:abcdEFGH1234', iss: `https://${host}` })
  })

  test.each([
    ['a refusal', 'success=false', 'access_denied'],
    ['application passwords that are off', 'success=false&error=disabled', 'failed'],
    ['no password', `site_url=https://${host}&user_login=anna`, 'failed'],
    ['a second site', `${query}&site_url=https://evil.example`, 'failed'],
    ['a second password', `${query}&password=another`, 'failed'],
  ])('%s', (_name, text, refused) => {
    expect(read(text)).toEqual({ refused })
  })
})

describe('finishing a login', () => {
  test('reads the user with the password', async () => {
    const { finish, requests } = open()
    const { accounts } = await finish()
    expect(accounts).toMatchObject([
      {
        platformAccountId: `${host}/7`,
        username: `anna@${host}`,
        displayName: 'Bread & Butter',
        avatarUrl: 'https://a.example/96',
        profileUrl: `https://${host}/author/anna/`,
        granted: ['publish_posts', 'upload_files'],
        facts: { server: host },
      },
    ])
    const basic = `Basic ${Buffer.from(returned.code).toString('base64')}`
    expect(requests.at(-1)!.headers!.authorization).toBe(basic)
    expect(requests.at(-1)!.guard).toBe('chosen_host')
  })

  test.each([
    ['another host', { iss: 'https://evil.example' }],
    ['a host that begins with it', { iss: `https://${host}.evil.example` }],
    ['another port', { iss: `https://${host}:8443` }],
    ['no site', { iss: null }],
    ['another callback', { redirectUri: `${redirectUri}/x` }],
    ['no password', { code: 'anna' }],
  ])('%s is refused, and the password is sent nowhere', async (_name, more) => {
    const { finish, requests } = open()
    await expect(finish(more)).rejects.toMatchObject({ kind: 'rejected' })
    expect(requests.filter(({ headers }) => headers?.authorization)).toEqual([])
  })

  test.each([
    ['', false],
    ['/~alice', false],
    ['/~mallory2', false],
    ['/~mallory', true],
    ['/~mallory/', true],
    ['/~mallory/wp', true],
  ])('the password of %s/ is sent to a site in /~mallory/: %s', async (folder, isSent) => {
    const { begin, ability, requests } = open({
      [`HEAD ${host}/~mallory/`]: link(`https://${host}/~mallory/wp-json/`),
      [`GET ${host}/~mallory/wp-json/`]: indexOf(consentAt('/~mallory')),
      [`GET ${host}/~mallory/wp-json/wp/v2/users/me`]: JSON.stringify(user),
    })
    const { kept } = await begin({ server: `${host}/~mallory/` })
    const iss = `https://${host}${folder}`
    await ability.finish({ ...returned, iss, redirectUri, kept }).catch(() => null)
    expect(requests.filter(({ headers }) => headers?.authorization)).toHaveLength(isSent ? 1 : 0)
  })

  test('a site that sees no login is refused with a reason', async () => {
    const text = '{"code":"rest_not_logged_in","message":"…"}'
    const { finish } = open({ [`GET ${host}/wp-json/wp/v2/users/me`]: { status: 401, text } })
    await expect(finish()).rejects.toMatchObject({ reason: 'server_refused' })
  })

  test('a contributor lacks permissions', async () => {
    const text = JSON.stringify({ ...user, capabilities: { edit_posts: true } })
    const { finish } = open({ [`GET ${host}/wp-json/wp/v2/users/me`]: text })
    await expect(finish()).rejects.toMatchObject({
      kind: 'permission_missing',
      missing: ['publish_posts', 'upload_files'],
    })
  })
})

test.each([
  ['bakery.example/7', 'https://bakery.example'],
  ['bakery.example/shop/7', 'https://bakery.example/shop'],
  ['blog.localhost:4100/7', 'http://blog.localhost:4100'],
])('the account %s is at %s', (platformAccountId, expected) => {
  const isTrusted = (origin: string) => origin === 'http://blog.localhost:4100'
  expect(siteOfAccount({ platformAccountId }, isTrusted)).toBe(expected)
})
