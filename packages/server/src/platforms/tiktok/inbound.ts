import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { equalsSecret } from '../../security/secrets.ts'
import type { InboundAbility, InboundEvent, InboundRequest } from '../contract/inbound.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { parseJson, platformId } from '../wire/json.ts'

/**
 * Maximum signature age. TikTok retries for 72 hours and may not sign retries again, so late webhooks
 * must be accepted. Replays are harmless, as events are idempotent (tiktok.md §6).
 */
const ageMsMax = 73 * 3_600_000
const clockSkewMsMax = 300_000
/** `reason` of `authorization.removed`: revoked by the developer, so by us (tiktok.md §6). */
const revokedByDeveloper = 5

/** tiktok.md §6; `content` is a JSON string. */
const webhookBody = z.object({
  client_key: z.string(),
  event: z.string(),
  create_time: z.int().positive(),
  user_openid: z.string().min(1),
  content: z.string().nullish(),
})
type WebhookBody = z.infer<typeof webhookBody>

const removal = z.object({ reason: z.int().nullish() })
const publication = z.object({ publish_id: z.string().min(1), post_id: platformId.nullish() })

/** TikTok's webhooks (tiktok.md §6). They have no handshake and no `signed_request`. */
export function tiktokInbound({ app, now }: PlatformSetup): InboundAbility {
  return {
    readEvents: (request) => {
      if (!isSigned(request, app.clientSecret, now())) return null
      const parsed = webhookBody.safeParse(parseJson(request.body.toString('utf8')))
      if (!parsed.success) return []
      return parsed.data.client_key === app.clientId ? toEvents(parsed.data) : null
    },
  }
}

/** HMAC-SHA256 over `<t>.<body>`, in lowercase hexadecimal (tiktok.md §6). */
function isSigned({ headers, body }: InboundRequest, secret: string, now: Date): boolean {
  const parts = (headers['tiktok-signature'] ?? '').split(',').map((part) => part.trim())
  const signaturePart = (name: string) =>
    parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
  const time = signaturePart('t')
  if (!/^\d{1,12}$/.test(time)) return false
  const ageMs = now.getTime() - Number(time) * 1_000
  if (ageMs > ageMsMax || ageMs < -clockSkewMsMax) return false
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
  return equalsSecret(signaturePart('s'), expected)
}

function toEvents({ event, create_time, user_openid, content }: WebhookBody): InboundEvent[] {
  const eventContent = parseJson(content ?? '')
  switch (event) {
    case 'authorization.removed': {
      const parsed = removal.safeParse(eventContent)
      if (parsed.data?.reason === revokedByDeveloper) return []
      const at = new Date(create_time * 1_000)
      return [{ type: 'deauthorized', platformUserId: user_openid, at }]
    }
    case 'post.publish.complete':
    case 'post.publish.publicly_available': {
      const parsed = publication.safeParse(eventContent)
      if (!parsed.success) return []
      const { publish_id, post_id } = parsed.data
      const ids = { publishId: publish_id, platformPostId: post_id ?? null }
      return [{ type: 'published', platformAccountId: user_openid, ...ids }]
    }
    default:
      return []
  }
}
