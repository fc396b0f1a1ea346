import type { PlatformComment } from './comments.ts'

export type InboundRequest = {
  headers: Readonly<Record<string, string | undefined>>
  query: URLSearchParams
  /** The raw bytes: signatures are over them. */
  body: Buffer
}

/** What a platform tells us by itself. Every one is a hint: polling would find it too. */
export type InboundEvent =
  | {
      type: 'comment'
      /** The account it happened on, by one of its ids on the platform. */
      platformAccountId: string
      platformPostId: string
      /** Whole where the platform sends all of it, else `null`: then the post is read. */
      comment: PlatformComment | null
    }
  | { type: 'comment_deleted'; platformAccountId: string; platformCommentId: string }
  | { type: 'deauthorized'; platformUserId: string; at: Date | null }
  | {
      type: 'published'
      platformAccountId: string
      publishId: string
      platformPostId: string | null
    }

export type InboundAbility = {
  /** The answer to a platform's handshake (`hub.challenge`), or `null` when the token is not ours. */
  handshake?(query: URLSearchParams, verifyToken: string): string | null
  /** The events of a delivery whose signature holds, else `null`. Unknown kinds are left out. */
  readEvents(request: InboundRequest): InboundEvent[] | null
  /** Subscribes an account after it was connected, where the platform needs that. */
  subscribe?(input: { access: string; platformAccountId: string }): Promise<void>
  /** The person of a valid `signed_request` (deauthorize, data deletion), else `null`. */
  readSignedRequest?(signedRequest: string): { platformUserId: string; issuedAt: Date } | null
}
