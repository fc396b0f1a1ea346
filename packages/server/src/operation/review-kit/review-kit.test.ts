import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import type { PlatformValue } from '../../core/networks.ts'
import { platformDefinition, platformDefinitions } from '../../platforms/registry.ts'
import { webhookVerifyTokens } from '../../resources/comments/sync/inbound.ts'
import { findMissing, type Installation, isPublic, type ReviewedPlatform } from './installation.ts'
import { hasReviewKit, writeReviewKit } from './review-kit.ts'
import { screencastOf, settingsOf } from './texts.ts'

const publicUrl = 'https://social.agency.example'
const testApp = useTestApp({ env: { PUBLIC_URL: publicUrl } })
const reviewed = platformDefinitions.filter((each): each is ReviewedPlatform => !!each.review)
const threads = platformDefinition('threads') as ReviewedPlatform

const complete: Installation = {
  publicUrl,
  brandName: 'Bergmann Agency',
  hasLogo: true,
  supportEmail: 'help@agency.example',
  privacyUrl: `${publicUrl}/privacy`,
  clientId: '1234567890123456',
  isSecondFactorRequired: false,
}

async function write(platform: ReviewedPlatform, invitationUrl: string | null = null) {
  const folder = mkdtempSync(join(tmpdir(), 'review-kit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { id: ownerId } = await testApp.ctx.db.query
    .selectFrom('owner')
    .select('id')
    .executeTakeFirstOrThrow()
  const takePictures = async () => 'No pictures.'
  await writeReviewKit(testApp.ctx, platform, { folder, ownerId, invitationUrl, takePictures })
  const files = readdirSync(folder)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  return { folder, files, read, text: files.map(read).join('\n') }
}

test.each(reviewed)('the kit of $value is whole and contains no secret', async (platform) => {
  const { files, text } = await write(platform)
  expect(files.sort()).toEqual([
    '1-settings.md',
    '2-permissions.md',
    '3-test-instructions.md',
    '4-screencast.md',
    'README.md',
  ])
  expect(text).not.toMatch(/undefined|null|\[object|\.\.(?!\.)|“”/)
  expect(text).toContain(`${publicUrl}/connect/callback/${platform.value}`)
  for (const { scope } of platform.permissions) expect(text).toContain(`## ${scope}\n`)
  const { platforms, keyring } = testApp.ctx.config
  const secrets = [
    ...webhookVerifyTokens(keyring, platform.value),
    platforms[platform.value as keyof typeof platforms]!.clientSecret,
  ]
  for (const secret of secrets) expect(text).not.toContain(secret)
})

test('the kit takes name, email and policy from the brand, and the link from the invitation', async () => {
  await testApp.call('PATCH', '/v1/connect/settings', {
    brand_name: 'Bergmann Agency',
    support_email: 'help@agency.example',
    privacy_url: 'https://agency.example/privacy',
  })
  const { folder, read } = await write(threads, `${publicUrl}/invite/token`)
  expect(read('1-settings.md')).toContain('| Display name | `Bergmann Agency` |')
  expect(read('1-settings.md')).toContain(
    '| Privacy policy URL | `https://agency.example/privacy` |',
  )
  const instructions = read('3-test-instructions.md')
  expect(instructions).toContain('Bergmann Agency is a web application')
  expect(instructions).toContain(`Invitation to connect an account: ${publicUrl}/invite/token`)
  expect(instructions).toContain('help@agency.example')
  // The sandbox's app is not one that can be reviewed.
  expect(read('README.md')).toContain('`THREADS_CLIENT_ID`')
  expect(hasReviewKit(folder)).toBe(true)
})

test('without a policy of the owner, the page of the installation is entered', () => {
  expect(settingsOf(threads, { ...complete, privacyUrl: null })).toContain(
    `| Privacy policy URL | \`${publicUrl}/privacy\` |`,
  )
})

test.each<[string, Partial<Installation>, RegExp]>([
  ['a local address', { publicUrl: 'http://localhost:4000' }, /PUBLIC_URL/],
  ['no app', { clientId: null }, /THREADS_CLIENT_ID/],
  ['no name', { brandName: null }, /no name/],
  ['no logo', { hasLogo: false }, /no logo/],
  ['no email', { supportEmail: null }, /support email/],
  ['no policy', { privacyUrl: null }, /privacy policy URL/],
  ['a second factor for everyone', { isSecondFactorRequired: true }, /second factor/],
])('%s is the one thing missing', (_, change, expected) => {
  expect(findMissing(threads, complete)).toEqual([])
  const missing = findMissing(threads, { ...complete, ...change })
  expect(missing).toHaveLength(1)
  expect(missing[0]).toMatch(expected)
})

test.each([
  ['https://social.agency.example', true],
  ['http://social.agency.example', false],
  ['https://localhost', false],
  ['https://192.168.1.4', false],
  ['https://[::1]', false],
])('a reviewer can open %s: %s', (url, expected) => {
  expect(isPublic(url)).toBe(expected)
})

test.each<[PlatformValue, string[]]>([
  ['threads', ['Delete a post', 'Hide a comment']],
  ['instagram', ['Hide a comment']],
  ['facebook', ['Also: pages_manage_metadata', 'Also: business_management']],
  ['tiktok', ['Also: user.info.profile']],
])('the screencast of %s has a step for each thing that needs a permission', (value, titles) => {
  const platform = platformDefinition(value) as ReviewedPlatform
  const script = screencastOf(platform, complete)
  for (const title of titles) expect(script).toContain(`. ${title}\n`)
  for (const { scope } of platform.permissions) {
    expect(script.split(`\`${scope}\``).length, scope).toBeGreaterThan(2)
  }
  expect(script.includes('Delete a post')).toBe(platform.publish?.remove !== undefined)
  expect(script.includes('Read comments')).toBe(platform.comments !== undefined)
})

/** “Go” is what a hosted page or the dashboard says. */
test('the steps name buttons and pages as they are called', () => {
  const packages = join(import.meta.dirname, '../../../../..', 'packages')
  const folders = ['dashboard/src/messages/en', 'server/src/pages/messages']
  const shown = folders.flatMap((folder) =>
    readdirSync(join(packages, folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(packages, folder, name), 'utf8')),
  )
  const texts = shown.join('\n').replaceAll(/\{\{?platform\}?\}/g, 'Threads')
  const quoted = [...screencastOf(threads, complete).matchAll(/“([^”]+)”/g)].map(([, name]) => name)
  expect(quoted.length).toBeGreaterThan(10)
  expect(quoted.filter((name) => !texts.includes(`"${name}"`))).toEqual([])
})
