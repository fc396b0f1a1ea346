import { randomBytes } from 'node:crypto'
import { moveAndDisconnect, resend } from './accounts.ts'
import { openApi } from './api.ts'
import { connectThreads } from './connect.ts'
import { deleteProfile } from './deletion.ts'
import { runInboxJourney } from './inbox-journey.ts'
import type { DemoInstance } from './instance.ts'
import { connectPages } from './pages.ts'
import { runPostsJourney } from './publishing.ts'
import { openReceiver } from './receiver.ts'
import { checkSame, say, step } from './report.ts'
import type { Journey, Person, SandboxAccount } from './scenario.ts'
import { addWebhooks, setUp } from './setup.ts'

/** The whole of it, over HTTP alone: owner, client, platform and receiver. */
export async function runJourney(instance: DemoInstance): Promise<void> {
  const undos: (() => Promise<unknown>)[] = []
  const receiver = await openReceiver()
  const journey: Journey = {
    api: openApi(instance.url, instance.ownerKey),
    receiver,
    externalId: `demo-${randomBytes(4).toString('hex')}`,
    atEnd: (undo) => void undos.push(undo),
  }
  try {
    const { profile } = await setUp(journey)
    const endpoints = await addWebhooks(journey, profile)
    const person = await inventPerson(instance.sandboxUrl, journey.externalId)
    const account = await connectThreads(journey, profile, person)
    await connectPages(journey, profile, person)
    await resend(journey, endpoints)
    await moveAndDisconnect(journey, account)
    await deleteProfile(journey, profile, endpoints)
    await runPostsJourney(journey, instance.sandboxUrl)
    await runInboxJourney(journey, instance.sandboxUrl)
    await step('Nothing was received whose signature did not hold', async () => {
      say(`       ${receiver.arrivals.length} deliveries arrived`)
      checkSame(receiver.refused, [], 'every one of them verified')
    })
    await cleanUp(undos)
  } catch (err) {
    await cleanUp(undos).catch(() => {})
    throw err
  } finally {
    await receiver.close()
  }
}

/** A person of the demo's own, so that it never meets accounts somebody has connected by hand. */
async function inventPerson(sandboxUrl: string, name: string): Promise<Person> {
  const tasks = ['ANALYZE', 'ADVERTISE', 'MODERATE', 'CREATE_CONTENT', 'MANAGE']
  const pages = ['Bakery', 'Catering', 'Market'].map((each) => ({
    name: `${each} ${name}`,
    username: `${each.toLowerCase()}.${name}`,
    tasks,
  }))
  const response = await fetch(`${sandboxUrl}/control/people`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: `Dora (${name})`,
      accounts: [
        { platform: 'threads', username: `dora.${name}` },
        { platform: 'facebook', username: `dora.${name}`, pages },
      ],
    }),
  })
  const person = (await response.json()) as {
    accounts: (SandboxAccount & { platform: string; kind: string })[]
  }
  if (!response.ok) throw new Error(`The sandbox made no person: ${JSON.stringify(person)}`)
  const of = (platform: string, kind: string) =>
    person.accounts.filter((account) => account.platform === platform && account.kind === kind)
  return {
    accounts: { threads: of('threads', 'profile')[0]!, facebook: of('facebook', 'profile')[0]! },
    pages: of('facebook', 'page'),
  }
}

/** Everything is undone, also when one of it fails; the first failure is the one that counts. */
async function cleanUp(undos: (() => Promise<unknown>)[]): Promise<void> {
  if (undos.length === 0) return
  await step('Cleaning up', async () => {
    const failures: unknown[] = []
    for (let undo = undos.pop(); undo; undo = undos.pop()) {
      try {
        await undo()
      } catch (err) {
        failures.push(err)
      }
    }
    if (failures.length > 0) throw failures[0]
  })
}
