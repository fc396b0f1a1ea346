import type { Post } from '@postern/sdk'
import { useMessages } from '../../../messages/messages.ts'
import { accountHandle } from '../../../parts/visible-name.ts'
import { isFailed } from '../../../post/post-state.ts'
import { errorMessages } from '../../../post/target-error/messages.ts'
import { TroubleLine } from '../../../post/trouble-line.tsx'
import { useAccountOf } from '../../../session/use-accounts.ts'

/** Why the first failed account of a post failed; with its name unless all failed for this reason. */
export function FailureLine({ post }: { post: Post }) {
  const te = useMessages(errorMessages)
  const accountOf = useAccountOf()
  const failed = post.targets.find((target) => isFailed(target) && target.error)
  if (!failed?.error) return null
  const { code } = failed.error
  const isSame = post.targets.every((each) => isFailed(each) && each.error?.code === code)
  const account = isSame ? undefined : accountOf(failed.account_id)
  return (
    <TroubleLine>
      {account && `${accountHandle(account)}: `}
      {te(code)}
    </TroubleLine>
  )
}
