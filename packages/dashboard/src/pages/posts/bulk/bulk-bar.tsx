import '../../../parts/bulk-bar.css'
import { ActionIcon, Button, Checkbox, Group, Menu, Progress, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Post } from '@postern/sdk'
import { CalendarClock, Copy, Download, Ellipsis, Tag, UserCheck, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { selectedMax, type useSelection } from '../../../parts/use-selection.ts'
import { isCancelable, isEditable, isReschedulable } from '../../../post/post-state.ts'
import { useMay } from '../../../session/use-session.ts'
import { ApprovalDialog } from './approval-dialog.tsx'
import { useSaveCsv } from './export-button.tsx'
import { FailuresDialog } from './failures-dialog.tsx'
import { bulkMessages } from './messages.ts'
import { RescheduleDialog } from './reschedule-dialog.tsx'
import { TagsDialog } from './tags-dialog.tsx'
import { useBulkActions } from './use-bulk-actions.ts'

type Props = {
  count: number
  selection: ReturnType<typeof useSelection<Post>>
  /** Shown at the end while nothing is selected. */
  children?: ReactNode
}

/** Selects all loaded posts and changes the selected ones; it stays in view while scrolling. */
export function BulkBar({ count, selection, children }: Props) {
  const t = useMessages(bulkMessages)
  const { selected } = selection
  const actions = useBulkActions(selection.clear)
  const { progress } = actions
  const total = selected.length
  const [dialog, setDialog] = useState<'reschedule' | 'tags' | 'approval' | null>(null)
  const allowed = useAllowed(selected)
  const close = () => setDialog(null)
  return (
    <Group
      className="bulk-bar"
      justify="space-between"
      gap="sm"
      data-selected={total > 0 || undefined}
    >
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Checkbox
          size="md"
          aria-label={t('selectAll')}
          checked={total > 0 && total === Math.min(count, selectedMax)}
          indeterminate={total > 0 && total < Math.min(count, selectedMax)}
          disabled={progress !== null}
          onChange={selection.toggleAll}
        />
        <Text size="sm" c="dimmed" truncate role="status">
          {total === selectedMax && count > selectedMax
            ? t('selectionMax', { count: total })
            : total > 0
              ? t('selected', { count: total })
              : t('selectAll')}
        </Text>
      </Group>
      {progress ? (
        <Working {...progress} />
      ) : total > 0 ? (
        <Actions
          selected={selected}
          allowed={allowed}
          onReschedule={() => setDialog('reschedule')}
          onTags={() => setDialog('tags')}
          onApproval={() => setDialog('approval')}
          onDuplicate={() => actions.duplicate(selected)}
          onCancel={() => void actions.cancel(allowed.cancel)}
        />
      ) : (
        children
      )}
      {dialog === 'reschedule' && (
        <RescheduleDialog
          posts={allowed.reschedule}
          selectedCount={total}
          onClose={close}
          onSave={(moves) => {
            close()
            actions.reschedule(moves)
          }}
        />
      )}
      {dialog === 'tags' && (
        <TagsDialog
          posts={allowed.edit}
          selectedCount={total}
          onClose={close}
          onSave={(posts, change) => {
            close()
            actions.tag(posts, change)
          }}
        />
      )}
      {dialog === 'approval' && (
        <ApprovalDialog
          posts={allowed.edit}
          selectedCount={total}
          onClose={(isDone) => {
            close()
            if (isDone) selection.clear()
          }}
        />
      )}
      {actions.failures && (
        <FailuresDialog failures={actions.failures} onClose={actions.dismissFailures} />
      )}
    </Group>
  )
}

type Allowed = { [Action in 'reschedule' | 'edit' | 'cancel']: Post[] }

/** The selected posts that each action can still change; a contributor changes only drafts. */
function useAllowed(selected: readonly Post[]): Allowed {
  const canPublish = useMay('posts:write')
  const mine = selected.filter(({ status }) => canPublish || status === 'draft')
  return {
    reschedule: mine.filter(isReschedulable),
    edit: mine.filter(isEditable),
    cancel: mine.filter(isCancelable),
  }
}

function Working({ finished, total }: { finished: number; total: number }) {
  const t = useMessages(bulkMessages)
  const text = t('working', { finished, total })
  return (
    <Group gap="sm" wrap="nowrap">
      <Progress.Root w={{ base: 90, sm: 180 }}>
        <Progress.Section value={(100 * finished) / total} aria-label={text} />
      </Progress.Root>
      <Text size="sm" style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {text}
      </Text>
    </Group>
  )
}

type ActionsProps = {
  selected: readonly Post[]
  allowed: Allowed
  onReschedule: () => void
  onTags: () => void
  onApproval: () => void
  onDuplicate: () => void
  onCancel: () => void
}

/** Buttons on wide screens; on narrow ones all but the first are in a menu. */
function Actions(props: ActionsProps) {
  const { selected, allowed, onReschedule, onTags, onApproval, onDuplicate, onCancel } = props
  const t = useMessages(bulkMessages)
  const save = useSaveCsv()
  const canPublish = useMay('posts:write')
  const isWide = useMediaQuery('(min-width: 84em)', true, { getInitialValueInEffect: false })
  const approval = {
    leftSection: <UserCheck size={14} aria-hidden />,
    disabled: allowed.edit.length === 0,
    onClick: onApproval,
    children: t('approvalLink'),
  }
  const rest = [
    { key: 'editTags', icon: Tag, run: onTags, isOff: allowed.edit.length === 0 },
    { key: 'duplicate', icon: Copy, run: onDuplicate, isOff: false },
    { key: 'exportCsv', icon: Download, run: () => save(selected), isOff: false },
    { key: 'cancelPosts', icon: X, run: onCancel, isOff: allowed.cancel.length === 0 },
  ] as const
  const colorOf = (key: string) => (key === 'cancelPosts' ? { color: 'red' } : {})
  return (
    <Group gap={6} wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        leftSection={isWide && <CalendarClock size={14} aria-hidden />}
        disabled={allowed.reschedule.length === 0}
        onClick={onReschedule}
      >
        {t('reschedule')}
      </Button>
      {canPublish && <Button size="xs" variant="default" visibleFrom="md" {...approval} />}
      {isWide ? (
        rest.map(({ key, icon: Icon, run, isOff }) => (
          <Button
            key={key}
            size="xs"
            variant={key === 'cancelPosts' ? 'light' : 'default'}
            {...colorOf(key)}
            leftSection={<Icon size={14} aria-hidden />}
            disabled={isOff}
            onClick={run}
          >
            {t(key, { count: allowed.cancel.length })}
          </Button>
        ))
      ) : (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label={t('more')}>
              <Ellipsis size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {canPublish && <Menu.Item hiddenFrom="md" {...approval} />}
            {rest.map(({ key, icon: Icon, run, isOff }) => (
              <Menu.Item
                key={key}
                {...colorOf(key)}
                leftSection={<Icon size={14} aria-hidden />}
                disabled={isOff}
                onClick={run}
              >
                {t(key, { count: allowed.cancel.length })}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}
