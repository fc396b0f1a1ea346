import type { Api } from '../demo/api.ts'
import { openBrowser } from '../demo/browser.ts'
import { atPlatform } from '../demo/connect.ts'
import { StepFailed } from '../demo/report.ts'
import type { Account, Comment, ConnectLink, List, Post } from '../demo/wire.ts'
import type { Platform } from './clients.ts'

const stepMs = 250
const triesMax = 120

/** A connect link of the profile, opened and allowed by the client; several pages are all taken. */
export async function connectAccount(
  api: Api,
  origin: string,
  profile: string,
  platform: Platform,
  loginId: string,
): Promise<Account> {
  const { body: link } = await api.call<ConnectLink>(
    'POST',
    `/v1/profiles/${profile}/connect-links`,
    { body: { redirect_url: `${origin}/connected`, platforms: [platform] }, expect: 201 },
  )
  const browser = openBrowser()
  const asked = await atPlatform(browser, await browser.open(link.url), platform, loginId)
  let page = await browser.press(asked, ({ value }) => value === 'allow')
  const isChoice = page.forms.some(({ buttons }) =>
    buttons.some(({ value }) => value === 'connect'),
  )
  if (isChoice)
    page = await browser.press(
      page,
      ({ value }) => value === 'connect',
      () => true,
    )
  const [id] = (page.url.searchParams.get('account_ids') ?? '').split(',')
  if (!id) throw new StepFailed(`The client came back without an account: ${page.url.search}`)
  return (await api.call<Account>('GET', `/v1/accounts/${id}`, { expect: 200 })).body
}

/** The post once nothing of it is under way any more. */
export async function untilOver(api: Api, id: string): Promise<Post> {
  return await until(`the post ${id} to be over`, async () => {
    const { body } = await api.call<Post>('GET', `/v1/posts/${id}`, { expect: 200 })
    return ['published', 'partially_published', 'failed'].includes(body.status) ? body : null
  })
}

export async function untilRead(api: Api, accountId: string, text: string): Promise<Comment> {
  return await until(`the comment "${text}" to be read`, async () => {
    const path = `/v1/comments?account_id=${accountId}&limit=100`
    const { body } = await api.call<List<Comment>>('GET', path, { expect: 200 })
    return body.data.find((comment) => comment.text === text) ?? null
  })
}

/** Asks again until there is something, for half a minute. */
export async function until<Found>(
  words: string,
  look: () => Promise<Found | null>,
): Promise<Found> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const found = await look()
    if (found !== null) return found
    await new Promise((resume) => setTimeout(resume, stepMs))
  }
  throw new StepFailed(`Waited in vain for ${words}.`)
}
