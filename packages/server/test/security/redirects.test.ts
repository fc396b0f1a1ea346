import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/app.ts'
import { buildProfile } from '../build.ts'
import { type Decision, openBrowser } from '../client.ts'
import { useTestApp } from '../test-app.ts'
import { foreignAddresses, lookalikes } from './addresses.ts'
import { addressesIn, ask, base, pages, pagesOf, partsOf, pathOf } from './pages.ts'

const source = join(import.meta.dirname, '..', '..', 'src')
const cancel: Decision = { decision: 'cancel', person: 'anna' }
const everyAddress = Object.entries({ ...foreignAddresses, ...lookalikes })

const testApp = useTestApp({ poolMax: 10 })
let profileId: string

beforeAll(async () => {
  profileId = (await buildProfile(testApp)).id
  await register('https://app.example.com')
  await register('http://localhost:3000')
})

async function register(origin: string): Promise<string> {
  const { body } = await testApp.call('POST', '/v1/connect/redirect-origins', { origin })
  return body.id
}

const makeLink = (redirect_url: string, more: object = {}) =>
  testApp.call('POST', `/v1/profiles/${profileId}/connect-links`, { redirect_url, ...more })

describe('everything that can redirect a browser', () => {
  test('every page is listed in pages.ts', () => {
    expect(Object.keys(pages).sort()).toEqual(pagesOf(testApp).sort())
  })

  test('redirects exist only in four files', () => {
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => ({ file, text: readFileSync(join(source, file), 'utf8') }))
    const count = (text: string) =>
      [
        ...text.matchAll(
          /\.redirect\(|Response\.redirect|(?<!get\()'location'|\blocation:(?! (?:string|'path'))/gi,
        ),
      ].length
    const found = files.map(({ file, text }) => [file, count(text)] as const)
    expect(Object.fromEntries(found.filter(([, times]) => times > 0))).toEqual({
      'pages/approval.ts': 1,
      'pages/connect.ts': 6,
      'pages/invitation.ts': 2,
      'pages/dashboard.ts': 1,
      'pages/sign-in.ts': 4,
    })
  })

  test('no API operation declares a redirect', () => {
    const statuses = routes.flatMap(({ responses }) => Object.keys(responses).map(Number))
    expect(statuses.filter((status) => status >= 300)).toEqual([])
  })
})

describe('no request makes a page link or redirect to another site', () => {
  const names =
    'next return return_to returnUrl redirect redirect_url redirect_uri continue url to target dest state code error logo_url privacy_url'
  const headersOf = (address: string): Record<string, string> => {
    const plain = encodeURI(address)
    return {
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'javascript',
      'x-forwarded-prefix': plain,
      'x-original-url': plain,
      'x-rewrite-url': plain,
      referer: 'https://evil.test/',
    }
  }

  test.each(Object.keys(pages))('%s', async (name) => {
    const { method, pattern } = partsOf(name)
    const here = base(testApp)
    for (const [what, address] of everyAddress) {
      const encoded = encodeURIComponent(address)
      const query = names.split(' ').map((each) => `${each}=${encoded}`)
      const paths = [
        `${pathOf(pattern, encoded)}?${query.join('&')}`,
        `${pathOf(pattern, 'threads')}?${query.join('&')}`,
        // Also unencoded, as some clients send it.
        pathOf(pattern, address.replaceAll(/[\s?#\\]/g, '')),
      ]
      for (const path of paths) {
        const requestOptions = { headers: headersOf(address), body: query.join('&') }
        const response = await ask(testApp, method, path, requestOptions)
        const leads = response.status >= 300 && response.status < 400 && response.status !== 304
        if (leads) {
          if (path.includes('?')) expect(pages[name]?.leads, path).not.toBe('nowhere')
          expect(new URL(response.location!, here).origin, `${what} ${path}`).toBe(here.origin)
        }
        expect(response.headers.get('refresh')).toBeNull()
        const isHtml = response.headers.get('content-type')?.startsWith('text/html')
        const led = isHtml ? addressesIn(response.text) : []
        expect(
          led.filter((each) => each.includes('evil.test')),
          `${what} ${path}`,
        ).toEqual([])
      }
    }
  })

  test('a path that starts with two slashes does not redirect to another host', async () => {
    for (const path of ['//evil.test', '//evil.test/dashboard', '/\\evil.test/dashboard']) {
      const response = await testApp.app.request(`${base(testApp).origin}${path}`)
      const location = response.headers.get('location') ?? '/'
      expect(new URL(location, base(testApp)).origin).toBe(base(testApp).origin)
    }
  })
})

describe('the redirect_url of a connect link', () => {
  test.each(everyAddress)(
    '%s is refused or leads to a registered origin',
    async (_what, address) => {
      const { status, body } = await makeLink(address)
      if (status === 400) {
        expect(body.error.param).toBe('redirect_url')
        return
      }
      expect(status).toBe(201)
      const back = await openBrowser(testApp).login(body.url, 'threads', cancel)
      expect(['https://app.example.com', 'http://localhost:3000']).toContain(
        new URL(back.location!).origin,
      )
    },
  )

  test.each(Object.entries(lookalikes))(
    '%s is refused as another origin than the registered one',
    async (_what, address) => {
      expect((await makeLink(address)).status).toBe(400)
    },
  )

  test.each(everyAddress)(
    '%s in the path of a registered origin stays at that origin',
    async (_what, address) => {
      const { status, body } = await makeLink(`https://app.example.com/${address}`)
      if (status === 400) return
      const back = await openBrowser(testApp).login(body.url, 'threads', cancel)
      expect(new URL(back.location!).origin).toBe('https://app.example.com')
    },
  )

  test.each(everyAddress)(
    '%s is registered only if it is an https or loopback origin',
    async (_what, address) => {
      const { status, body } = await testApp.call('POST', '/v1/connect/redirect-origins', {
        origin: address,
      })
      if (status === 400) return
      expect(new URL(body.origin).protocol).toMatch(/^https:$|^http:$/)
      expect(new URL(body.origin).origin).toBe(body.origin)
      if (body.origin.startsWith('http:')) {
        expect(['localhost', '127.0.0.1', '[::1]']).toContain(new URL(body.origin).hostname)
      }
      await testApp.call('DELETE', `/v1/connect/redirect-origins/${body.id}`)
    },
  )

  test.each([
    'x&status=connected&account_ids=acc_1',
    'x#status=connected',
    'x\r\nSet-Cookie: a=b',
    'x\u0000'.slice(0, 1),
    '"><script>alert(1)</script>',
    '%26status%3Dconnected',
    'ü 😀 + %',
  ])('a state of %j is returned unchanged and adds no parameter', async (state) => {
    const { body } = await makeLink('https://app.example.com/back?a=1#part', { state })
    const back = await openBrowser(testApp).login(body.url, 'threads', cancel)
    const url = new URL(back.location!)
    expect([...url.searchParams.keys()]).toEqual(['a', 'status', 'error', 'state'])
    expect(url.searchParams.get('state')).toBe(state)
    expect(url.hash).toBe('#part')
  })
})

describe('after a redirect origin is removed', () => {
  async function removedLink() {
    const id = await register('https://gone.example.com')
    const { body } = await makeLink('https://gone.example.com/back')
    const remove = () => testApp.call('DELETE', `/v1/connect/redirect-origins/${id}`)
    return { link: body as { id: string; url: string }, remove }
  }
  const pathTo = (link: { url: string }) => new URL(link.url).pathname

  test('its links are revoked and their pages do not link to it', async () => {
    const { link, remove } = await removedLink()
    expect((await remove()).status).toBe(200)
    const page = await ask(testApp, 'GET', pathTo(link))
    expect([page.status, page.text.includes('gone.example.com')]).toEqual([410, false])
    expect((await testApp.call('GET', `/v1/connect-links/${link.id}`)).body.status).toBe('revoked')
  })

  test('the page of an expired link does not link to it', async () => {
    const { link, remove } = await removedLink()
    testApp.clock.advance(31 * 60_000)
    expect((await ask(testApp, 'GET', pathTo(link))).text).toContain('gone.example.com')
    await remove()
    expect((await ask(testApp, 'GET', pathTo(link))).text).not.toContain('gone.example.com')
  })

  test.each(['allow', 'cancel'] as const)(
    'a login in progress ends without a redirect when the client chooses %s',
    async (decision) => {
      const { link, remove } = await removedLink()
      const browser = openBrowser(testApp)
      const who = decision === 'allow' ? { account: 'anna.bakes' } : {}
      const back = await browser.decide(await browser.begin(link.url, 'threads'), {
        decision,
        person: 'anna',
        ...who,
      })
      await remove()
      const landing = await browser.visit('GET', back)
      expect([landing.status, landing.location]).toEqual([410, null])
      const { body } = await testApp.call('GET', '/v1/accounts')
      expect(body.data).toEqual([])
    },
  )

  test('a page selection in progress ends without a redirect', async () => {
    const { link, remove } = await removedLink()
    const browser = openBrowser(testApp)
    const who: Decision = { decision: 'allow', person: 'anna' }
    const { location } = await browser.login(link.url, 'facebook', who)
    await remove()
    for (const form of [{ accounts: ['1'] }, { do: 'cancel' }]) {
      const landing = await browser.visit('POST', new URL(location!, base(testApp)).pathname, form)
      expect(landing.location ?? '').not.toContain('gone.example.com')
    }
  })

  test('links to other origins stay valid', async () => {
    const { remove } = await removedLink()
    const similar = await register('https://gone.example.com.evil.test')
    const { body } = await makeLink('https://gone.example.com.evil.test/')
    await remove()
    expect((await ask(testApp, 'GET', pathTo(body))).status).toBe(200)
    await testApp.call('DELETE', `/v1/connect/redirect-origins/${similar}`)
  })

  test('a link created concurrently is refused or revoked', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await register('https://race.example.com')
      const [, ...created] = await Promise.all([
        testApp.call('DELETE', `/v1/connect/redirect-origins/${id}`),
        ...[1, 2, 3, 4].map(() => makeLink('https://race.example.com/')),
      ])
      for (const { status, body } of created) {
        if (status === 400) continue
        const link = await testApp.call('GET', `/v1/connect-links/${body.id}`)
        expect(link.body.status).toBe('revoked')
      }
    }
  })
})
