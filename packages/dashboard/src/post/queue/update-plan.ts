import type { PostingPlan } from '@postern/sdk'
import { client } from '../../api/client.ts'

type Change = Parameters<typeof client.profiles.updatePostingPlan>[1]

/** Changes the account's own plan, or that of the profile, whose accounts without their own plan share it. */
export async function updatePlan(
  { account_id, profile_id }: Pick<PostingPlan, 'account_id' | 'profile_id'>,
  change: Change,
): Promise<PostingPlan> {
  return account_id
    ? await client.accounts.updatePostingPlan(account_id, change)
    : await client.profiles.updatePostingPlan(profile_id, change)
}
