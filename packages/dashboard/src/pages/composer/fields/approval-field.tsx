import { Checkbox } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { useMessages } from '../../../messages/messages.ts'
import type { Composition } from '../../../post/composition.ts'
import { useProfileOf } from '../../../session/use-profiles.ts'
import { useMay } from '../../../session/use-session.ts'
import { composerMessages } from '../messages.ts'

/** Whether the post will wait for the approval of a client once it is saved. */
export function useNeedsApproval({ approval, profileId }: Composition, post: Post | null): boolean {
  const profile = useProfileOf()(profileId ?? '')
  return profile?.approval_required || (approval ?? Boolean(post?.approval))
}

type Props = {
  composition: Composition
  /** The post that is edited. */
  post: Post | null
  error: string | null
  onChange: (change: Pick<Composition, 'approval'>) => void
}

/** Asks for the approval of a client. A profile can demand it; only who may publish can withdraw it. */
export function ApprovalField({ composition, post, error, onChange }: Props) {
  const t = useMessages(composerMessages)
  const canPublish = useMay('posts:write')
  const isDemanded = useProfileOf()(composition.profileId ?? '')?.approval_required ?? false
  const isAsked = useNeedsApproval(composition, post)
  return (
    <Checkbox
      label={t('askApproval')}
      description={t(isDemanded ? 'approvalDemanded' : 'approvalHint')}
      error={error}
      checked={isAsked}
      disabled={isDemanded || (!canPublish && Boolean(post?.approval))}
      onChange={({ currentTarget: { checked } }) =>
        onChange({ approval: checked === Boolean(post?.approval) ? null : checked })
      }
    />
  )
}
