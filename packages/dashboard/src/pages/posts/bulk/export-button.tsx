import { Button } from '@mantine/core'
import type { Client, Post } from '@postern/sdk'
import { Download } from 'lucide-react'
import { useAction } from '../../../api/use-data.ts'
import { useMessages } from '../../../messages/messages.ts'
import { downloadCsv } from '../../../parts/download.ts'
import { notifyRefusal } from '../../../parts/notify.tsx'
import { clockDay } from '../../../parts/time-zone.ts'
import { useAccountOf } from '../../../session/use-accounts.ts'
import { useProfileName } from '../../../session/use-profiles.ts'
import { bulkMessages } from './messages.ts'
import { postsCsv } from './post-csv.ts'

const postsMax = 10_000

export type PostQuery = Parameters<Client['posts']['list']>[0]

/** Saves all posts of the list, not only those on the screen; at most 10,000. */
export function ExportButton({ filters }: { filters: PostQuery }) {
  const t = useMessages(bulkMessages)
  const save = useSaveCsv()
  const read = useAction((client) => readAll(client, filters), {
    topics: [],
    onSuccess: (posts) => {
      save(posts.slice(0, postsMax))
      if (posts.length > postsMax) notifyRefusal(t('exportMax', { count: postsMax }))
    },
  })
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Download size={14} aria-hidden />}
      loading={read.isPending}
      onClick={() => read.mutate(undefined)}
    >
      {t('exportCsv')}
    </Button>
  )
}

/** Returns a function that saves posts as a CSV file. */
export function useSaveCsv(): (posts: readonly Post[]) => void {
  const profileName = useProfileName()
  const accountOf = useAccountOf()
  return (posts) => {
    const text = postsCsv(posts, { profileName, accountOf })
    const name = `posts-${clockDay().format('YYYY-MM-DD')}.csv`
    downloadCsv(text, name)
  }
}

/** All posts that match, and one more than the most that a file has. */
async function readAll(client: Client, filters: PostQuery): Promise<Post[]> {
  const posts: Post[] = []
  for await (const post of client.posts.list({ ...filters, limit: 100 })) {
    if (posts.push(post) > postsMax) break
  }
  return posts
}
