import { expect, test } from 'vitest'
import { brandOf, noBrand } from '../../test/page-views.ts'
import { useTestApp } from '../../test/test-app.ts'
import { limits } from '../core/limits.ts'
import { platformDefinition } from '../platforms/registry.ts'
import { documentOf } from './page.ts'
import { deletionGuidePage, privacyPage } from './privacy-page.ts'

const testApp = useTestApp()

async function open(path: string, language = 'en') {
  const response = await testApp.app.request(path, { headers: { 'accept-language': language } })
  expect(response.status).toBe(200)
  return await response.text()
}

test('both pages have the brand and language of the owner, and nobody has to sign in', async () => {
  const email = 'help@agency.example.com'
  await testApp.call('PATCH', '/v1/connect/settings', { brand_name: 'Acme', support_email: email })
  expect(await open('/privacy')).toContain('Privacy at <bdi>Acme</bdi>')
  expect(await open('/privacy', 'ja')).toContain('<bdi>Acme</bdi>のプライバシー')
  expect(await open('/data-deletion')).toContain(`mailto:${email}`)
  await testApp.call('PATCH', '/v1/connect/settings', { language: 'de' })
  expect(await open('/data-deletion', 'ja')).toContain('Ihre Daten löschen')
})

test('the periods are those that the service applies', async () => {
  const text = await documentOf(privacyPage({ brand: noBrand, platforms: [] }, 'en'))
  const { connect, approval, report, webhook, requestLog, audit } = limits
  const periods = [
    `Links to connect accounts: ${connect.linkKeptDays} days`,
    `Links to approve posts: ${approval.linkKeptDays} days`,
    `Links to reports: ${report.linkKeptDays} days`,
    `Messages to other applications: ${webhook.historyDays} days`,
    `without content: ${requestLog.keptDays} days`,
    `with IP addresses: ${audit.keptDays} days`,
  ]
  for (const period of periods) expect(text).toContain(period)
})

test('a configured network is listed with what its permissions enable, and YouTube with its links', async () => {
  const pageOf = async (...values: ('tiktok' | 'youtube')[]) =>
    await documentOf(
      privacyPage({ brand: brandOf(), platforms: values.map(platformDefinition) }, 'en'),
    )
  const tiktok = await pageOf('tiktok')
  expect(tiktok).toContain('<li>TikTok: publish posts and see statistics</li>')
  expect(tiktok).not.toContain('YouTube')
  const youtube = await pageOf('youtube')
  for (const url of [
    'youtube.com/t/terms',
    'policies.google.com/privacy',
    'myaccount.google.com',
  ]) {
    expect(youtube).toContain(url)
  }
})

test('the request of a deletion at the network is offered only where the network passes it on', async () => {
  const pageOf = async (value: 'threads' | 'tiktok', brand = noBrand) =>
    await documentOf(deletionGuidePage({ brand, platforms: [platformDefinition(value)] }, 'en'))
  expect(await pageOf('threads')).toContain('On Threads you can also request')
  expect(await pageOf('tiktok')).not.toContain('you can also request')
  expect(await pageOf('tiktok')).toContain('ask the person who sent you the link')
})
