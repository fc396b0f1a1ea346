import type { Account, PlatformValue } from '@postern/sdk'
import {
  commentOf,
  connectAccount,
  publish,
  type Scenario,
  untilSynced,
  upload,
} from '../scenario/actions.ts'
import { openApi, refused } from '../scenario/api.ts'
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
import { drawPicture } from './picture.ts'

type Accounts = Map<PlatformValue, Account>

const dayMs = 86_400_000
const daysOld = 400

/**
 * Gives the instance clients with accounts, posts, comments, metrics and a webhook endpoint, so that
 * there is something to look at. A client that exists already stays as it is. Answers how many were
 * added.
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

/** Deletes the example's profiles with everything in them; answers how many there were. */
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
  const { externalId: profile, name, trouble } = client
  await api.profiles.create({ name, external_id: profile })
  // An inbox of the sandbox, which verifies the signatures.
  const { secret } = await api.webhooks.create({ url: inbox, events: ['*'], profile_id: profile })
  await sandbox('PUT', `/inbox/${profile}`, { secret })
  const person = await findClientPerson(scenario, client)
  const accounts: Accounts = new Map()
  for (const platform of Object.keys(client.accounts) as PlatformValue[]) {
    const login = accountOf(person, platform)
    accounts.set(platform, await connectAccount(scenario, profile, login))
  }
  for (const earlier of client.earlier) await addEarlier(scenario, earlier, person, accounts)
  for (const post of client.posts) {
    if (post === client.posts.at(-1) && trouble === 'permission') {
      const permission = 'instagram_business_content_publish'
      await changeGrant(sandbox, accounts.get('instagram')!, 'remove-permission', { permission })
    }
    await addPost(scenario, profile, post, accounts)
  }
  await untilSynced(api, (await api.insights.sync({}, { profile })).id)
  if (trouble === 'access') await endAccess(scenario, accounts.get('threads')!)
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

async function addEarlier(
  { api, sandbox }: Scenario,
  { text, hoursAgo, comments, on }: EarlierPost,
  person: Person,
  accounts: Accounts,
): Promise<void> {
  const { id } = await sandbox<{ id: string }>('POST', '/control/posts', {
    account: accountOf(person, on, on === 'facebook' ? 'page' : 'profile').id,
    text,
    hours_ago: hoursAgo,
    ...(on === 'instagram' ? { media_type: 'IMAGE' } : {}),
  })
  for (const { author, text, hoursAgo: hours_ago } of comments) {
    await sandbox('POST', '/control/comments', { post: id, author, text, hours_ago, webhook: true })
  }
  for (const comment of comments) await handleComment(api, accounts.get(on)!, comment)
}

async function handleComment(
  api: Scenario['api'],
  account: Account,
  { text, answer }: ExampleComment,
): Promise<void> {
  const { id } = await commentOf(api, account, text)
  if (!answer) return
  if (typeof answer === 'object') return void (await api.comments.reply(id, { text: answer.reply }))
  if (answer === 'hidden') await api.comments.hide(id, { hidden: true })
  await api.comments.update(id, { reply_status: 'no_reply_needed' })
}

async function addPost(
  { api }: Scenario,
  profile: string,
  { text, on, picture, when }: ExamplePost,
  accounts: Accounts,
): Promise<void> {
  const image = picture && (await upload(api, profile, await drawPicture(picture)))
  const media = image ? [{ id: image.id }] : []
  const chosen = on.map((platform) => accounts.get(platform)!)
  if (when === 'now') return void (await publish(api, chosen, { text, media }))
  const targets = chosen.map(({ id }) => ({ account_id: id }))
  const time = when === 'draft' ? { mode: when } : { scheduled_at: timeIn(when.inDays, when.at) }
  await api.posts.create({ text, media, targets, ...time }, { profile })
}

/** That time of the day in UTC, so many days from now. */
function timeIn(days: number, at: string): string {
  return `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)}T${at}:00.000Z`
}

/** The next call to the platform finds out: a reply that is refused. */
async function endAccess({ api, sandbox }: Scenario, account: Account): Promise<void> {
  await changeGrant(sandbox, account, 'password-change')
  const { data } = await api.comments.list({ account_id: account.id })
  const reply = api.comments.reply(data[0]!.id, { text: 'ありがとうございます！' })
  await refused(422, 'account_not_connected', reply)
}
