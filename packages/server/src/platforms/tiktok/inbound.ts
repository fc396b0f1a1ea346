import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { equalsSecret } from '../../security/secrets.ts'
import type { InboundAbility, InboundEvent, InboundRequest } from '../inbound.ts'
import { parseJson, platformId } from '../json.ts'
import type { PlatformSetup } from '../platform.ts'

/**
 * How old a signature may be, and how far ahead its clock; TikTok leaves it open. It delivers for 72
 * hours, and whether it signs each attempt anew is not said: what comes late after an outage has to be
 * believed. One that comes again changes nothing (tiktok.md §6).
 */
const ageMsMax = 73 * 3_600_000
const aheadMsMax = 300_000
/** Of `authorization.removed`: the developer, that is we, gave the access back (tiktok.md §6). */
const removedByUs = 5

/** tiktok.md §6; `content` is JSON in a text. */
const delivery = z.object({
  client_key: z.string(),
  event: z.string(),
  create_time: z.int().positive(),
  user_openid: z.string().min(1),
  content: z.string().nullish(),
})
type Delivery = z.infer<typeof delivery>

const removal = z.object({ reason: z.int().nullish() })
const publication = z.object({ publish_id: z.string().min(1), post_id: platformId.nullish() })

/** What TikTok sends by itself (tiktok.md §6). It has no handshake and no `signed_request`. */
export function tiktokInbound({ app, now }: PlatformSetup): InboundAbility {
  return {
    readEvents: (request) => {
      if (!isSigned(request, app.clientSecret, now())) return null
      const read = delivery.safeParse(parseJson(request.body.toString('utf8')))
      if (!read.success) return []
      return read.data.client_key === app.clientId ? eventsOf(read.data) : null
    },
  }
}

/** HMAC-SHA256 over `t.body`, in lowercase hexadecimal (tiktok.md §6). */
function isSigned({ headers, body }: InboundRequest, secret: string, now: Date): boolean {
  const parts = (headers['tiktok-signature'] ?? '').split(',').map((part) => part.trim())
  const partOf = (name: string) =>
    parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
  const time = partOf('t')
  if (!/^\d{1,12}$/.test(time)) return false
  const ageMs = now.getTime() - Number(time) * 1_000
  if (ageMs > ageMsMax || ageMs < -aheadMsMax) return false
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
  return equalsSecret(partOf('s'), expected)
}

function eventsOf({ event, create_time, user_openid, content }: Delivery): InboundEvent[] {
  const facts = parseJson(content ?? '')
  switch (event) {
    case 'authorization.removed': {
      const read = removal.safeParse(facts)
      if (read.data?.reason === removedByUs) return []
      const at = new Date(create_time * 1_000)
      return [{ type: 'deauthorized', platformUserId: user_openid, at }]
    }
    case 'post.publish.complete':
    case 'post.publish.publicly_available': {
      const read = publication.safeParse(facts)
      if (!read.success) return []
      const { publish_id, post_id } = read.data
      const ids = { publishId: publish_id, platformPostId: post_id ?? null }
      return [{ type: 'published', platformAccountId: user_openid, ...ids }]
    }
    default:
      return []
  }
}
