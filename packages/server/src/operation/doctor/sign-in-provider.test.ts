import { expect, onTestFinished, test } from 'vitest'
import { openIdentityProvider, providerEnv } from '../../../test/identity-provider.ts'
import { openTestApp, type TestAppOptions } from '../../../test/test-app.ts'
import { checkSignInProvider } from './sign-in-provider.ts'

async function check(env: TestAppOptions['env'] = {}) {
  const testApp = await openTestApp({ env })
  onTestFinished(() => testApp.close())
  const { publicUrl } = testApp.ctx.config
  const redirectUri = `Redirect URI to register there: ${publicUrl}/sign-in/provider/callback`
  return { findings: await checkSignInProvider(testApp.ctx), redirectUri }
}

async function openProvider() {
  const provider = await openIdentityProvider()
  onTestFinished(() => provider.close())
  provider.allow('http://localhost:4000')
  return provider
}

test('a provider that names the configured issuer is ok, with the redirect URI', async () => {
  const { issuer } = await openProvider()
  const { findings, redirectUri } = await check(providerEnv(issuer))
  expect(findings).toEqual([
    {
      check: 'sign-in provider',
      level: 'ok',
      text: `Example ID responds as ${issuer}`,
      advice: [redirectUri],
    },
  ])
})

test('a provider that names another issuer is a problem', async () => {
  const { issuer } = await openProvider()
  const { findings, redirectUri } = await check(
    providerEnv(issuer.replace('127.0.0.1', 'localhost')),
  )
  expect(findings).toMatchObject([
    {
      level: 'problem',
      text: expect.stringContaining('issuer'),
      advice: [expect.any(String), redirectUri],
    },
  ])
})

test('a provider that does not respond is a problem', async () => {
  const provider = await openProvider()
  await provider.close()
  const { findings } = await check(providerEnv(provider.issuer))
  expect(findings).toMatchObject([
    { level: 'problem', text: expect.stringContaining('members cannot sign in with Example ID') },
  ])
})

test('without a provider there is no finding', async () => {
  expect((await check()).findings).toEqual([])
})
