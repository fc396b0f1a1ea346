import type { Comment } from '@postern/sdk'
import { connectAccount } from '../scenario/actions.ts'
import { refused } from '../scenario/api.ts'
import { check, checkSame, step } from '../scenario/report.ts'
import { accountOf, changeGrant } from '../scenario/sandbox.ts'
import type { Accounts, Client, Demo } from './setup.ts'

/** An access that expires and is renewed by the client, and one that the client revokes. */
export async function expireAndReconnect(
  demo: Demo,
  { profile, person, hook }: Client,
  { threads, instagram }: Accounts,
  comment: Comment,
): Promise<void> {
  const { api, receiver, sandbox } = demo
  // The next call to the platform finds out; a second one confirms it before it counts.
  await step('The client changes the password: account.expired, once', async () => {
    await changeGrant(sandbox, threads, 'password-change')
    for (const text of ['Is anybody there?', 'And now?']) {
      await refused(422, 'account_not_connected', api.comments.reply(comment.id, { text }))
    }
    const { event } = await receiver.wait(hook, 'account.expired')
    const { id, status, status_reason } = event.data.account
    const expected = [threads.id, 'expired', 'password_changed']
    checkSame([id, status, status_reason], expected, 'it says which account, and why')
  })
  await step('The health says what to do', async () => {
    const { healthy, problems } = await api.accounts.health(threads.id)
    checkSame(healthy, false, 'the account is not healthy')
    check(problems[0]?.action.includes('connect link') ?? false, `${problems[0]?.action}`)
  })
  await step('A connect link for that account brings it back', async () => {
    const login = accountOf(person, 'threads')
    const { id, status } = await connectAccount(demo, profile.id, login, threads.id)
    checkSame([id, status], [threads.id, 'connected'], 'the same account')
    const { event } = await receiver.wait(hook, 'account.connected', ({ data }) => data.reconnected)
    checkSame(event.data.account.id, threads.id, 'with reconnected: true and the same id')
    const { healthy } = await api.accounts.health(threads.id)
    checkSame(healthy, true, 'the account is healthy again')
  })
  await step('The client removes the app on Instagram: account.disconnected', async () => {
    await changeGrant(sandbox, instagram, 'revoke')
    const { event } = await receiver.wait(hook, 'account.disconnected')
    const { id, status, status_reason } = event.data.account
    const expected = [instagram.id, 'disconnected', 'by_platform']
    checkSame([id, status, status_reason], expected, 'the platform reported it with signed_request')
  })
}
