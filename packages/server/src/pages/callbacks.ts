import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Context } from '../context.ts'
import type { PlatformValue } from '../core/networks.ts'
import { readBytes } from '../http/body.ts'
import { callerOf } from '../http/caller.ts'
import {
  countUnauthenticated,
  countUnauthenticatedRequests,
  refuseUnauthenticated,
} from '../http/unauthenticated.ts'
import type { Vars } from '../http/vars.ts'
import {
  deletePlatformUserData,
  disconnectPlatformUser,
  findDataDeletion,
} from '../resources/accounts/platform-removal.ts'
import { cardPage } from './card.ts'
import { failurePage, noBrand, notFoundPage } from './error.ts'
import { chooseLanguage, messagesIn } from './language.ts'
import { fillText } from './markup.ts'
import { type PageCall, sendPage } from './page.ts'

const formBytesMax = 16_384
const codeShape = /^[A-Za-z0-9_-]{22}$/

/**
 * The callbacks that Meta calls when a person removes the app or requests the deletion of their data
 * (`signed_request`, threads.md §6.2), and the page that confirms the deletion. A request with an
 * invalid signature returns 403, changes nothing and counts against the limit of its IP address.
 */
export function callbackPages(ctx: Context): Hono<{ Variables: Vars }> {
  const pages = new Hono<{ Variables: Vars }>()
  pages.onError((err, call) => failurePage(ctx, call, err))
  pages.post('/platform-callbacks/:platform/deauthorize', async (call) => {
    const signed = await readSigned(ctx, call)
    if (!signed) return call.json({ error: 'invalid signed_request' }, 403)
    await disconnectPlatformUser(ctx, signed.platform, signed.platformUserId, signed.issuedAt)
    return call.json({ success: true })
  })
  pages.post('/platform-callbacks/:platform/data-deletion', async (call) => {
    const signed = await readSigned(ctx, call)
    if (!signed) return call.json({ error: 'invalid signed_request' }, 403)
    const { platform, platformUserId, issuedAt } = signed
    const { code } = await deletePlatformUserData(ctx, platform, platformUserId, issuedAt)
    const url = `${ctx.config.publicUrl}/data-deletion/${code}`
    return call.json({ url, confirmation_code: code })
  })
  pages.get('/data-deletion/:code', countUnauthenticatedRequests(ctx), async (call) => {
    const code = call.req.param('code')
    const deletion = codeShape.test(code) ? await findDataDeletion(ctx, code) : undefined
    if (!deletion) return await notFoundPage(ctx, call)
    return await confirmation(ctx, call, deletion)
  })
  return pages
}

async function readSigned(ctx: Context, call: PageCall) {
  const { ip } = callerOf(ctx.config, call)
  refuseUnauthenticated(ctx, ip)
  const platform = call.req.param('platform') as PlatformValue
  const inbound = ctx.platforms.get(platform)?.inbound
  const form = new URLSearchParams((await readBytes(call.req.raw, formBytesMax)).toString('utf8'))
  const read = inbound?.readSignedRequest?.(form.get('signed_request') ?? '')
  if (!read) countUnauthenticated(ctx, ip)
  return read ? { platform, ...read } : null
}

async function confirmation(
  ctx: Context,
  call: PageCall,
  deletion: { code: string; completed_at: Date | null },
): Promise<Response> {
  const language = chooseLanguage(null, call.req.header('accept-language'))
  const { deletion: messages } = messagesIn[language]
  const day = (deletion.completed_at ?? ctx.clock.now()).toISOString().slice(0, 10)
  const page = cardPage({
    language,
    brand: noBrand,
    title: messages.title,
    problem: null,
    content: html`<h1>${messages.title}</h1>
<p class="lead">${fillText(messages.text, { day })}</p>
<p class="reference">${fillText(messages.code, { code: deletion.code })}</p>`,
  })
  return await sendPage(ctx, call, 200, page)
}
