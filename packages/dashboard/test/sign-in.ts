import type { TestApp } from '../../server/test/test-app.ts'

export const owner = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'a sentence that is easy to keep',
}

/** Signs the owner in with the link of the first start; returns the session's cookie. */
export async function signInOnce(testApp: TestApp): Promise<{ name: string; value: string }> {
  const token = new URLSearchParams(new URL(testApp.signInUrl).hash.slice(1)).get('token')
  const { email, name, password } = owner
  const answer = await testApp.call(
    'POST',
    '/v1/session/redeem',
    { token, password, email, name },
    { key: null, headers: { 'sec-fetch-site': 'same-origin' } },
  )
  const [pair] = (answer.headers.getSetCookie()[0] ?? '').split(';')
  const [cookie, value] = pair!.split('=')
  if (!cookie || !value) throw new Error(`not signed in: ${JSON.stringify(answer.body)}`)
  return { name: cookie, value }
}
