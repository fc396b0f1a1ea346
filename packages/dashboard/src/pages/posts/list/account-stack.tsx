import { Box, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import type { Target } from '@postern/sdk'
import { AccountAvatar } from '../../../parts/account-avatar.tsx'
import { platformName } from '../../../parts/platform-mark.tsx'
import { useTargetAccount } from '../../../post/use-target-account.ts'

const shownMax = 4
const size = 28

/** The accounts of a post as overlapping pictures; a single account with its name. */
export function AccountStack({ targets }: { targets: readonly Target[] }) {
  const accountOf = useTargetAccount()
  const [first] = targets
  if (!first) return null
  if (targets.length === 1) {
    const account = accountOf(first)
    return (
      <Group gap={10} wrap="nowrap" miw={0}>
        <AccountAvatar account={account} size={size} />
        <Text size="sm" truncate dir="auto">
          {account.username}
        </Text>
      </Group>
    )
  }
  return (
    <Group gap={0} wrap="nowrap">
      {targets.slice(0, shownMax).map((target) => {
        const account = accountOf(target)
        return (
          <Tooltip
            key={target.id}
            label={`${platformName(account.platform)} · ${account.username}`}
            events={{ hover: true, focus: false, touch: true }}
          >
            <Box style={{ marginInlineEnd: 6 }}>
              <AccountAvatar account={account} size={size} />
              <VisuallyHidden>{account.username}</VisuallyHidden>
            </Box>
          </Tooltip>
        )
      })}
      {targets.length > shownMax && (
        <Text size="sm" c="dimmed" ml={4}>
          +{targets.length - shownMax}
        </Text>
      )}
    </Group>
  )
}
