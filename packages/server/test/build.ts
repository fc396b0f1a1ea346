import type { PlatformValue } from '../src/core/networks.ts'
import type { GrantedAccount } from '../src/platforms/contract/platform.ts'
import { connectAccounts } from '../src/resources/accounts/connect.ts'
import type { Account } from '../src/schemas/account.ts'
import type { Profile } from '../src/schemas/profile.ts'
import type { TestApp } from './test-app.ts'

/** Creates a profile through the API; unique by default. */
export async function buildProfile(
  testApp: TestApp,
  input: {
    name?: string
    external_id?: string
    color?: string
    metadata?: Record<string, unknown>
  } = {},
): Promise<Profile> {
  const name = `Client ${testApp.nextNumber()}`
  const response = await testApp.call('POST', '/v1/profiles', { name, ...input })
  if (response.status >= 300) throw new Error(JSON.stringify(response.body))
  return response.body
}

/** Creates a key and returns its secret: a profile key with `profile_id`, an owner key without. */
export async function buildKey(
  testApp: TestApp,
  input: { profile_id?: string; scopes?: string[]; expires_at?: string } = {},
): Promise<string> {
  const response = await testApp.call('POST', '/v1/api-keys', { name: 'test', ...input })
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body.secret
}

/** Sends a request with the key; returns its ID in the request log. */
export async function sendRequest(testApp: TestApp, key: string): Promise<string> {
  const { headers } = await testApp.call('GET', '/v1/me', undefined, { key })
  return headers.get('x-request-id')!
}

/** An account as a platform login grants it; unique by default. */
export function grantedAccount(
  testApp: TestApp,
  input: Partial<GrantedAccount> = {},
): GrantedAccount {
  const number = testApp.nextNumber()
  return {
    platformAccountId: `1784140000000${number}`,
    platformUserIds: [`900${number}`],
    username: `user_${number}`,
    displayName: `User ${number}`,
    avatarUrl: null,
    profileUrl: null,
    accountType: null,
    granted: ['threads_basic', 'threads_content_publish'],
    missing: [],
    tokens: {
      access: `secret-token-${number}`,
      refresh: null,
      accessExpiresAt: null,
      refreshExpiresAt: null,
      issuedAt: '2026-11-21T09:00:00.000Z',
    },
    ...input,
  }
}

/** Stores a connected account as the connect flow does; creates its profile unless one is named. */
export async function buildAccount(
  testApp: TestApp,
  input: { profile_id?: string; platform?: PlatformValue; granted?: Partial<GrantedAccount> } = {},
): Promise<Account> {
  const profileId = input.profile_id ?? (await buildProfile(testApp)).id
  const outcome = await testApp.ctx.db.transact((tx) =>
    connectAccounts(testApp.ctx, tx, {
      ownerId: testApp.ownerId,
      profileId,
      platform: input.platform ?? 'threads',
      granted: [grantedAccount(testApp, input.granted)],
      metadata: {},
      now: testApp.clock.now(),
    }),
  )
  if ('refused' in outcome) throw new Error(outcome.refused)
  return outcome.accounts[0]!
}

/** Creates a webhook endpoint for all events, at an address where no server listens. */
export async function buildWebhook(
  testApp: TestApp,
  input: { url?: string; events?: string[]; profile_id?: string } = {},
): Promise<{ id: string; secret: string; url: string }> {
  const url = 'http://127.0.0.1:9/unreachable'
  const response = await testApp.call('POST', '/v1/webhooks', { url, events: ['*'], ...input })
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body
}
