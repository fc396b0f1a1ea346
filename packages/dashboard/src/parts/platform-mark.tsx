import { Group, Text, VisuallyHidden } from '@mantine/core'
import type { PlatformValue } from '@postern/sdk'
import { allPlatforms, platformOf } from '../api/platforms.ts'

export function platformName(platform: PlatformValue): string {
  return platformOf(platform)?.name ?? platform
}

/** Platforms as options of a select field. */
export function platformChoices(): { value: PlatformValue; label: string }[] {
  return allPlatforms().map(({ platform, name }) => ({ value: platform, label: name }))
}

/** Icon of a platform, with its name for screen readers. */
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

/** Platform icon and user name. */
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
