import { expect, test } from 'vitest'
import { providerSettings } from './sign-in-settings.ts'

const env = {
  OIDC_ISSUER: 'https://id.example.com/realms/agency',
  OIDC_CLIENT_ID: 'postern',
  OIDC_CLIENT_SECRET: 'secret',
}

test('the provider is named after its host unless OIDC_LABEL is set', () => {
  expect(providerSettings(env)?.label).toBe('id.example.com')
  expect(providerSettings({ ...env, OIDC_LABEL: 'Agency' })?.label).toBe('Agency')
  expect(providerSettings({})).toBeNull()
})

test.each([
  [{ OIDC_ISSUER: env.OIDC_ISSUER }, 'must be set together'],
  [{ OIDC_CLIENT_SECRET: 'x' }, 'must be set together'],
  [{ ...env, OIDC_ISSUER: 'http://id.example.com' }, 'OIDC_ISSUER'],
  [{ ...env, OIDC_ISSUER: 'https://id.example.com/?realm=a' }, 'OIDC_ISSUER'],
  [{ ...env, OIDC_ISSUER: 'id.example.com' }, 'OIDC_ISSUER'],
  [{ ...env, OIDC_LABEL: 'x'.repeat(41) }, 'OIDC_LABEL'],
  [{ ...env, OIDC_TRUST_EMAIL: 'yes' }, 'OIDC_TRUST_EMAIL'],
  [{ PASSWORD_SIGN_IN: 'off' }, 'needs OIDC_ISSUER'],
] as [Record<string, string>, string][])('%j is refused: %s', (values, message) => {
  expect(() => providerSettings(values)).toThrow(message)
})

test('http is accepted on this machine only', () => {
  const local = { ...env, OIDC_ISSUER: 'http://localhost:8080/realms/agency' }
  expect(providerSettings(local)?.issuer).toBe(local.OIDC_ISSUER)
})
