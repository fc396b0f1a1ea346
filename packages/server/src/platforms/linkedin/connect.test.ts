import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  openPlatformFixture,
  type PlatformFixture,
} from '../../../test/platforms/conformance-fixture.ts'
import { connectCases } from '../../../test/platforms/connect-cases.ts'
import { scriptedSetup } from '../../../test/platforms/scripted.ts'
import { linkedinConnect } from './connect.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const linkedin = connectCases.find(({ value }) => value === 'linkedin')!
const login = { redirectUri: 'https://app.example/cb', state: 's', server: null, reconnect: null }
const finishing = { code: 'the-code', iss: null, redirectUri: login.redirectUri, kept: null }
let fixture: PlatformFixture

beforeAll(async () => {
  fixture = await openPlatformFixture(start)
})
afterAll(() => fixture.close())
beforeEach(() => fixture.reset())

const finish = (code: string) => fixture.finish('linkedin', code)

test('a page without a role that may publish is refused, the person and the others are offered', async () => {
  const grant = await finish(await fixture.allow(linkedin))
  expect(grant.refused).toEqual([
    {
      platformAccountId: 'urn:li:organization:2414003',
      displayName: 'Old Town Market',
      reason: 'permission_missing',
    },
  ])
  expect(grant.accounts.map(({ tokens }) => tokens.access)).toEqual(
    Array(3).fill(grant.accounts[0]!.tokens.access),
  )
})

test('pages behind short pages of the list are found', async () => {
  await fixture.control('PUT', '/settings', { linkedin_page_size: 1 })
  const { accounts } = await finish(await fixture.allow(linkedin))
  expect(accounts).toHaveLength(3)
})

test('a person without pages is the only account', async () => {
  const code = await fixture.allow(linkedin)
  for (const page of ['2414001', '2414002', '2414003']) {
    const { data } = (await fixture.control('GET', '/grants')) as { data: { id: string }[] }
    const body = { page: `urn:li:organization:${page}` }
    await fixture.control('POST', `/grants/${data[0]!.id}/remove-page-role`, body)
  }
  const grant = await finish(code)
  expect(grant.accounts.map(({ accountType }) => accountType)).toEqual(['person'])
  expect(grant).toMatchObject({ refused: [], choose: true })
})

test.each([
  ['w_organization_social', 'permission_missing'],
  ['r_basicprofile', 'permission_missing'],
])('a grant without %s is %s', async (permission, kind) => {
  const code = await fixture.allow(linkedin)
  const { data } = (await fixture.control('GET', '/grants')) as { data: { id: string }[] }
  await fixture.control('POST', `/grants/${data[0]!.id}/remove-permission`, { permission })
  await expect(finish(code)).rejects.toMatchObject({ kind, missing: [permission] })
})

test('a second login with the same permissions leaves the first one valid', async () => {
  const first = await finish(await fixture.allow(linkedin))
  await finish(await fixture.allow(linkedin))
  await fixture.platforms.get('linkedin')!.tokens!.probe(first.accounts[0]!.tokens)
})

test('a version of the API that ended is no fault of the person', async () => {
  await fixture.control('PUT', '/settings', { linkedin_versions_end: true })
  await fixture.control('POST', '/clock', { advance_seconds: 240 * 86_400 })
  await expect(finish(await fixture.allow(linkedin))).rejects.toMatchObject({
    kind: 'unavailable',
    platformCode: 'NONEXISTENT_VERSION',
    platformMessage: 'Requested version 202607 is not active',
  })
})

test.each(['user_cancelled_login', 'user_cancelled_authorize'])('%s is a cancel', (error) => {
  const { readReturn } = fixture.platforms.get('linkedin')!.connect
  expect(readReturn(new URLSearchParams({ error }))).toEqual({ refused: 'access_denied' })
  const scope = new URLSearchParams({ error: 'unauthorized_scope_error' })
  expect(readReturn(scope)).toEqual({ refused: 'failed' })
})

describe('an app for people only', () => {
  const shareSetup = (script: Parameters<typeof scriptedSetup>[0]) => {
    const { setup, requests } = scriptedSetup(script)
    const variables = { LINKEDIN_PRODUCT: 'share' }
    return { setup: { ...setup, app: { ...setup.app, variables } }, requests }
  }
  const token = {
    access_token: 'the-access',
    expires_in: 5_184_000,
    scope: 'openid profile w_member_social',
  }
  const userinfo = { sub: '782bbtaQ', name: 'Eddy Wu', picture: 'https://media.licdn.com/1' }

  test('asks for its own permissions and offers the person, without a choice', async () => {
    const { setup } = shareSetup({
      'POST /oauth/v2/accessToken': JSON.stringify(token),
      'GET /v2/userinfo': JSON.stringify(userinfo),
    })
    const connect = linkedinConnect(setup)
    const { url } = await connect.begin({ ...login, language: null })
    expect(url.searchParams.get('scope')).toBe('w_member_social openid profile')
    expect(await connect.finish(finishing)).toMatchObject({
      choose: false,
      refused: [],
      accounts: [
        {
          platformAccountId: 'urn:li:person:782bbtaQ',
          username: 'Eddy Wu',
          profileUrl: null,
          missing: [],
        },
      ],
    })
  })

  test('a new token that is refused as revoked is tried again four times', async () => {
    const refusal = { status: 401, text: '{"serviceErrorCode":65601,"message":"revoked"}' }
    const { setup, requests } = shareSetup({
      'POST /oauth/v2/accessToken': JSON.stringify(token),
      'GET /v2/userinfo': refusal,
    })
    const waits: number[] = []
    const connect = linkedinConnect(setup, async (ms) => waits.push(ms))
    await expect(connect.finish(finishing)).rejects.toMatchObject({ kind: 'access_expired' })
    expect(waits).toEqual([1_000, 3_000, 6_000, 10_000])
    expect(requests.filter(({ url }) => url.pathname === '/v2/userinfo')).toHaveLength(5)
  })
})
