import { ActionIcon, Group, Menu } from '@mantine/core'
import type { Post, Target } from '@postern/sdk'
import { Ellipsis, Trash2 } from 'lucide-react'
import { useMessages } from '../../../messages/messages.ts'
import { platformName } from '../../../parts/platform-mark.tsx'
import { safeUrl } from '../../../parts/safe-url.ts'
import { useAccountOf } from '../../../session/use-accounts.ts'
import { useMay } from '../../../session/use-session.ts'
import { detailMessages } from '../parts/detail-messages.ts'
import { postMessages } from '../parts/messages.ts'
import { usePostActions } from '../parts/use-post-actions.ts'
import { isLive, OpenLink } from './open-link.tsx'

/** Opens a published target on its platform; a menu deletes it there. */
export function TargetActions({ post, target }: { post: Post; target: Target }) {
  const t = useMessages(detailMessages)
  const tp = useMessages(postMessages)
  const actions = usePostActions()
  const account = useAccountOf()(target.account_id)
  const mayDelete = useMay('posts:write') && account?.capabilities.delete
  if (!isLive(target) || !(safeUrl(target.permalink) || mayDelete)) return null
  return (
    <Group gap="xs">
      <OpenLink target={target} />
      {mayDelete && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              variant="default"
              size={30}
              aria-label={tp('more')}
              loading={actions.isBusy}
            >
              <Ellipsis size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              color="red"
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={() => void actions.remove(post, target)}
            >
              {t('delete', { platform: platformName(target.platform) })}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}
