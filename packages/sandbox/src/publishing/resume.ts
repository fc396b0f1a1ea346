import type { World } from '../core/world.ts'
import { fetchReel } from '../instagram/containers.ts'
import { fetchVideo } from '../threads/containers.ts'
import { resumePublications } from '../tiktok/progress.ts'

/** After a restart: downloads and webhooks that were under way go on. */
export function resumeWork(world: World): void {
  for (const container of world.state.containers.values()) {
    if (container.fetch !== 'pending') continue
    if (container.platform === 'threads') void fetchVideo(world, container)
    else void fetchReel(world, container)
  }
  resumePublications(world)
  void world.courier.settle()
}
