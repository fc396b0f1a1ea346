import type { Account, Client, Comment, PlatformValue, Post } from '@postern/sdk'
import { type Browser, openBrowser, type Page } from './browser.ts'
import type { Receiver } from './receiver.ts'
import { StepFailed, say, until } from './report.ts'
import type { Sandbox } from './sandbox.ts'

/** Everyone who takes part: the API, the platforms, and the owner's application. */
export type Scenario = { api: Client; sandbox: Sandbox; receiver: Receiver }

type PostBody = Parameters<Client['posts']['create']>[0]

/** The client opens a connect link of the profile and allows everything, every page included. */
export async function connectAccount(
  { api, receiver }: Scenario,
  profile: string,
  login: { id: string; platform: PlatformValue },
  /** For a link that connects this account again. */
  accountId?: string,
): Promise<Account> {
  const { url } = await api.connect.links.create(profile, {
    redirect_url: `${receiver.origin}/connected`,
    platforms: [login.platform],
    ...(accountId ? { account_id: accountId } : {}),
  })
  const browser = openBrowser()
  let page = await browser.press(await logIn(browser, await browser.open(url), login), 'allow')
  const buttons = page.forms.flatMap((form) => form.buttons)
  if (buttons.some(({ value }) => value === 'connect')) {
    page = await browser.press(page, 'connect', 'all')
  }
  const [id] = (page.url.searchParams.get('account_ids') ?? '').split(',')
  if (!id) throw new StepFailed(`The client came back without an account: ${page.url.search}`)
  return await api.accounts.get(id)
}

/** From the hosted page to the platform's question: the platform's button, then the account. */
export async function logIn(
  browser: Browser,
  page: Page,
  login: { id: string; platform: PlatformValue },
): Promise<Page> {
  const choice = await browser.press(page, login.platform)
  say(`       the platform: "${choice.heading}"`)
  const question = await browser.press(choice, login.id)
  say(`       the platform: "${question.heading}"`)
  return question
}

export async function upload(api: Client, profile: string, image: Buffer) {
  return await api.media.upload({ file: new Uint8Array(image) }, { profile })
}

/** Publishes at once, and waits until every target is published or has failed. */
export async function publish(api: Client, accounts: Account[], post: PostBody): Promise<Post> {
  const targets = accounts.map(({ id }) => ({ account_id: id }))
  const { id } = await api.posts.create({ mode: 'now', targets, ...post })
  return await until(`post ${id} to be finished`, async () => {
    const found = await api.posts.get(id)
    return /^(published|partially_published|failed)$/.test(found.status) ? found : null
  })
}

/** The comment, as soon as it is in the inbox. */
export async function commentOf(api: Client, account: Account, text: string): Promise<Comment> {
  return await until(`the comment "${text}"`, async () => {
    const { data } = await api.comments.list({ account_id: account.id, limit: 100 })
    return data.find((comment) => comment.text === text)
  })
}

/** The sync, as soon as every account was read or has failed. */
export async function untilSynced(api: Client, syncId: string) {
  return await until('the metrics', async () => {
    const sync = await api.insights.getSync(syncId)
    return sync.status === 'running' ? null : sync
  })
}
