import { html } from 'hono/html'
import type { Context } from '../context.ts'
import { ServiceError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { isUnavailable } from '../database/unavailable.ts'
import type { Brand } from '../resources/connect/flow/views.ts'
import { cardPage } from './card.ts'
import { chooseLanguage, type Language, messagesIn, type PageMessages } from './language.ts'
import { fillText, nothing } from './markup.ts'
import { type Page, type PageCall, sendPage } from './page.ts'

type ErrorMessageName = Exclude<keyof PageMessages['errors'], 'reference' | 'home'>

export const noBrand: Brand = {
  name: null,
  logoUrl: null,
  color: null,
  privacyUrl: null,
  supportEmail: null,
}

/** The page for an unknown URL. The API under /v1 responds with JSON instead. */
export async function notFoundPage(ctx: Context, call: PageCall): Promise<Response> {
  return await sendPage(ctx, call, 404, errorPage(call, 'notFound'))
}

/** The page for a form that another site sent. */
export async function refusalPage(ctx: Context, call: PageCall): Promise<Response> {
  return await sendPage(ctx, call, 403, errorPage(call, 'otherSite'))
}

/**
 * The page for an error that a page threw. The log has the error; the client gets the request ID. An
 * unavailable database returns 503, as in the API.
 */
export async function failurePage(
  ctx: Context,
  call: PageCall,
  thrown: unknown,
): Promise<Response> {
  if (thrown instanceof ServiceError && thrown.code === 'payload_too_large') {
    return await sendPage(ctx, call, 413, errorPage(call, 'tooLarge'))
  }
  if (thrown instanceof ServiceError && thrown.code === 'rate_limited') {
    call.header('retry-after', String(thrown.retryAfterSeconds ?? 60))
    return await sendPage(ctx, call, 429, errorPage(call, 'tooMany'))
  }
  const logFields = { err: thrown, request_id: call.get('requestId') }
  if (isUnavailable(thrown)) {
    ctx.log.warn(logFields, 'page.database_unavailable')
    call.header('retry-after', String(limits.traffic.retryAfterSeconds))
    return await sendPage(ctx, call, 503, errorPage(call, 'failed'))
  }
  ctx.log.error(logFields, 'page.failed')
  return await sendPage(ctx, call, 500, errorPage(call, 'failed'))
}

function errorPage(call: PageCall, error: ErrorMessageName): Page {
  const language = chooseLanguage(null, call.req.header('accept-language'))
  return errorCard(language, error, call.get('requestId') ?? null)
}

export function errorCard(
  language: Language,
  error: ErrorMessageName,
  requestId: string | null,
): Page {
  const { errors } = messagesIn[language]
  const { title, text } = errors[error]
  return cardPage({
    language,
    brand: noBrand,
    title,
    problem: null,
    // Clients see the other errors too, on the agency's domain.
    isOwn: error === 'notFound',
    content: html`<h1>${title}</h1>
<p class="lead">${text}</p>
${error === 'notFound' ? html`<div class="actions"><a class="button plain" href="/">${errors.home}</a></div>` : nothing}
${requestId ? html`<p class="reference">${fillText(errors.reference, { id: requestId })}</p>` : nothing}`,
  })
}
