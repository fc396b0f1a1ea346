import { Group, Text } from '@mantine/core'
import type { Target } from '@postern/sdk'
import { useMessages } from '../messages/messages.ts'
import { AccountName } from '../parts/platform-mark.tsx'
import { Status } from '../parts/status.tsx'
import { postMessages } from './messages.ts'
import { type ShownPostStatus, targetStatusOf } from './post-state.ts'
import { useTargetAccount } from './use-target-account.ts'

export function PostStatus({ value }: { value: ShownPostStatus }) {
  const t = useMessages(postMessages)
  return <Status value={value} label={t(value)} />
}

const namesMax = 3

type NamesProps = { targets: readonly Target[]; max?: number; size?: 'xs' | 'sm' }

/** The accounts of a post in a row, with their statuses if these differ. */
export function TargetNames({ targets, max = namesMax, size = 'sm' }: NamesProps) {
  const accountOf = useTargetAccount()
  const differ = new Set(targets.map(targetStatusOf)).size > 1
  return (
    <Group gap="4px 12px" miw={0}>
      {targets.slice(0, max).map((target) => (
        <Group key={target.id} gap={6} miw={0}>
          <Text size={size} component="div" miw={0}>
            <AccountName {...accountOf(target)} />
          </Text>
          {differ && <PostStatus value={targetStatusOf(target)} />}
        </Group>
      ))}
      {targets.length > max && (
        <Text size="xs" c="dimmed">
          +{targets.length - max}
        </Text>
      )}
    </Group>
  )
}
