import type { PlatformValue } from '@postern/sdk'
import { PlatformMark } from '../../parts/platform-mark.tsx'

/** The number of platforms that fit into a narrow chip. */
const platformsMax = 4

type Props = { of: readonly PlatformValue[]; size: number }

/** Icons of platforms in a row; of more than fit, the first and the number of the others. */
export function Platforms({ of: platforms, size }: Props) {
  const shown = platforms.length > platformsMax ? platformsMax - 1 : platformsMax
  return (
    <>
      {platforms.slice(0, shown).map((platform, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two accounts can be on one platform.
        <PlatformMark key={at} platform={platform} size={size} />
      ))}
      {platforms.length > shown && <span className="chip-rest">+{platforms.length - shown}</span>}
    </>
  )
}
