import { Box, Group, isLightColor, Text, type TextProps } from '@mantine/core'
import { profileColor } from './profile-color.ts'
import { initialsOf } from './visible-name.ts'

export type MarkedProfile = { id: string; name: string; color: string | null }

/** The luminance above which black text has more contrast than white. */
const blackTextFrom = 0.179

type Props = { profile: MarkedProfile; size?: number }

/**
 * A square in the profile's color with its initials; decorative, next to the name. The initials are
 * generated content, so that they are no part of the visible label of a button.
 */
export function ProfileMark({ profile, size = 20 }: Props) {
  const color = profileColor(profile)
  return (
    <Box
      component="span"
      aria-hidden
      className="profile-mark"
      data-initials={initialsOf(profile.name)}
      w={size}
      h={size}
      bg={color}
      c={isLightColor(color, blackTextFrom) ? 'black' : 'white'}
      fz={Math.round(size * 0.45)}
      fw={700}
      style={{
        display: 'inline-flex',
        alignItems: 'center',
        justifyContent: 'center',
        flexShrink: 0,
        lineHeight: 1,
        userSelect: 'none',
        borderRadius: Math.round(size * 0.25),
      }}
    />
  )
}

type LabelProps = TextProps & { profile: MarkedProfile; markSize?: number }

/** A client's name with its mark, on one line. */
export function ProfileLabel({ profile, markSize = 16, ...text }: LabelProps) {
  return (
    <Group component="span" display="inline-flex" gap={6} wrap="nowrap" miw={0} maw="100%">
      <ProfileMark profile={profile} size={markSize} />
      <Text component="span" truncate dir="auto" size="xs" c="dimmed" miw={0} {...text}>
        {profile.name}
      </Text>
    </Group>
  )
}
