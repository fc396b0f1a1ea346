import { expect } from 'vitest'
import type { Decision, Landing, openBrowser } from './client.ts'
import type { TestApp } from './test-app.ts'

/** Where clients are sent back to unless a link says otherwise; the query is the owner's own. */
export const redirect = 'https://app.example.com/connected?from=mail&x=a%20b'

export const allow: Decision = { decision: 'allow', person: 'anna', account: 'anna.bakes' }
export const cancel: Decision = { decision: 'cancel', person: 'anna' }

/** Without it no link may send anybody to `redirect`. */
export async function registerOrigin(testApp: TestApp): Promise<void> {
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin: new URL(redirect).origin })
}

export type Link = { id: string; url: string }

/** A connect link made through the API. */
export async function buildLink(
  testApp: TestApp,
  profileId: string,
  input: Record<string, unknown> = {},
): Promise<Link> {
  const path = `/v1/profiles/${profileId}/connect-links`
  const answer = await testApp.call('POST', path, { redirect_url: redirect, ...input })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

/** What a browser that logged in may choose among: the ids of the pages, and where it says which. */
export async function openPages(
  browser: ReturnType<typeof openBrowser>,
  location: string,
): Promise<{ path: string; ids: string[] }> {
  const path = new URL(location, 'http://localhost:4000').pathname
  const { text } = await browser.visit('GET', path)
  const inputs = [...text.matchAll(/name="accounts" value="(\d+)"/g)]
  return { path, ids: inputs.map((match) => match[1]!) }
}

/** Nothing came of it: the client stays here, and nobody is connected. */
export async function expectNobody(testApp: TestApp, landing: Landing): Promise<void> {
  expect(landing.status).toBeGreaterThanOrEqual(400)
  expect(landing.location).toBeNull()
  expect((await testApp.call('GET', '/v1/accounts')).body.data).toEqual([])
}
