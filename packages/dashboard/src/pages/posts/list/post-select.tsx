import type { Post } from '@postern/sdk'
import { useMessages } from '../../../messages/messages.ts'
import { SelectBox } from '../../../parts/select-box.tsx'
import type { useSelection } from '../../../parts/use-selection.ts'
import { postMessages } from '../../../post/messages.ts'
import { excerptOf } from '../../../post/post-state.ts'
import { bulkMessages } from '../bulk/messages.ts'

const labelChars = 60

type Props = { post: Post; selection: ReturnType<typeof useSelection<Post>> }

/** The checkbox of a post, named by the beginning of its text. */
export function PostSelect({ post, selection }: Props) {
  const t = useMessages(bulkMessages)
  const tp = useMessages(postMessages)
  const text = excerptOf(post).slice(0, labelChars) || tp('noText')
  return (
    <SelectBox
      label={t('selectPost', { text })}
      isSelected={selection.has(post.id)}
      onSelect={(isRange) => selection.toggle(post.id, isRange)}
    />
  )
}
