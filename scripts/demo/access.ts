import type { Comment } from '@postern/sdk'
import { connectAccount } from '../scenario/actions.ts'
import { expectError } from '../scenario/api.ts'
import { step, verify, verifyEqual } from '../scenario/report.ts'
import { accountOf, changeGrant } from '../scenario/sandbox.ts'
import type { Accounts, Client, Demo } from './setup.ts'

/** An expired access that the client renews, and a revoked one. */
export async function loseAndRestoreAccess(
  demo: Demo,
  { profile, person, hook }: Client,
  { threads, instagram }: Accounts,
  comment: Comment,
): Promise<void> {
  const { api, receiver, sandbox } = demo
  // The next call to the platform fails, and a second one confirms the expiry.
  await step('The client changes the password: account.expired is sent once', async () => {
    await changeGrant(sandbox, threads, 'password-change')
    for (const text of ['Is anybody there?', 'And now?']) {
      await expectError(422, 'account_not_connected', api.comments.reply(comment.id, { text }))
    }
    const { event } = await receiver.wait(hook, 'account.expired')
    const { id, status, status_reason } = event.data.account
    const expected = [threads.id, 'expired', 'password_changed']
    verifyEqual([id, status, status_reason], expected, 'it has the account and the reason')
  })
  await step('The account health has the action to take', async () => {
    const { healthy, problems } = await api.accounts.health(threads.id)
    verifyEqual(healthy, false, 'the account is not healthy')
    verify(problems[0]?.action.includes('connect link') ?? false, `${problems[0]?.action}`)
  })
  await step('A connect link for that account reconnects it', async () => {
    const login = accountOf(person, 'threads')
    const { id, status } = await connectAccount(demo, profile.id, login, threads.id)
    verifyEqual([id, status], [threads.id, 'connected'], 'the same account')
    const { event } = await receiver.wait(hook, 'account.connected', ({ data }) => data.reconnected)
    verifyEqual(
      event.data.account.id,
      threads.id,
      'the event has reconnected: true and the same id',
    )
    const { healthy } = await api.accounts.health(threads.id)
    verifyEqual(healthy, true, 'the account is healthy again')
  })
  await step('The client removes the app on Instagram: account.disconnected', async () => {
    await changeGrant(sandbox, instagram, 'revoke')
    const { event } = await receiver.wait(hook, 'account.disconnected')
    const { id, status, status_reason } = event.data.account
    const expected = [instagram.id, 'disconnected', 'by_platform']
    verifyEqual(
      [id, status, status_reason],
      expected,
      'the platform reported it with a signed_request',
    )
  })
}
