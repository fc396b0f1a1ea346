import { describe, expect, test } from 'vitest'
import { platformApps } from './platform-apps.ts'

const facebook = { FACEBOOK_CLIENT_ID: '1', FACEBOOK_CLIENT_SECRET: 'around' }
const threads = { THREADS_CLIENT_ID: '2', THREADS_CLIENT_SECRET: 'own' }
const tiktok = { TIKTOK_CLIENT_ID: '3', TIKTOK_CLIENT_SECRET: 'key' }

describe('the secret of the enclosing Meta app', () => {
  test.each([
    ['is missing when no variable has it', { ...threads }, []],
    ['is that of Facebook', { ...threads, ...facebook }, ['around']],
    ['is META_APP_SECRET if set', { ...threads, ...facebook, META_APP_SECRET: 'meta' }, ['meta']],
  ])('%s', (_name, env, secrets) => {
    expect(platformApps(env).threads?.otherSecrets).toEqual(secrets)
  })

  test('is unused for Facebook and TikTok', () => {
    const apps = platformApps({ ...facebook, ...tiktok, META_APP_SECRET: 'meta' })
    expect(apps.facebook).not.toHaveProperty('otherSecrets')
    expect(apps.tiktok).not.toHaveProperty('otherSecrets')
  })
})

test('FACEBOOK_LOGIN_CONFIG_ID must be a number', () => {
  const appsWithConfig = (id: string) => platformApps({ ...facebook, FACEBOOK_LOGIN_CONFIG_ID: id })
  const variables = { FACEBOOK_LOGIN_CONFIG_ID: '1234567890' }
  expect(appsWithConfig('1234567890').facebook?.variables).toEqual(variables)
  expect(appsWithConfig('').facebook?.variables).toEqual({})
  expect(() => appsWithConfig('my configuration')).toThrow('FACEBOOK_LOGIN_CONFIG_ID')
  expect(platformApps({ ...threads, ...variables }).threads).not.toHaveProperty('variables')
})

test('the quotas of a day are those of the network, or what the operator was given', () => {
  const youtube = { YOUTUBE_CLIENT_ID: 'x.apps.googleusercontent.com', YOUTUBE_CLIENT_SECRET: 's' }
  expect(platformApps(youtube).youtube?.quotas).toEqual({ units: 10_000, uploads: 100 })
  const more = { ...youtube, YOUTUBE_UNITS_PER_DAY: '50000' }
  expect(platformApps(more).youtube?.quotas).toEqual({ units: 50_000, uploads: 100 })
  const wrong = { ...youtube, YOUTUBE_UPLOADS_PER_DAY: 'many' }
  expect(() => platformApps(wrong)).toThrow('YOUTUBE_UPLOADS_PER_DAY: It must be a whole number.')
})
