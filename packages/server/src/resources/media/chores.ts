import type { Chore } from '../../jobs/chores.ts'
import { sweepIncoming } from './incoming.ts'
import { removeFiles } from './removals.ts'

/** What keeps the store free of files that belong to nothing. */
export const mediaChores: readonly Chore[] = [
  {
    name: 'media_removals',
    everyMs: 600_000,
    run: (ctx) => removeFiles(ctx, { due: ctx.clock.now() }),
  },
  { name: 'media_incoming', everyMs: 3_600_000, run: sweepIncoming },
]
