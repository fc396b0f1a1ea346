import { expect, test } from 'vitest'
import { scriptedSetup } from '../../../test/platforms/scripted.ts'
import type { Tokens } from '../contract/tokens.ts'
import { linkedinTokens } from './tokens.ts'

const now = '2026-11-21T09:00:00.000Z'
const tokens: Tokens = {
  access: 'old-access',
  refresh: 'the-refresh',
  accessExpiresAt: '2026-12-01T00:00:00.000Z',
  refreshExpiresAt: '2027-09-01T00:00:00.000Z',
  issuedAt: '2026-10-02T00:00:00.000Z',
}

function abilityWith(script: Parameters<typeof scriptedSetup>[0], variables = {}) {
  const { setup, requests } = scriptedSetup(script)
  const app = { ...setup.app, variables }
  return { ability: linkedinTokens({ ...setup, app }), requests }
}
const partner = { LINKEDIN_REFRESH_TOKENS: 'yes' }
const path = 'POST /oauth/v2/accessToken'

test('without refresh tokens, only a new login extends the access', () => {
  const { ability } = abilityWith({})
  expect(ability.refresh).toBeUndefined()
  expect(ability.refreshDueAt(tokens)).toBeNull()
})

test('with refresh tokens, a refresh is due a week before the end', () => {
  const { ability } = abilityWith({}, partner)
  expect(ability.refreshDueAt(tokens)).toEqual(new Date('2026-11-24T00:00:00.000Z'))
  expect(ability.refreshDueAt({ ...tokens, refresh: null })).toBeNull()
})

test('a refresh does not extend the end of the refresh token', async () => {
  const response = {
    access_token: 'new-access',
    expires_in: 5_184_000,
    refresh_token: 'the-refresh',
    // Documented in minutes, although the text says seconds (linkedin.md §1.2).
    refresh_token_expires_in: 525_600,
  }
  const { ability } = abilityWith({ [path]: JSON.stringify(response) }, partner)
  expect(await ability.refresh!(tokens)).toEqual({
    access: 'new-access',
    refresh: 'the-refresh',
    accessExpiresAt: '2027-01-20T09:00:00.000Z',
    refreshExpiresAt: tokens.refreshExpiresAt,
    issuedAt: now,
  })
})

test('a refused refresh ends the access, a refused app does not', async () => {
  const refusal = (status: number, error: string) => ({
    [path]: { status, text: JSON.stringify({ error, error_description: 'refused' }) },
  })
  const refused = abilityWith(refusal(400, 'invalid_request'), partner).ability.refresh!(tokens)
  await expect(refused).rejects.toMatchObject({ kind: 'access_expired', reason: 'token_revoked' })
  const app = abilityWith(refusal(401, 'invalid_client'), partner).ability.refresh!(tokens)
  await expect(app).rejects.toMatchObject({ kind: 'unavailable' })
})

test('a refresh token after its end is not sent', async () => {
  const { ability, requests } = abilityWith({}, partner)
  const ended = { ...tokens, refreshExpiresAt: now }
  await expect(ability.refresh!(ended)).rejects.toMatchObject({ reason: 'token_expired' })
  expect(requests).toEqual([])
})

test.each([
  [{ active: false, status: 'expired' }, 'token_expired'],
  [{ active: false, status: 'revoked' }, 'token_revoked'],
  [{ active: false }, 'token_revoked'],
])('introspection %o has the reason %s', async (body, reason) => {
  const { ability } = abilityWith({ 'POST /oauth/v2/introspectToken': JSON.stringify(body) })
  await expect(ability.probe(tokens)).rejects.toMatchObject({ kind: 'access_expired', reason })
})

test('the granted permissions are those that introspection names', async () => {
  const scope = 'r_basicprofile,w_organization_social'
  const body = JSON.stringify({ active: true, scope })
  const { ability } = abilityWith({ 'POST /oauth/v2/introspectToken': body })
  expect(await ability.readGranted!(tokens)).toEqual(['w_organization_social', 'r_basicprofile'])
})
