import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMedia } from '../../../server/test/media-files.ts'
import { connectAccount } from '../../../server/test/publishing.ts'
import { message } from '../messages.ts'
import { addFiles, type Bakery, compose, openBakery, photo, writePost } from '../publishing-seed.ts'
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
  "an invalid platform option shows a message in the page's language (%s), without that of the API",
  async (language) => {
    const page = await dashboard.open(`/posts/${draft}/edit`, { language, viewport: 'phone' })
    for (const sentence of sentences[language]) await page.getByText(sentence).first().waitFor()
    expect(await page.getByText('share_to_feed').count()).toBe(0)
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

test("a rejected save shows each account's error in the page's language", async () => {
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
  expect(await notice.innerText()).not.toMatch(/req_|link_attachment/)
  expect(await text.inputValue()).toBe('Roggen')
})

test('what is missing in a new post is shown and focused once the user tries to schedule it', async () => {
  const page = await compose(dashboard, bakery, 'No picture yet', ['Instagram'], '&at=')
  const saves = countSaves(page)
  const bar = page.locator('.save-bar')
  await bar.getByText('1 item still missing').waitFor()
  const missing = page.getByText(message('composer-findings', 'media_required'))
  expect(await missing.count()).toBe(0)
  await page.getByRole('button', { name: /^Schedule for/ }).click()
  await missing.first().waitFor()
  await page
    .locator(':focus')
    .and(page.getByRole('button', { name: 'Choose files' }))
    .waitFor()
  expect(saves()).toBe(0)
})

test('an issue is counted where its field is, and Schedule focuses the field', async () => {
  const page = await dashboard.open(`/posts/new?profile=${bakery.profile}`)
  const saves = countSaves(page)
  await page.getByRole('checkbox', { name: /^TikTok/ }).click()
  await addFiles(page, [{ name: 'loaf.jpg', buffer: await photo() }])
  await page.getByRole('button', { name: /^Schedule for/ }).click()
  const choices = page.getByRole('group').filter({ has: page.getByText('Who can view') })
  await choices.getByText('Choose who can view this post.').waitFor()
  await choices.getByText('1 issue', { exact: true }).waitFor()
  await choices.locator('input:focus').waitFor()
  expect(
    await page.getByRole('button', { name: /^TikTok/, expanded: false }).innerText(),
  ).not.toMatch(/issue/)
  expect(saves()).toBe(0)
})

test('a text that became too long just before Schedule is pressed sends no request', async () => {
  const page = await compose(dashboard, bakery, 'Rye', ['Threads'], '&at=')
  const saves = countSaves(page)
  await page.getByText('Ready for all platforms').waitFor()
  const field = page.getByRole('textbox', { name: 'Text', exact: true })
  await field.fill('rye '.repeat(200))
  await page.getByRole('button', { name: /^Schedule for/ }).click()
  await page.locator('textarea:focus').waitFor()
  await page.getByText(/Too long: 800/).waitFor()
  expect(saves()).toBe(0)
})

/** Counts the requests that create a post from now on. */
function countSaves(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/posts')) count += 1
  })
  return () => count
}

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
