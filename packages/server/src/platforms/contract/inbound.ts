import type { PlatformComment } from './comments.ts'

export type InboundRequest = {
  headers: Readonly<Record<string, string | undefined>>
  query: URLSearchParams
  /** The raw bytes: signatures are over them. */
  body: Buffer
}

/** A platform webhook event. None is essential: polling finds the same changes later. */
export type InboundEvent =
  | {
      type: 'comment'
      /** One of the account's ids at the platform. */
      platformAccountId: string
      platformPostId: string
      /** `null` if the platform sends only a reference; the post's comments are then read. */
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
  /** The response to a subscription handshake (`hub.challenge`); `null` if the verify token is wrong. */
  handshake?(query: URLSearchParams, verifyToken: string): string | null
  /** The events of a request with a valid signature, else `null`. Unknown event types are omitted. */
  readEvents(request: InboundRequest): InboundEvent[] | null
  /** Subscribes a newly connected account to webhooks, if the platform requires it. */
  subscribe?(input: { access: string; platformAccountId: string }): Promise<void>
  /** The user of a valid `signed_request` (deauthorize, data deletion), else `null`. */
  readSignedRequest?(signedRequest: string): { platformUserId: string; issuedAt: Date } | null
}
