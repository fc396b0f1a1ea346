import { Box, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { useMessages } from '../messages/messages.ts'
import { clientMessages } from './client-messages.ts'
import { PlatformMark } from './platform-mark.tsx'
import { accountHandle } from './visible-name.ts'

const shownMax = 6

/** The platforms of a client's accounts; a red dot marks those that must be reconnected. */
export function AccountMarks({ accounts }: { accounts: readonly Account[] }) {
  const t = useMessages(clientMessages)
  if (accounts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('noAccounts')}
      </Text>
    )
  }
  return (
    <Group gap={8} wrap="nowrap">
      {accounts.slice(0, shownMax).map((account) => {
        const isExpired = account.status === 'expired'
        const label = `${accountHandle(account)}${isExpired ? ` · ${t('expired')}` : ''}`
        return (
          <Tooltip
            key={account.id}
            label={label}
            events={{ hover: true, focus: false, touch: true }}
          >
            <Box pos="relative" style={{ display: 'inline-flex', zIndex: 1 }}>
              <PlatformMark platform={account.platform} size={20} />
              <VisuallyHidden>{label}</VisuallyHidden>
              {isExpired && (
                <Box
                  pos="absolute"
                  top={-3}
                  w={9}
                  h={9}
                  bg="var(--mantine-color-error)"
                  style={{
                    insetInlineEnd: -4,
                    borderRadius: 9,
                    border: '2px solid var(--mantine-color-body)',
                    boxSizing: 'content-box',
                  }}
                />
              )}
            </Box>
          </Tooltip>
        )
      })}
      {accounts.length > shownMax && (
        <Text size="sm" c="dimmed">
          +{accounts.length - shownMax}
        </Text>
      )}
    </Group>
  )
}
