import { Button, Checkbox, Group, Menu, Text } from '@mantine/core'
import type { Comment } from '@postern/sdk'
import { replyStatuses } from '@postern/sdk/contract'
import { ChevronDown } from 'lucide-react'
import { useProfileParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import type { useSelection } from '../../parts/use-selection.ts'
import { useMay } from '../../session/use-session.ts'
import { useAssignees } from './assignees.ts'
import classes from './inbox.module.css'
import { inboxMessages } from './messages.ts'
import { useBulkChange } from './use-bulk-change.ts'

type Props = {
  count: number
  /** How many of them have the status that the list is filtered by. */
  matching: number
  selection: ReturnType<typeof useSelection<Comment>>
  onRestore: (ids: readonly string[]) => void
}

/** Selects all loaded comments and changes the selected ones. Its height never changes. */
export function ListHead({ count, matching, selection, onRestore }: Props) {
  const t = useMessages(inboxMessages)
  const { selected } = selection
  const bulk = useBulkChange(selection.clear, onRestore)
  const canChange = useMay('comments:write')
  return (
    <Group className={classes.listHead} justify="space-between" wrap="nowrap" gap="xs">
      <Group gap="sm" wrap="nowrap" miw={0}>
        {canChange && (
          <Checkbox
            size="xs"
            aria-label={t('selectAll')}
            checked={selected.length > 0 && selected.length === count}
            indeterminate={selected.length > 0 && selected.length < count}
            onChange={selection.toggleAll}
          />
        )}
        <Text size="xs" c="dimmed" truncate role="status">
          {selected.length > 0
            ? t('selected', { count: selected.length })
            : t('loaded', { count: matching })}
        </Text>
      </Group>
      {canChange && selected.length > 0 && (
        <Group gap={6} wrap="nowrap" className="thumb-buttons">
          <Button
            size="compact-xs"
            variant="default"
            loading={bulk.isPending}
            onClick={() => bulk.change(selected, { reply_status: 'no_reply_needed' })}
          >
            {t('no_reply_needed')}
          </Button>
          <BulkMenu bulk={bulk} selected={selected} />
        </Group>
      )}
    </Group>
  )
}

type MenuProps = { bulk: ReturnType<typeof useBulkChange>; selected: readonly Comment[] }

function BulkMenu({ bulk, selected }: MenuProps) {
  const t = useMessages(inboxMessages)
  const [profile] = useProfileParam()
  const assignees = useAssignees(profile)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="default"
          disabled={bulk.isPending}
          rightSection={<ChevronDown size={12} aria-hidden />}
        >
          {t('more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('setStatus')}</Menu.Label>
        {replyStatuses.map((status) => (
          <Menu.Item key={status} onClick={() => bulk.change(selected, { reply_status: status })}>
            {t(status)}
          </Menu.Item>
        ))}
        <Menu.Label>{t('assignTo')}</Menu.Label>
        {assignees.map(({ id, name, isYou }) => (
          <Menu.Item key={id} onClick={() => bulk.change(selected, { assigned_to: id })}>
            {isYou ? t('you', { name }) : name}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => bulk.change(selected, { assigned_to: null })}>
          {t('unassigned')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
