import type { Sandbox } from '../core/sandbox.ts'

/** The public URL of a post. */
export function permalink(sandbox: Sandbox, username: string, code: string): string {
  return `${sandbox.origin()}/facebook/www/${username}/posts/${code}`
}
