import { Group, Text, VisuallyHidden } from '@mantine/core'
import type { PlatformValue } from '@postern/sdk'
import { allPlatforms, platformOf } from '../api/platforms.ts'

/** The name as people write it. */
export function platformName(platform: PlatformValue): string {
  return platformOf(platform)?.name ?? platform
}

/** Every platform, for a field that chooses among them. */
export function platformChoices(): { value: PlatformValue; label: string }[] {
  return allPlatforms().map(({ platform, name }) => ({ value: platform, label: name }))
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
        <path d={platformOf(platform)?.mark} />
      </svg>
      <VisuallyHidden>{platformName(platform)}</VisuallyHidden>
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
