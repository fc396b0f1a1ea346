import { Button } from '@mantine/core'
import type { Target } from '@postern/sdk'
import { ExternalLink } from 'lucide-react'
import { useMessages } from '../messages/messages.ts'
import { platformName } from '../parts/platform-mark.tsx'
import { safeUrl } from '../parts/safe-url.ts'
import { detailMessages } from './detail-messages.ts'
import { isLive } from './post-state.ts'

/** Opens a live target on its platform; nothing for one without a URL. A row has short labels. */
export function OpenLink({ target, label }: { target: Target; label?: string }) {
  const t = useMessages(detailMessages)
  const permalink = safeUrl(target.permalink)
  if (!permalink || !isLive(target)) return null
  const platform = platformName(target.platform)
  const name = t('open', { platform })
  return (
    <Button
      component="a"
      href={permalink}
      target="_blank"
      rel="noopener noreferrer"
      size="xs"
      variant="default"
      aria-label={label && label !== platform ? `${name}: ${label}` : name}
      rightSection={<ExternalLink size={14} aria-hidden />}
    >
      {label ?? name}
    </Button>
  )
}
