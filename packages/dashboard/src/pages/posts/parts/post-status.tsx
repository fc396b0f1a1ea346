import type { Post, Target } from '@postern/sdk'
import { useMessages } from '../../../messages/messages.ts'
import { Status } from '../../../parts/status.tsx'
import { postWords } from './words.ts'

/** The status of a post or a target, in words. */
export function PostStatus({ value }: { value: Post['status'] | Target['status'] }) {
  const t = useMessages(postWords)
  return <Status value={value} label={t(value)} />
}
