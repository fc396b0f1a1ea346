import { type Client, connect } from './client.ts'
import { grantOf } from './control.ts'
import { check, checkSame, say, step } from './report.ts'
import type { Account, AccountHealth, Comment, ErrorBody } from './wire.ts'

/** An access that ends and comes back, and one that the client takes away. */
export async function liveOn(
  client: Client,
  accounts: { threads: Account; instagram: Account },
  comment: Comment,
): Promise<void> {
  const { threads, instagram } = accounts
  await expire(client, threads, comment)
  await reconnect(client, threads)
  await deauthorize(client, instagram)
}

/** The next call of ours to the platform finds out, and asks a second time before it counts. */
async function expire(client: Client, account: Account, comment: Comment): Promise<void> {
  const { api, receiver } = client.journey
  await step('The client changes the password: account.expired, once', async () => {
    const { id } = await grantOf(client.control, 'threads', account.username)
    await client.control('POST', `/grants/${id}/password-change`, {})
    for (const text of ['Is anybody there?', 'And now?']) {
      const { body } = await api.call<ErrorBody>('POST', `/v1/comments/${comment.id}/reply`, {
        body: { text },
        expect: 422,
        show: ['error.message'],
      })
      checkSame(body.error.code, 'account_not_connected', 'the reply is refused')
    }
    const { event } = await receiver.wait('account.expired', (arrival) => {
      return arrival.path === client.hook && arrival.event.type === 'account.expired'
    })
    const { account: told } = event.data
    checkSame(
      [told?.id, told?.status, told?.status_reason],
      [account.id, 'expired', 'password_changed'],
      'it says which account, and why',
    )
  })
  await step('The health says what to do', async () => {
    const { body } = await api.call<AccountHealth>('GET', `/v1/accounts/${account.id}/health`, {
      expect: 200,
      show: ['status', 'healthy', 'problems'],
    })
    checkSame(body.healthy, false, 'the account is not healthy')
    check(body.problems[0]?.action.includes('connect link') ?? false, 'a connect link is the way')
  })
}

async function reconnect(client: Client, account: Account): Promise<void> {
  const { api, receiver } = client.journey
  await step('A connect link for that account brings it back', async () => {
    const back = await connect(client, 'threads', account.id)
    checkSame([back.id, back.status], [account.id, 'connected'], 'the same account')
    const { event } = await receiver.wait('account.connected', (arrival) => {
      return arrival.path === client.hook && arrival.event.data.reconnected === true
    })
    checkSame(event.data.account?.id, account.id, 'with reconnected: true and the same id')
    const { body } = await api.call<AccountHealth>('GET', `/v1/accounts/${account.id}/health`, {
      expect: 200,
      show: ['status', 'healthy'],
    })
    checkSame(body.healthy, true, 'the account is healthy again')
  })
}

async function deauthorize(client: Client, account: Account): Promise<void> {
  const { receiver } = client.journey
  await step('The client removes the app on Instagram: account.disconnected', async () => {
    const { id } = await grantOf(client.control, 'instagram', account.username)
    await client.control('POST', `/grants/${id}/revoke`, {})
    const { event } = await receiver.wait('account.disconnected', (arrival) => {
      return arrival.path === client.hook && arrival.event.type === 'account.disconnected'
    })
    const { account: told } = event.data
    checkSame(
      [told?.id, told?.status, told?.status_reason],
      [account.id, 'disconnected', 'by_platform'],
      'the platform called back with its signed_request',
    )
    say('       (the other account of this client stays connected)')
  })
}

export function countOf(client: Client, type: string): number {
  const { arrivals } = client.journey.receiver
  return arrivals.filter(({ path, event }) => path === client.hook && event.type === type).length
}
