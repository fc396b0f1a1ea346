import { Button, Group } from '@mantine/core'
import type { Post, Target } from '@postern/sdk'
import { Trash2 } from 'lucide-react'
import { useMessages } from '../../../messages/messages.ts'
import { commonMessages } from '../../../parts/messages.ts'
import { platformName } from '../../../parts/platform-mark.tsx'
import { safeUrl } from '../../../parts/safe-url.ts'
import { detailMessages } from '../../../post/detail-messages.ts'
import { OpenLink } from '../../../post/open-link.tsx'
import { isLive } from '../../../post/post-state.ts'
import { usePostActions } from '../../../post/use-post-actions.ts'
import { useAccountOf } from '../../../session/use-accounts.ts'
import { useMay } from '../../../session/use-session.ts'

/** Opens a published target on its platform, and deletes it there. */
export function TargetActions({ post, target }: { post: Post; target: Target }) {
  const t = useMessages(detailMessages)
  const tc = useMessages(commonMessages)
  const actions = usePostActions()
  const account = useAccountOf()(target.account_id)
  const mayDelete = useMay('posts:write') && account?.capabilities.delete
  if (!isLive(target) || !(safeUrl(target.permalink) || mayDelete)) return null
  return (
    <Group gap="xs">
      <OpenLink target={target} />
      {mayDelete && (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={t('delete', { platform: platformName(target.platform) })}
          leftSection={<Trash2 size={14} aria-hidden />}
          loading={actions.isBusy}
          onClick={() => void actions.remove(post, target)}
        >
          {tc('delete')}
        </Button>
      )}
    </Group>
  )
}
