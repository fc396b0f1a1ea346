import { randomBytes } from 'node:crypto'
import { PosternError } from '../../packages/sdk/src/client.ts'
import { openApi } from '../scenario/api.ts'
import type { RunningInstance } from '../scenario/instance.ts'
import { openReceiver } from '../scenario/receiver.ts'
import { checkSame, step } from '../scenario/report.ts'
import { openSandbox } from '../scenario/sandbox.ts'
import { expireAndReconnect } from './access.ts'
import { deleteProfile, moveAndDisconnect, resend } from './accounts.ts'
import { answerComments } from './comments.ts'
import { choosePages, connectThreads } from './connecting.ts'
import { readInsights, setMetrics } from './insights.ts'
import { publishPosts } from './publishing.ts'
import { addWebhooks, connectClient, type Demo, openClient, setUp } from './setup.ts'

/** Every step of owner, client and platforms, over HTTP alone; throws at the first that fails. */
export async function runDemo({ url, ownerKey, sandboxUrl }: RunningInstance): Promise<void> {
  const undos: (() => Promise<unknown>)[] = []
  const demo: Demo = {
    api: openApi(url, ownerKey),
    sandbox: openSandbox(sandboxUrl),
    receiver: await openReceiver(),
    externalId: `demo-${randomBytes(4).toString('hex')}`,
    atEnd: (undo) => void undos.push(undo),
  }
  try {
    await runAccounts(demo)
    await runPublishing(demo)
    await runInbox(demo)
    await step('No request with an invalid signature arrived', async () => {
      checkSame(demo.receiver.refused, [], 'every delivery was verified')
    })
    await cleanUp(undos)
  } catch (err) {
    await cleanUp(undos).catch(() => {})
    throw err
  } finally {
    await demo.receiver.close()
  }
}

async function runAccounts(demo: Demo): Promise<void> {
  const profile = await setUp(demo)
  const endpoints = await addWebhooks(demo, profile)
  const account = await connectThreads(demo, profile)
  await choosePages(demo, profile)
  await resend(demo, endpoints.bound)
  await moveAndDisconnect(demo, account)
  await deleteProfile(demo, profile, endpoints.bound)
}

async function runPublishing(demo: Demo): Promise<void> {
  const title = 'A client who publishes, with an endpoint for its posts'
  const events = ['post.published', 'post.failed', 'post.canceled'] as const
  const client = await openClient(demo, title, 'Paula', events)
  await publishPosts(demo, client, await connectClient(demo, client))
}

async function runInbox(demo: Demo): Promise<void> {
  const title = 'A client with comments, with an endpoint for its events'
  const client = await openClient(demo, title, 'Inga', [
    'account.connected',
    'account.expired',
    'account.disconnected',
    'post.published',
    'comment.created',
  ])
  await setMetrics(demo, client)
  const accounts = await connectClient(demo, client)
  const comment = await answerComments(demo, client, accounts.threads)
  await readInsights(demo, client, accounts)
  await expireAndReconnect(demo, client, accounts, comment)
  await step('Deleting the profile erases all of it, and says what', async () => {
    await demo.api.profiles.delete(client.profile.id)
    const { event } = await demo.receiver.wait('/hooks/all', 'profile.deleted', ({ data }) => {
      return data.profile.id === client.profile.id
    })
    const { accounts, comments } = event.data.profile.counts
    checkSame([accounts, comments], [2, 2], 'two accounts and two comments')
    for (const type of ['comment.created', 'account.expired', 'account.disconnected'] as const) {
      checkSame(demo.receiver.arrivals(client.hook, type).length, 1, `one ${type} until then`)
    }
  })
}

/** Runs every undo, also after one that failed; what is already deleted is no failure. */
async function cleanUp(undos: (() => Promise<unknown>)[]): Promise<void> {
  if (undos.length === 0) return
  await step('Cleaning up', async () => {
    const failures: unknown[] = []
    for (let undo = undos.pop(); undo; undo = undos.pop()) {
      await undo().catch((err: unknown) => {
        if (!(err instanceof PosternError && err.status === 404)) failures.push(err)
      })
    }
    if (failures.length > 0) throw failures[0]
  })
}
