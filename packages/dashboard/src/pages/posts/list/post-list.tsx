import { Group, Stack } from '@mantine/core'
import type { Media, Post } from '@postern/sdk'
import { useSelection } from '../../../parts/use-selection.ts'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { ExportButton, type PostQuery } from '../bulk/export-button.tsx'
import { OrderButton } from './order.tsx'
import { PostTable } from './post-table.tsx'

type Props = { posts: readonly Post[]; media: readonly Media[]; filters: PostQuery }

/** The loaded posts, with what can be done to several at once. */
export function PostList({ posts, media, filters }: Props) {
  const selection = useSelection(posts)
  return (
    <Stack gap="xs">
      <BulkBar count={posts.length} selection={selection}>
        <Group gap={6} wrap="nowrap">
          <OrderButton />
          <ExportButton filters={filters} />
        </Group>
      </BulkBar>
      <PostTable posts={posts} media={media} selection={selection} />
    </Stack>
  )
}
