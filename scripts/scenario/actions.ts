import type { Account, AccountListItem, Client, Comment, PlatformValue, Post } from '@postern/sdk'
import { type Browser, openBrowser, type Page } from './browser.ts'
import type { Receiver } from './receiver.ts'
import { print, StepFailed, waitFor } from './report.ts'
import type { Sandbox } from './sandbox.ts'

/** The API, the platforms, and the owner's application. */
export type Scenario = { api: Client; sandbox: Sandbox; receiver: Receiver }

/** An account of the sandbox. `entered`: the handle or server that the hosted page asks for. */
type Login = { id: string; platform: PlatformValue; entered?: string | null }

type PostBody = Parameters<Client['posts']['create']>[0]

/** Connects an account as a client does: opens a connect link and allows all permissions and pages. */
export async function connectAccount(
  { api, receiver }: Scenario,
  profile: string,
  login: Login,
  /** The account to reconnect. */
  accountId?: string,
): Promise<Account> {
  const { platform, entered } = login
  const { url } = await api.connect.links.create(profile, {
    redirect_url: `${receiver.origin}/connected`,
    platforms: [platform],
    ...(accountId ? { account_id: accountId } : {}),
    ...(entered && !accountId ? { hints: { [platform]: entered } } : {}),
  })
  const browser = openBrowser()
  // A reconnect link asks for nothing.
  const asked = accountId ? { ...login, entered: null } : login
  let page = await browser.press(await logIn(browser, await browser.open(url), asked), 'allow')
  const buttons = page.forms.flatMap((form) => form.buttons)
  if (buttons.some(({ value }) => value === 'connect')) {
    page = await browser.press(page, 'connect', 'all')
  }
  const [id] = (page.url.searchParams.get('account_ids') ?? '').split(',')
  if (!id) throw new StepFailed(`The redirect has no account: ${page.url.search}`)
  return await api.accounts.get(id)
}

/** Clicks the platform on the hosted page and the account on the platform's page. */
export async function logIn(browser: Browser, page: Page, login: Login): Promise<Page> {
  let choice = await browser.press(page, login.platform)
  // The hint of the link is already in the field.
  if (login.entered) choice = await browser.press(choice, login.platform)
  print(`       the platform: "${choice.heading}"`)
  const question = await browser.press(choice, login.id)
  print(`       the platform: "${question.heading}"`)
  return question
}

export async function upload(api: Client, profile: string, image: Buffer) {
  return await api.media.upload({ file: new Uint8Array(image) }, { profile })
}

/** Publishes now and waits until every target is published or failed. */
export async function publish(
  api: Client,
  accounts: AccountListItem[],
  post: PostBody,
): Promise<Post> {
  const targets = accounts.map(({ id }) => ({ account_id: id }))
  const { id } = await api.posts.create({ mode: 'now', targets, ...post })
  return await waitFor(`post ${id} to be finished`, async () => {
    const found = await api.posts.get(id)
    return /^(published|partially_published|failed)$/.test(found.status) ? found : null
  })
}

/** Waits until the comment is in the inbox. */
export async function waitForComment(
  api: Client,
  account: AccountListItem,
  text: string,
): Promise<Comment> {
  return await waitFor(`the comment "${text}"`, async () => {
    const { data } = await api.comments.list({ account_id: account.id, limit: 100 })
    return data.find((comment) => comment.text === text)
  })
}

/** Waits until the sync has ended. */
export async function waitForSync(api: Client, syncId: string) {
  return await waitFor('the metrics', async () => {
    const sync = await api.insights.getSync(syncId)
    return sync.status === 'running' ? null : sync
  })
}
