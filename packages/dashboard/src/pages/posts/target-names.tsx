import { Flex, Group, Text } from '@mantine/core'
import type { Target } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { AccountName } from '../../parts/platform-mark.tsx'
import { useAccountOf } from '../../session/use-accounts.ts'
import { PostStatus } from './post-status.tsx'
import { postWords } from './words.ts'

const shownMax = 3

type Props = {
  targets: readonly Target[]
  /** Beside each other instead of below each other. */
  isInline?: boolean
}

/** The accounts of a post; each with its status where they differ. */
export function TargetNames({ targets, isInline = false }: Props) {
  const t = useMessages(postWords)
  const accountOf = useAccountOf()
  const differ = new Set(targets.map(({ status }) => status)).size > 1
  return (
    <Flex
      direction={isInline ? 'row' : 'column'}
      wrap={isInline ? 'wrap' : 'nowrap'}
      gap={isInline ? '4px 12px' : 4}
      miw={0}
    >
      {targets.slice(0, shownMax).map(({ id, account_id, platform, status }) => (
        <Group key={id} gap={6} miw={0}>
          <Text size="sm" component="div" miw={0}>
            <AccountName
              platform={platform}
              username={accountOf(account_id)?.username ?? t('otherAccount')}
            />
          </Text>
          {differ && <PostStatus value={status} />}
        </Group>
      ))}
      {targets.length > shownMax && (
        <Text size="xs" c="dimmed">
          +{targets.length - shownMax}
        </Text>
      )}
    </Flex>
  )
}
