import type { Chore } from '../../jobs/chores.ts'
import { removeFiles } from './removals.ts'
import { deleteStaleIncoming } from './upload/incoming.ts'

/** Delete files that no media row refers to. */
export const mediaChores: readonly Chore[] = [
  {
    name: 'media_removals',
    everyMs: 600_000,
    run: (ctx) => removeFiles(ctx, { due: ctx.clock.now() }),
  },
  { name: 'media_incoming', everyMs: 3_600_000, run: deleteStaleIncoming },
]
