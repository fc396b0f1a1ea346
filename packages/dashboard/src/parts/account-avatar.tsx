import { Avatar, Box } from '@mantine/core'
import type { AccountListItem } from '@postern/sdk'
import { useState } from 'react'
import { PlatformMark } from './platform-mark.tsx'
import { safeUrl } from './safe-url.ts'
import { initialsOf } from './visible-name.ts'

type Props = {
  account: Pick<AccountListItem, 'platform' | 'username' | 'avatar_url'>
  size?: number
}

/** The account's picture or initials, with the platform's icon. */
export function AccountAvatar({ account, size = 32 }: Props) {
  const url = safeUrl(account.avatar_url)
  // Avatar resets its own state in an effect, which can run after the error event.
  const [failed, setFailed] = useState<string | null>(null)
  const mark = Math.max(12, Math.round(size * 0.45))
  return (
    <Box pos="relative" w={size} h={size} style={{ flexShrink: 0 }}>
      <Avatar
        src={url === failed ? null : url}
        alt=""
        size={size}
        radius="xl"
        imageProps={{
          referrerPolicy: 'no-referrer',
          loading: 'lazy',
          onError: () => setFailed(url),
        }}
      >
        <span aria-hidden>{initialsOf(account.username, 1) || '@'}</span>
      </Avatar>
      <Box
        pos="absolute"
        bottom={-3}
        bg="var(--mantine-color-body)"
        style={{ insetInlineEnd: -5, borderRadius: 99, lineHeight: 0, padding: 1 }}
      >
        <PlatformMark platform={account.platform} size={mark} />
      </Box>
    </Box>
  )
}
