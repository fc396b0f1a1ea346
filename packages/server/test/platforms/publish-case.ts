import type { PlatformValue } from '../../src/core/networks.ts'
import type { PlatformErrorKind } from '../../src/platforms/contract/errors.ts'
import type { PostContent } from '../../src/platforms/contract/publish.ts'
import type { Files } from './publish-files.ts'

/** A platform's input for the publish conformance suite; see `publishCases`. */
export type PublishCase = {
  value: PlatformValue
  /** All kinds of posts; faults are tested with the first one. */
  posts: readonly {
    name: string
    content(files: Files): Partial<PostContent>
    /** The expected post in the sandbox (`GET /control/posts`). */
    expected: Readonly<Record<string, unknown>>
    /** The commit is the first call, so no preparation can fail. */
    isPreparedWithoutCall?: true
  }[]
  /** A post whose file cannot be fetched; `null` if the platform fetches no files. */
  unreachable: ((files: Files) => Partial<PostContent>) | null
  /** The sandbox's name of the call that makes the first post public. */
  commitCall: string
  /** The response of a refused commit that may have published the post all the same. */
  refusal?: { status: number; body: object }
  /** The sandbox's name of the call that deletes a post; missing if the platform has none. */
  removeCall?: string
  /** Names of POST calls that write nothing. */
  readOnlyPosts: readonly string[]
  /** The permission that publishing requires. */
  permission: string
  /** The permission that preparing the first post requires, if it is another one. */
  preparePermission?: string
  /** The commit sends no token, so lost access shows only in other steps. */
  isCommitWithoutToken?: true
  /** Actions of the person that end the access, and the resulting error kind. */
  accessLosses: readonly (readonly [action: string, kind: PlatformErrorKind])[]
}
