import type { PlatformValue } from '../../src/core/networks.ts'
import type { PlatformErrorKind } from '../../src/platforms/errors.ts'
import type { PostContent } from '../../src/platforms/publish.ts'
import type { Files } from './publish-conformance-files.ts'

/** What the publish conformance suite needs to know of a platform; one line in `publishCases`. */
export type PublishCase = {
  value: PlatformValue
  /** Everything that can be published; the first one is what the faults are played on. */
  posts: readonly {
    name: string
    content(files: Files): Partial<PostContent>
    /** How the sandbox keeps it (`GET /control/posts`). */
    seen: Readonly<Record<string, unknown>>
    /** Nothing in the platform's lists tells it from another post. */
    isUnfindable?: true
  }[]
  /** A post whose file cannot be fetched, `null` where the platform fetches none. */
  unreachable: ((files: Files) => Partial<PostContent>) | null
  /** The name of the call that makes the first post public, as in the sandbox's log. */
  commitCall: string
  /** Calls that are POSTs and change nothing. */
  readingPosts: readonly string[]
  /** Whether the platform says for certain that a commit did not happen. */
  isCertain: boolean
  /** The permission without which nothing is published. */
  permission: string
  /** The commit carries no token: that the access ended shows in every other step. */
  isCommitBlind?: true
  /** What the person can do, and the error that follows. */
  endings: readonly (readonly [action: string, kind: PlatformErrorKind])[]
}
