import type { Client, Post } from '@postern/sdk'
import { useState } from 'react'
import { type ActionOptions, useAction } from '../../../api/use-data.ts'
import { type NoticeAction, notifySuccess } from '../../../parts/notify.tsx'
import { type Outcomes, runAll } from '../../../parts/run-all.ts'

export type Changed = { before: Post; after: Post }

type Run = {
  posts: readonly Post[]
  change: (client: Client, post: Post) => Promise<Post>
  /** The message and its actions, for the posts that were changed. */
  success: (changed: Changed[]) => { message: string; action?: NoticeAction }
}

/** What could not be changed, and how many others were. */
export type Failures = { failed: Outcomes<Post, Post>['failed']; doneCount: number }

/** Changes several posts and counts on the way; what fails is kept until it is dismissed. */
export function useBulkRun(onDone: () => void) {
  const [finished, setFinished] = useState(0)
  const [failures, setFailures] = useState<Failures | null>(null)
  const runPosts = async (client: Client, run: Run) => {
    const { posts, change } = run
    return { run, ...(await runAll(posts, (post) => change(client, post), setFinished)) }
  }
  const options: ActionOptions<Run, Awaited<ReturnType<typeof runPosts>>> = {
    topics: ['posts'],
    isExclusive: true,
    onSuccess: ({ run, done, failed }) => {
      onDone()
      const changed = done.map(({ item, result }) => ({ before: item, after: result }))
      const { message, action: offer } = run.success(changed)
      if (changed.length > 0) notifySuccess(message, ...(offer ? [offer] : []))
      if (failed.length > 0) setFailures({ failed, doneCount: done.length })
    },
  }
  const action = useAction(runPosts, options)
  // Apart, because it is offered while the action is still pending: the list is read again.
  const undoing = useAction(runPosts, options)
  const start = ({ mutate }: typeof action) => {
    return (run: Run) => {
      setFinished(0)
      mutate(run)
    }
  }
  const pending = [undoing, action].find(({ isPending }) => isPending)
  return {
    progress: pending ? { finished, total: pending.variables?.posts.length ?? 0 } : null,
    failures,
    dismissFailures: () => setFailures(null),
    run: start(action),
    undo: start(undoing),
  }
}
