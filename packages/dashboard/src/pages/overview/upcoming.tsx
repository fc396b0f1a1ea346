import { DataState } from '../../parts/data-state.tsx'
import { NextPostList, NextPostsFrame } from '../../post/next-posts.tsx'
import { useOverview } from '../../session/use-overview.ts'

/** The next scheduled posts of the clients that are selected. */
export function Upcoming() {
  return (
    <NextPostsFrame>
      <DataState query={useOverview()} rows={5}>
        {({ next_posts, media, accounts, expired_accounts }) => (
          <NextPostList
            posts={next_posts ?? []}
            media={media ?? []}
            accountOf={(id) =>
              [accounts, expired_accounts]
                .flatMap((all) => all ?? [])
                .find((each) => each.id === id)
            }
          />
        )}
      </DataState>
    </NextPostsFrame>
  )
}
