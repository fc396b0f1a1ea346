import './quick-view.css'
import { Box, Drawer, Popover } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import type { Post } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { calendarMessages } from './messages.ts'
import { QuickViewContent } from './quick-view-content.tsx'

const widthPx = 440

export type OpenPost = { post: Post; element: HTMLElement; anchor: HTMLElement }

type Props = {
  open: OpenPost
  isNarrow: boolean
  onReschedule: (post: Post) => void
  onClose: () => void
}

/**
 * A post next to where it was clicked, or at the bottom of a phone. Closing it returns the focus to
 * the post, also if it was moved.
 */
export function QuickView({
  open: { post, element, anchor },
  isNarrow,
  onReschedule,
  onClose,
}: Props) {
  const t = useMessages(calendarMessages)
  const close = () => {
    onClose()
    const moved = document.querySelector<HTMLElement>(`[data-event-id="${post.id}"]`)
    setTimeout(() => (element.isConnected ? element : moved)?.focus())
  }
  // The popover hears Escape only once the focus is inside, which takes a moment.
  useWindowEvent('keydown', ({ key, target }) => {
    if (key === 'Escape' && (target === element || target === document.body)) close()
  })
  const content = (
    <QuickViewContent
      post={post}
      onClose={close}
      onReschedule={() => {
        close()
        onReschedule(post)
      }}
    />
  )
  if (isNarrow) {
    return (
      <Drawer.Root opened onClose={close} position="bottom" size="auto" returnFocus={false}>
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('quickView')} h="auto" mah="85dvh">
          <Drawer.Body pt="md" pb={0} className="quick-view-sheet">
            {content}
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    )
  }
  const { left, top, width, height } = anchor.getBoundingClientRect()
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && close()}
      position="right"
      width={widthPx}
      shadow="lg"
      trapFocus
      withRoles={false}
      // An entry of the list leaves no room beside it; then the view covers a part of it.
      middlewares={{ flip: true, shift: { crossAxis: true } }}
    >
      <Popover.Target>
        <Box pos="fixed" style={{ left, top, width, height, pointerEvents: 'none' }} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('quickView')} className="quick-view">
        {content}
      </Popover.Dropdown>
    </Popover>
  )
}
