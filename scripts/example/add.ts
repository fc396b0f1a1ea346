import type { Account, PlatformValue } from '@postern/sdk'
import {
  connectAccount,
  publish,
  type Scenario,
  upload,
  waitForComment,
  waitForSync,
} from '../scenario/actions.ts'
import { expectError, openApi } from '../scenario/api.ts'
import type { RunningInstance } from '../scenario/instance.ts'
import { openReceiver } from '../scenario/receiver.ts'
import { step } from '../scenario/report.ts'
import {
  accountOf,
  changeGrant,
  findPerson,
  openSandbox,
  type Person,
} from '../scenario/sandbox.ts'
import {
  clients,
  type EarlierPost,
  type ExampleClient,
  type ExampleComment,
  type ExamplePost,
} from './clients.ts'
import { drawImage } from './image.ts'

type Accounts = Map<PlatformValue, Account>

const dayMs = 86_400_000
const daysOld = 400

/**
 * Adds clients with accounts, posts, comments, metrics and a webhook endpoint. An existing client is not
 * changed. Returns the number of added clients.
 */
export async function addExample(instance: RunningInstance): Promise<number> {
  const api = openApi(instance.url, instance.ownerKey)
  const sandbox = openSandbox(instance.sandboxUrl)
  const receiver = await openReceiver()
  const origin = await api.connect.origins.register({ origin: receiver.origin })
  try {
    const { data: existing } = await listExample(api)
    const missing = clients.filter(({ externalId }) => {
      return !existing.some((profile) => profile.external_id === externalId)
    })
    for (const client of missing) {
      const inbox = `${instance.sandboxUrl}/inbox/${client.externalId}`
      await step(client.name, () => addClient({ api, sandbox, receiver }, client, inbox))
    }
    return missing.length
  } finally {
    await api.connect.origins.remove(origin.id)
    await receiver.close()
  }
}

/** Deletes the example's profiles with all their data. Returns their number. */
export async function removeExample({ url, ownerKey }: RunningInstance): Promise<number> {
  const api = openApi(url, ownerKey)
  const { data } = await listExample(api)
  for (const { id } of data) await api.profiles.delete(id)
  return data.length
}

function listExample(api: Scenario['api']) {
  return api.profiles.list({ external_id: clients.map(({ externalId }) => externalId) })
}

async function addClient(scenario: Scenario, client: ExampleClient, inbox: string) {
  const { api, sandbox } = scenario
  const { externalId: profile, name, color, problem } = client
  await api.profiles.create({ name, external_id: profile, color })
  // The endpoint is an inbox of the sandbox, which checks signatures.
  const { secret } = await api.webhooks.create({ url: inbox, events: ['*'], profile_id: profile })
  await sandbox('PUT', `/inbox/${profile}`, { secret })
  const person = await findClientPerson(scenario, client)
  const accounts: Accounts = new Map()
  for (const platform of Object.keys(client.accounts) as PlatformValue[]) {
    const login = accountOf(person, platform)
    const earlier = client.earlier.filter((post) => post.platform === platform)
    // Before the account is connected: its first sync reads what is there.
    await writeEarlier(sandbox, earlier, person)
    const account = await connectAccount(scenario, profile, login)
    accounts.set(platform, account)
    for (const comment of earlier.flatMap(({ comments }) => comments)) {
      await handleComment(api, account, comment)
    }
  }
  for (const post of client.posts) {
    if (post === client.posts.at(-1) && problem === 'permission') {
      const permission = 'instagram_business_content_publish'
      await changeGrant(sandbox, accounts.get('instagram')!, 'remove-permission', { permission })
    }
    await addPost(scenario, profile, post, accounts)
  }
  await waitForSync(api, (await api.insights.sync({}, { profile })).id)
  if (problem === 'access') await revokeAccess(scenario, accounts.get('threads')!)
}

async function findClientPerson({ sandbox }: Scenario, client: ExampleClient): Promise<Person> {
  const accounts = Object.entries(client.accounts).map(
    ([platform, { username, followers, page }]) => ({
      platform,
      username,
      name: page ? client.person : client.name,
      followers,
      days_old: daysOld,
      ...(page ? { pages: [page] } : {}),
    }),
  )
  return await findPerson(sandbox, client.person, accounts)
}

/** Writes posts and the comments on them in the network's app. */
async function writeEarlier(
  sandbox: Scenario['sandbox'],
  posts: readonly EarlierPost[],
  person: Person,
): Promise<void> {
  for (const { text, hoursAgo, comments, platform } of posts) {
    const { id } = await sandbox<{ id: string }>('POST', '/control/posts', {
      account: accountOf(person, platform, platform === 'facebook' ? 'page' : 'profile').id,
      text,
      hours_ago: hoursAgo,
      ...(platform === 'instagram' ? { media_type: 'IMAGE' } : {}),
    })
    for (const { author, text, hoursAgo: hours_ago } of comments) {
      await sandbox('POST', '/control/comments', { post: id, author, text, hours_ago })
    }
  }
}

async function handleComment(
  api: Scenario['api'],
  account: Account,
  { text, response }: ExampleComment,
): Promise<void> {
  const { id } = await waitForComment(api, account, text)
  if (!response) return
  if (typeof response === 'object')
    return void (await api.comments.reply(id, { text: response.reply }))
  if (response === 'hidden') await api.comments.hide(id, { hidden: true })
  await api.comments.update(id, { reply_status: 'no_reply_needed' })
}

async function addPost(
  { api }: Scenario,
  profile: string,
  { text, thread = [], platforms, image: hues, when }: ExamplePost,
  accounts: Accounts,
): Promise<void> {
  const image = hues && (await upload(api, profile, await drawImage(hues)))
  const media = image ? [{ id: image.id }] : []
  const targetAccounts = platforms.map((platform) => accounts.get(platform)!)
  if (when === 'now') return void (await publish(api, targetAccounts, { text, media }))
  const targets = targetAccounts.map(({ id }) => ({ account_id: id }))
  const time = when === 'draft' ? { mode: when } : { scheduled_at: timeIn(when.inDays, when.at) }
  const parts = thread.map((partText) => ({ text: partText }))
  await api.posts.create(
    { text, media, thread: parts, thread_fallback: 'join', targets, ...time },
    { profile },
  )
}

/** The time `at` (HH:MM, UTC) in `days` days, in ISO format. */
function timeIn(days: number, at: string): string {
  return `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)}T${at}:00.000Z`
}

/** Changes the password at the platform. A rejected reply then marks the account as expired. */
async function revokeAccess({ api, sandbox }: Scenario, account: Account): Promise<void> {
  await changeGrant(sandbox, account, 'password-change')
  const { data } = await api.comments.list({ account_id: account.id })
  const reply = api.comments.reply(data[0]!.id, { text: 'ありがとうございます！' })
  await expectError(422, 'account_not_connected', reply)
}
