import { connect, openClient } from './client.ts'
import { answerComments } from './inbox.ts'
import { readInsights, setFigures } from './insights.ts'
import { countOf, liveOn } from './life.ts'
import { checkSame, say, step } from './report.ts'
import type { Journey } from './scenario.ts'

const events = [
  'account.connected',
  'account.expired',
  'account.disconnected',
  'post.published',
  'comment.created',
]

/** What happens on the accounts comes back: comments, figures, and whether an account works. */
export async function runInboxJourney(journey: Journey, sandboxUrl: string): Promise<void> {
  const client = await openClient(journey, sandboxUrl, {
    title: 'Another client, with a profile and an endpoint of its own',
    name: 'inbox',
    person: 'Inga',
    events,
  })
  await setFigures(client)
  const accounts = await step('The client connects Threads and Instagram', async () => ({
    threads: await connect(client, 'threads'),
    instagram: await connect(client, 'instagram'),
  }))
  const comment = await answerComments(client, accounts.threads)
  await readInsights(client, accounts)
  await liveOn(client, accounts, comment)
  await step('Deleting the profile erases all of it, and says what', async () => {
    const { api, receiver, externalId } = client.journey
    await api.call('DELETE', `/v1/profiles/${externalId}`, { expect: 202, show: ['status'] })
    const { event } = await receiver.wait('profile.deleted at /hooks/all', (arrival) => {
      return arrival.event.data.profile?.id === client.profile.id
    })
    const { counts } = event.data.profile!
    say(`       erased: ${JSON.stringify(counts)}`)
    checkSame([counts.accounts, counts.comments], [2, 2], 'two accounts and two comments')
    const once = ['comment.created', 'account.expired', 'account.disconnected']
    const times = once.map((type) => countOf(client, type))
    checkSame(times, [1, 1, 1], `until now there was one each of ${once.join(', ')}`)
  })
}
