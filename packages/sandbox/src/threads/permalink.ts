import type { World } from '../core/world.ts'

/** The public address of a post. */
export function permalink(world: World, username: string, code: string): string {
  return `${world.origin()}/threads/www/@${username}/post/${code}`
}
