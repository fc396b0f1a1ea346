import { Group, Text, VisuallyHidden } from '@mantine/core'
import type { PlatformValue } from '@postern/sdk'
import type { ReactNode } from 'react'

export const platformNames: Record<PlatformValue, string> = {
  threads: 'Threads',
  instagram: 'Instagram',
  facebook: 'Facebook',
  tiktok: 'TikTok',
}

/** Simple marks of our own drawing, as on the hosted page. */
const shapes: Record<PlatformValue, ReactNode> = {
  threads: (
    <>
      <circle cx="12" cy="12" r="9.2" />
      <path d="M15.2 12a3.2 3.2 0 1 1-3.2-3.2A3.2 3.2 0 0 1 15.2 12v1.2a1.9 1.9 0 0 0 3.8 0" />
    </>
  ),
  instagram: (
    <>
      <rect x="3" y="3" width="18" height="18" rx="5.2" />
      <circle cx="12" cy="12" r="4.2" />
      <path d="M17 6.9v.2" />
    </>
  ),
  facebook: (
    <>
      <rect x="3" y="3" width="18" height="18" rx="5.2" />
      <path d="M12.6 21v-8.7c0-2.3 1.2-3.6 3.4-3.6h1M9.6 13.4h6.2" />
    </>
  ),
  tiktok: <path d="M13.2 3.2v11.9a3.9 3.9 0 1 1-3.9-3.9M13.2 3.2c.4 3 2.3 4.9 5.3 5.1" />,
}

/** The mark of a platform; its name is read to those who do not see it. */
export function PlatformMark({ platform, size = 18 }: { platform: PlatformValue; size?: number }) {
  return (
    <span style={{ display: 'inline-flex', flexShrink: 0 }}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.7}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {shapes[platform]}
      </svg>
      <VisuallyHidden>{platformNames[platform]}</VisuallyHidden>
    </span>
  )
}

/** An account as people know it: mark and name. */
export function AccountName({ platform, username }: { platform: PlatformValue; username: string }) {
  return (
    <Group gap={6} wrap="nowrap" miw={0} maw="100%" component="span" display="inline-flex">
      <PlatformMark platform={platform} />
      <Text span inherit truncate dir="auto">
        {username}
      </Text>
    </Group>
  )
}
