import type { Locator, Page } from 'playwright-core'
import { storePart } from '../../server/src/resources/insights/store.ts'
import { claimTargets } from '../../server/src/resources/posts/publish/claim.ts'
import { publishTarget } from '../../server/src/resources/posts/publish/run.ts'
import { buildProfile } from '../../server/test/build.ts'
import { buildMedia, imageFile } from '../../server/test/media-files.ts'
import { threadsPublishCase } from '../../server/test/platforms/threads-publish-case.ts'
import { advanceUntilIdle, connectAccount } from '../../server/test/publishing.ts'
import type { TestApp } from '../../server/test/test-app.ts'
import { hostile } from './hostile.ts'
import type { OpenedDashboard } from './opened-dashboard.ts'
import type { Places } from './scenes/scene.ts'

export type Bakery = { profile: string; threads: string; instagram: string; facebook: string }

const hourMs = 3_600_000

/** A client with an account on each platform that publishes texts or images. */
export async function openBakery(testApp: TestApp): Promise<Bakery> {
  const { id } = await buildProfile(testApp, { name: 'Bergmann Bakery' })
  const accounts = []
  for (const platform of ['threads', 'instagram', 'facebook'] as const) {
    accounts.push((await connectAccount(testApp, platform, {}, id)).id)
  }
  const [threads, instagram, facebook] = accounts as [string, string, string]
  return { profile: id, threads, instagram, facebook }
}

/** A saved text of each kind, for the profile and for all. */
async function saveTexts(testApp: TestApp, profile_id: string): Promise<void> {
  const texts = [
    {
      kind: 'template',
      name: 'Bread of the week',
      text: 'This week: rye.\n\nFrom six.',
      profile_id,
    },
    { kind: 'reply', name: 'x'.repeat(100), text: hostile.markup },
    { kind: 'hashtags', name: '{{count}} <b>', text: hostile.long, profile_id },
    { kind: 'signature', name: 'Bakers', text: hostile.tower },
  ]
  for (const text of texts) {
    const { status, body } = await testApp.call('POST', '/v1/saved-texts', text)
    if (status !== 201) throw new Error(JSON.stringify(body))
  }
}

/** A post through the API; the text to the account on Threads unless something else is said. */
export async function writePost(
  testApp: TestApp,
  bakery: Bakery,
  input: Record<string, unknown> = {},
): Promise<string> {
  const targets = [{ account_id: bakery.threads }]
  const body = { text: 'Rye is back', targets, mode: 'now', ...input }
  const answer = await testApp.call('POST', '/v1/posts', body)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.id
}

export function inHours(testApp: TestApp, hours: number): string {
  return new Date(testApp.clock.now().getTime() + hours * hourMs).toISOString()
}

/**
 * Never answers the request that makes a post public on Facebook, and fails those that would find out:
 * the post is `unknown`.
 */
export async function silenceFacebook(testApp: TestApp): Promise<void> {
  const faults = [
    { platform: 'facebook', match: 'change', kind: 'timeout' },
    { platform: 'facebook', match: 'node', kind: 'http_500', times: 30 },
  ]
  for (const fault of faults) await testApp.sandbox.control('POST', '/faults', fault)
}

/** Fails everything that begins a post on Threads until `clearFaults`. */
export async function breakThreads(testApp: TestApp): Promise<void> {
  const fault = { platform: 'threads', match: 'create', kind: 'http_500', times: 100 }
  await testApp.sandbox.control('POST', '/faults', fault)
}

export async function clearFaults(testApp: TestApp): Promise<void> {
  await testApp.sandbox.control('DELETE', '/faults')
}

export async function photo(width = 1_080, height = 1_080): Promise<Buffer> {
  return await imageFile('jpeg', { width, height })
}

/** The composer with this text for the accounts of these platforms; to publish now without `more`. */
export async function compose(
  dashboard: OpenedDashboard,
  bakery: Bakery,
  words: string,
  platforms: string[],
  more = '',
): Promise<Page> {
  const page = await dashboard.open(`/posts/new?profile=${bakery.profile}${more}`)
  for (const name of platforms) {
    await page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check()
  }
  if (!more) await chooseNow(page)
  await text(page).fill(words)
  return page
}

/** Publishes now instead of at the suggested time. */
export async function chooseNow(page: Page): Promise<void> {
  await page.getByText('Now', { exact: true }).click()
}

/** Where the text is written. */
export function text(page: Page) {
  return page.getByRole('textbox', { name: 'Text', exact: true })
}

/** Picks a day of the shown month, such as `28 November 2026`, and enters the time `11:30`. */
export async function setTime(form: Page | Locator, day: string, time: string): Promise<void> {
  await form.getByRole('button', { name: /^Date/ }).click()
  const page = 'page' in form ? form.page() : form
  await page.getByRole('button', { name: day, exact: true }).click()
  const [hours, minutes] = time.split(':') as [string, string]
  await form.getByLabel('Hours').fill(hours)
  await form.getByLabel('Minutes').fill(minutes)
}

/** The shown time, such as `Tue, 24 Nov 2026 10:00`. */
export async function shownTime(form: Page | Locator): Promise<string> {
  const [hours, minutes] = await Promise.all(
    ['Hours', 'Minutes'].map((name) => form.getByLabel(name).inputValue()),
  )
  return `${await form.getByRole('button', { name: /^Date/ }).textContent()} ${hours}:${minutes}`
}

