import { Anchor, Text } from '@mantine/core'
import type { Post, Target } from '@postern/sdk'
import { useMessages } from '../../../messages/messages.ts'
import { platformName } from '../../../parts/platform-mark.tsx'
import { safeUrl } from '../../../parts/safe-url.ts'
import { detailMessages } from '../../../post/detail-messages.ts'
import { isLive } from '../../../post/post-state.ts'

type Props = { post: Post; target: Target }

/** Says why the preview lacks the post's files, and links to the post if it is live. */
export function PreviewNote({ post, target }: Props) {
  const t = useMessages(detailMessages)
  const permalink = safeUrl(target.permalink)
  const platform = platformName(target.platform)
  return (
    <Text size="sm" ta="center" c="inherit">
      {post.source === 'external' ? t('publishedOutside', { platform }) : t('filesDeleted')}
      {permalink && isLive(target) && (
        <Anchor
          href={permalink}
          target="_blank"
          rel="noopener noreferrer"
          inherit
          display="block"
          c="inherit"
          td="underline"
        >
          {t('viewThere')}
        </Anchor>
      )}
    </Text>
  )
}
