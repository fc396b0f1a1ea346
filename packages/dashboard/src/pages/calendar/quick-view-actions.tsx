import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { Ban, Ellipsis, PenLine, Send } from 'lucide-react'
import { useMessages } from '../../messages/messages.ts'
import { DuplicateButton } from '../../post/duplicate-button.tsx'
import { postMessages } from '../../post/messages.ts'
import { isCancelable, isEditable } from '../../post/post-state.ts'
import { usePostActions } from '../../post/use-post-actions.ts'
import { useMay } from '../../session/use-session.ts'
import { calendarMessages } from './messages.ts'

/** Edit first; what publishes or ends the post is in a menu and asks again. */
export function QuickViewActions({ post, onClose }: { post: Post; onClose: () => void }) {
  const t = useMessages(postMessages)
  const tc = useMessages(calendarMessages)
  const actions = usePostActions()
  const mayPublish = useMay('posts:write')
  const isAllowed = mayPublish || post.status === 'draft'
  const canEdit = isAllowed && isEditable(post)
  const canCancel = isAllowed && isCancelable(post)
  const canPublish = mayPublish && canEdit && post.targets.length > 0
  const closeAnd = (run: () => Promise<void>) => () => {
    onClose()
    void run()
  }
  return (
    <Group gap="xs" className="quick-view-actions">
      {canEdit && (
        <Button
          component={Link}
          to={'/posts/$id/edit' as never}
          params={{ id: post.id } as never}
          size="xs"
          leftSection={<PenLine size={14} aria-hidden />}
        >
          {t('edit')}
        </Button>
      )}
      <DuplicateButton post={post} size="xs" returns />
      <Button
        component={Link}
        to={'/posts/$id' as never}
        params={{ id: post.id } as never}
        size="xs"
        variant="default"
      >
        {tc('open')}
      </Button>
      {(canPublish || canCancel) && (
        <Menu position="bottom-end" withinPortal={false}>
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label={t('more')} ms="auto">
              <Ellipsis size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {canPublish && (
              <Menu.Item
                leftSection={<Send size={16} aria-hidden />}
                onClick={closeAnd(() => actions.publishNow(post))}
              >
                {t('publishNow')}
              </Menu.Item>
            )}
            {canCancel && (
              <Menu.Item
                color="var(--mantine-color-error)"
                leftSection={<Ban size={16} aria-hidden />}
                onClick={closeAnd(() => actions.cancel(post))}
              >
                {t(post.status === 'draft' ? 'discard' : 'cancel')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}