/** The id of the post whose page is shown once it was saved. */
export async function postShown(page: Page): Promise<string> {
  await page.waitForURL(/\/posts\/post_/)
  return new URL(page.url()).pathname.split('/').at(-1)!
}

/** Chooses the files in the composer and waits until the last one is there. */
export async function addFiles(page: Page | Locator, files: { name: string; buffer: Buffer }[]) {
  const chosen = files.map((file) => ({ ...file, mimeType: 'image/jpeg' }))
  await page.locator('input[type=file]').setInputFiles(chosen)
  const name = new RegExp(`(Alt text for|Alternativtext für) ${files.at(-1)!.name}`)
  await page.getByRole('textbox', { name }).waitFor()
}

/** Publishes the first `count` parts of a thread on Threads, of which the next one is refused. */
export async function publishFirstParts(
  testApp: TestApp,
  bakery: Bakery,
  count: number,
  input: { text: string; thread: { text: string }[] },
): Promise<string> {
  const id = await writePost(testApp, bakery, input)
  const countPublic = async () =>
    (await testApp.call('GET', `/v1/posts/${id}`)).body.targets[0].parts.length
  while ((await countPublic()) < count) {
    testApp.clock.advance(2_000)
    const [claim] = await claimTargets(testApp.ctx.db, testApp.clock.now(), 1)
    if (claim) await publishTarget(testApp.ctx, claim)
  }
  const { refusal: answer } = threadsPublishCase
  const fault = { platform: 'threads', match: 'create', kind: 'answer', answer }
  await testApp.sandbox.control('POST', '/faults', fault)
  await advanceUntilIdle(testApp)
  await clearFaults(testApp)
  return id
}

/** A thread of four parts of which two are public, with metrics, and the third was refused. */
async function publishHalf(testApp: TestApp, bakery: Bakery): Promise<string> {
  const thread = [{ text: hostile.rtl }, { text: 'bread '.repeat(60) }, { text: 'The end' }]
  const id = await publishFirstParts(testApp, bakery, 2, { text: 'Half of a thread', thread })
  const { body } = await testApp.call('GET', `/v1/posts/${id}`)
  const values = { views: 1_240_000, likes: 43, replies: 2, reposts: 0, quotes: 1, shares: 12 }
  for (const number of [1, 2]) {
    const part = { targetId: body.targets[0].id, number }
    await testApp.ctx.db.transact((tx) => storePart(tx, part, values, testApp.clock.now()))
  }
  return id
}

/** Posts in every state, with hostile texts, for pictures and for axe. */
export async function fillPublishing(testApp: TestApp): Promise<Places> {
  const bakery = await openBakery(testApp)
  const { threads, instagram, facebook, profile } = bakery
  const media = await buildMedia(testApp, { profile, bytes: await photo() })
  const files = [{ id: media.id, alt_text: 'A loaf on a table' }]
  const everywhere = [threads, instagram, facebook].map((account_id) => ({ account_id }))
  const published = await writePost(testApp, bakery, {
    text: 'Fresh bread from six, #bakery\n\nhttps://example.com/bread',
    media: files,
    targets: everywhere,
    tags: ['autumn', 'bread'],
    external_id: 'cms-77',
  })
  await advanceUntilIdle(testApp)
  await breakThreads(testApp)
  const own = { account_id: facebook, text: 'Rye, only here', first_comment: 'Until two' }
  const failed = await writePost(testApp, bakery, {
    text: 'This one has trouble',
    targets: [{ account_id: threads }, own],
  })
  await advanceUntilIdle(testApp)
  await clearFaults(testApp)
  const partial = await publishHalf(testApp, bakery)
  await silenceFacebook(testApp)
  const unknown = await writePost(testApp, bakery, {
    text: 'Is it there?',
    targets: [{ account_id: facebook }],
  })
  await testApp.work()
  const texts = ['Rye is back', 'Two for one', hostile.rtl, hostile.script, 'Open on Sunday']
  const scheduled: string[] = []
  for (const [at, text] of texts.entries()) {
    const scheduled_at = inHours(testApp, 3 + at * 13)
    const targets = at % 2 === 0 ? everywhere : [{ account_id: threads }]
    const input = { text, media: files, targets, scheduled_at, mode: 'schedule' }
    scheduled.push(await writePost(testApp, bakery, input))
  }
  for (let at = 0; at < 6; at += 1) {
    const scheduled_at = inHours(testApp, 50 + at / 2)
    await writePost(testApp, bakery, { text: `Special ${at}`, scheduled_at, mode: 'schedule' })
  }
  await saveTexts(testApp, profile)
  const draft = await writePost(testApp, bakery, {
    text: hostile.long,
    mode: 'draft',
    targets: [{ account_id: facebook }],
    tags: ['x'.repeat(64)],
  })
  const notReady = await writePost(testApp, bakery, {
    text: 'bread '.repeat(120),
    mode: 'draft',
    targets: [{ account_id: threads }, { account_id: instagram }],
  })
  const thread = await writePost(testApp, bakery, {
    text: 'How rye bread is made, in three parts',
    thread: [{ text: 'bread '.repeat(120), media: files }, { text: hostile.rtl }],
    mode: 'draft',
    targets: [{ account_id: threads }, { account_id: facebook }],
  })
  const ended = { published, failed, partial, unknown }
  return { ...bakery, ...ended, draft, notReady, thread, scheduled: scheduled[0]! }
}
