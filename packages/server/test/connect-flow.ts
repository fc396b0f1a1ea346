import { expect } from 'vitest'
import type { Decision, Landing, openBrowser } from './client.ts'
import type { TestApp } from './test-app.ts'

/** The default return URL of test links, with a query. */
export const redirect = 'https://app.example.com/connected?from=mail&x=a%20b'

export const allow: Decision = { decision: 'allow', person: 'anna', account: 'anna.bakes' }
export const cancel: Decision = { decision: 'cancel', person: 'anna' }

/** Registers the origin of `redirect`, which links require. */
export async function registerOrigin(testApp: TestApp): Promise<void> {
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin: new URL(redirect).origin })
}

export type Link = { id: string; url: string }

/** Creates a connect link through the API. */
export async function buildLink(
  testApp: TestApp,
  profileId: string,
  input: Record<string, unknown> = {},
): Promise<Link> {
  const path = `/v1/profiles/${profileId}/connect-links`
  const response = await testApp.call('POST', path, { redirect_url: redirect, ...input })
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body
}

/** Opens the choice page after a login; returns its path and the ids of the pages. */
export async function openPages(
  browser: ReturnType<typeof openBrowser>,
  location: string,
): Promise<{ path: string; ids: string[] }> {
  const path = new URL(location, 'http://localhost:4000').pathname
  const { text } = await browser.visit('GET', path)
  const inputs = [...text.matchAll(/name="accounts" value="([^"]+)"/g)]
  return { path, ids: inputs.map((match) => match[1]!) }
}

/** Expects an error page without a redirect, and no connected account. */
export async function expectNotConnected(testApp: TestApp, landing: Landing): Promise<void> {
  expect(landing.status).toBeGreaterThanOrEqual(400)
  expect(landing.location).toBeNull()
  expect((await testApp.call('GET', '/v1/accounts')).body.data).toEqual([])
}
