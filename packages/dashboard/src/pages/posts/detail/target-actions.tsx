import { Button, Group } from '@mantine/core'
import type { Post, Target } from '@postern/sdk'
import { ExternalLink, Trash2 } from 'lucide-react'
import { useMessages } from '../../../messages/messages.ts'
import { platformName } from '../../../parts/platform-mark.tsx'
import { safeUrl } from '../../../parts/safe-url.ts'
import { useAccountOf } from '../../../session/use-accounts.ts'
import { useMay } from '../../../session/use-session.ts'
import { detailMessages } from '../parts/detail-messages.ts'
import { usePostActions } from '../parts/use-post-actions.ts'

/** Opens a published target on its platform, and deletes it there. */
export function TargetActions({ post, target }: { post: Post; target: Target }) {
  const t = useMessages(detailMessages)
  const actions = usePostActions()
  const account = useAccountOf()(target.account_id)
  const mayDelete = useMay('posts:write') && account?.capabilities.delete
  const permalink = safeUrl(target.permalink)
  const isLive = target.status === 'published' && !target.deleted_at
  if (!isLive || !(permalink || mayDelete)) return null
  const platform = platformName(target.platform)
  return (
    <Group gap="xs">
      {permalink && (
        <Button
          component="a"
          href={permalink}
          target="_blank"
          rel="noopener noreferrer"
          size="xs"
          variant="default"
          rightSection={<ExternalLink size={14} aria-hidden />}
        >
          {t('open', { platform })}
        </Button>
      )}
      {mayDelete && (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          leftSection={<Trash2 size={14} aria-hidden />}
          loading={actions.isBusy}
          onClick={() => void actions.remove(post, target)}
        >
          {t('delete', { platform })}
        </Button>
      )}
    </Group>
  )
}
