import { Box, Group, Paper, Stack } from '@mantine/core'
import type { Media, Post } from '@postern/sdk'
import type { useSelection } from '../../../parts/use-selection.ts'
import { postStatusOf } from '../../../post/post-state.ts'
import { PostStatus } from '../../../post/post-status.tsx'
import { AccountStack } from './account-stack.tsx'
import { PostExcerpt } from './post-excerpt.tsx'
import { PostSelect } from './post-select.tsx'
import { PostTime } from './post-table.tsx'

type Props = {
  posts: readonly Post[]
  media: readonly Media[]
  selection: ReturnType<typeof useSelection<Post>>
}

/** The list of posts on narrow screens. */
export function PostCards({ posts, media, selection }: Props) {
  return (
    <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {posts.map((post) => (
        <Paper key={post.id} withBorder p="sm" component="li">
          <Stack gap="sm">
            <Group gap="sm" wrap="nowrap" align="flex-start">
              <PostSelect post={post} selection={selection} />
              <Box flex={1} miw={0}>
                <PostExcerpt post={post} media={media} />
              </Box>
            </Group>
            <AccountStack targets={post.targets} />
            <Group justify="space-between" gap="xs">
              <PostStatus value={postStatusOf(post)} />
              <PostTime post={post} />
            </Group>
          </Stack>
        </Paper>
      ))}
    </Stack>
  )
}
