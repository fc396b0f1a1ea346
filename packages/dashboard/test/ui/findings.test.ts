import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMedia } from '../../../server/test/media-files.ts'
import { connectAccount } from '../../../server/test/publishing.ts'
import { type Bakery, openBakery, photo, writePost } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery
let draft: string

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
  draft = await writeOddDraft()
})
afterAll(async () => await dashboard.close())

const sentences = {
  de: [
    'Eine Linkvorschau ist nur ohne Bilder und Videos möglich.',
    '„Reel auch im Feed teilen“ funktioniert nur für: ein Reel. Dieser Beitrag ist: ein Bild.',
    'In einem Bild braucht jede markierte Person eine Position von links und oben.',
    '„Titelbild bei (ms)“ funktioniert nur für: ein Video. Dieser Beitrag ist: Fotos.',
    'Foto 7 gibt es nicht: Das erste ist 0, das letzte 0.',
    'Fotos ruft TikTok immer selbst ab; sie lassen sich nicht hochladen.',
    'Diese Plattform unterstützt keinen ersten Kommentar.',
    'Das Seitenverhältnis ist 3:1; zulässig ist 4:5 bis 1,91:1.',
  ],
  en: [
    'A link preview only works without images and videos.',
    '“Also share reel to feed” only works with a reel; this post is an image.',
  ],
}

test.each(['de', 'en'] as const)(
  "an invalid platform option shows a message in the page's language (%s) and the API's below",
  async (language) => {
    const page = await dashboard.open(`/posts/${draft}/edit`, { language, viewport: 'phone' })
    for (const sentence of sentences[language]) await page.getByText(sentence).first().waitFor()
    const own = page
      .getByText('The option share_to_feed only works with reel; this post is a image.')
      .first()
    await own.waitFor()
    expect(await own.getAttribute('lang')).toBe('en')
  },
)

test('an option with an invalid format shows the rule it breaks', async () => {
  const page = await dashboard.open(`/posts/new?profile=${bakery.profile}`, { language: 'de' })
  await page.getByRole('checkbox', { name: /^Threads/ }).click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Roggen')
  await page.getByRole('button', { name: /^Threads/, expanded: false }).click()
  await page.getByRole('textbox', { name: 'Thema' }).fill('Brot.')
  const rule = 'Themen haben 1–50 Zeichen, ohne Punkt und &.'
  await page.getByText(rule).first().waitFor()
  const link = page.getByRole('textbox', { name: 'Link mit Vorschau' })
  await link.fill('bergmann')
  await page.getByText('Geben Sie eine URL ein, die mit https://').first().waitFor()
})

test("a rejected save shows each account's error with the request ID", async () => {
  const page = await dashboard.open(`/posts/new?profile=${bakery.profile}`, { language: 'de' })
  await page.getByRole('checkbox', { name: /^Threads/ }).click()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('Roggen')
  await page.getByText('Bereit für alle Plattformen').waitFor()
  await refuseLinks(page)
  await page.getByRole('button', { name: /^Planen für/ }).click()
  const notice = page.getByRole('alert')
  await notice.getByText('Eine Linkvorschau ist nur ohne Bilder und Videos möglich.').waitFor()
  await notice.getByText('Threads · ').waitFor()
  await notice.getByText(/Anfrage req_/).waitFor()
  expect(await text.inputValue()).toBe('Roggen')
})

/** Adds a link and a file to the request, which the form itself would reject. */
async function refuseLinks(page: Page): Promise<void> {
  const media = await buildMedia(dashboard.testApp, {
    profile: bakery.profile,
    bytes: await photo(),
  })
  await page.route('**/v1/posts', async (route) => {
    const body = route.request().postDataJSON()
    body.media = [{ id: media.id }]
    body.targets[0].options = { link_attachment: 'https://example.com/bread' }
    await route.continue({ postData: JSON.stringify(body) })
  })
}

/** Creates a draft with invalid options through the API. */
async function writeOddDraft(): Promise<string> {
  const { testApp } = dashboard
  const { profile, threads, instagram, facebook } = bakery
  const tiktok = await connectAccount(testApp, 'tiktok', {}, profile)
  const link = 'https://example.com/bread'
  const wide = await buildMedia(testApp, { profile, bytes: await photo(1_500, 500) })
  const ofTiktok = {
    privacy_level: 'SELF_ONLY',
    source: 'upload',
    photo_cover_index: 7,
    video_cover_timestamp_ms: 1,
  }
  return await writePost(testApp, bakery, {
    text: 'Odd',
    mode: 'draft',
    media: [{ id: wide.id }],
    targets: [
      { account_id: threads, options: { link_attachment: link } },
      {
        account_id: instagram,
        options: { share_to_feed: false, user_tags: [{ username: 'ben.rides' }] },
      },
      { account_id: facebook, options: { link } },
      { account_id: tiktok.id, options: ofTiktok, first_comment: 'Until two' },
    ],
  })
}
