import { randomBytes } from 'node:crypto'
import { PosternError } from '../../packages/sdk/src/client.ts'
import { openApi } from '../scenario/api.ts'
import type { RunningInstance } from '../scenario/instance.ts'
import { openReceiver } from '../scenario/receiver.ts'
import { step, verifyEqual } from '../scenario/report.ts'
import { openSandbox } from '../scenario/sandbox.ts'
import { loseAndRestoreAccess } from './access.ts'
import { deleteProfile, moveAndDisconnect, resend } from './accounts.ts'
import { moderateComments } from './comments.ts'
import { choosePages, connectThreads } from './connecting.ts'
import { readInsights, setMetrics } from './insights.ts'
import { publishPosts } from './publishing.ts'
import { addWebhooks, connectClient, type Demo, openClient, setUp } from './setup.ts'

/** Runs all steps of owner, client and platforms over HTTP. Throws at the first failed step. */
export async function runDemo({ url, ownerKey, sandboxUrl }: RunningInstance): Promise<void> {
  const cleanups: (() => Promise<unknown>)[] = []
  const demo: Demo = {
    api: openApi(url, ownerKey),
    sandbox: openSandbox(sandboxUrl),
    receiver: await openReceiver(),
    externalId: `demo-${randomBytes(4).toString('hex')}`,
    onEnd: (cleanup) => void cleanups.push(cleanup),
  }
  try {
    await runAccounts(demo)
    await runPublishing(demo)
    await runInbox(demo)
    await step('No webhook had an invalid signature', async () => {
      verifyEqual(demo.receiver.refused, [], 'all signatures were valid')
    })
    await cleanUp(cleanups)
  } catch (err) {
    await cleanUp(cleanups).catch(() => {})
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
  const title = 'The owner adds a client with an endpoint for its posts'
  const events = ['post.published', 'post.failed', 'post.canceled'] as const
  const client = await openClient(demo, title, 'Paula', events)
  await publishPosts(demo, client, await connectClient(demo, client))
}

async function runInbox(demo: Demo): Promise<void> {
  const title = 'The owner adds a client with an endpoint for its comments and accounts'
  const client = await openClient(demo, title, 'Inga', [
    'account.connected',
    'account.expired',
    'account.disconnected',
    'post.published',
    'comment.created',
  ])
  await setMetrics(demo, client)
  const accounts = await connectClient(demo, client)
  const comment = await moderateComments(demo, client, accounts.threads)
  await readInsights(demo, client, accounts)
  await loseAndRestoreAccess(demo, client, accounts, comment)
  await step('Deleting the profile erases its data and reports the counts', async () => {
    await demo.api.profiles.delete(client.profile.id)
    const { event } = await demo.receiver.wait('/hooks/all', 'profile.deleted', ({ data }) => {
      return data.profile.id === client.profile.id
    })
    const { accounts, comments } = event.data.profile.counts
    verifyEqual([accounts, comments], [2, 2], 'two accounts and two comments were erased')
    for (const type of ['comment.created', 'account.expired', 'account.disconnected'] as const) {
      verifyEqual(
        demo.receiver.arrivals(client.hook, type).length,
        1,
        `one ${type} was sent before`,
      )
    }
  })
}

/** Runs all cleanups, also after a failed one. A resource that is already deleted is ignored. */
async function cleanUp(undos: (() => Promise<unknown>)[]): Promise<void> {
  if (undos.length === 0) return
  await step('The demo deletes what it created', async () => {
    const failures: unknown[] = []
    for (let undo = undos.pop(); undo; undo = undos.pop()) {
      await undo().catch((err: unknown) => {
        if (!(err instanceof PosternError && err.status === 404)) failures.push(err)
      })
    }
    if (failures.length > 0) throw failures[0]
  })
}
