import { html } from 'hono/html'
import type { Context } from '../context.ts'
import { ServiceError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { isUnavailable } from '../database/unavailable.ts'
import type { Brand } from '../resources/connect/views.ts'
import { answerPage, type Page, type PageCall } from './answer.ts'
import { cardPage } from './card.ts'
import { chooseLanguage, type Language, wordsIn } from './language.ts'
import { fillText, nothing } from './markup.ts'
import type { Words } from './words/en.ts'

type ErrorWords = Exclude<keyof Words['errors'], 'reference' | 'home'>

export const noBrand: Brand = {
  name: null,
  logoUrl: null,
  color: null,
  privacyUrl: null,
  supportEmail: null,
}

/** What a page that is not there answers; the API under /v1 answers in JSON instead. */
export async function notFoundPage(ctx: Context, call: PageCall): Promise<Response> {
  return await answerPage(ctx, call, 404, errorPage(call, 'notFound'))
}

/** A form that another site sent. */
export async function refusalPage(ctx: Context, call: PageCall): Promise<Response> {
  return await answerPage(ctx, call, 403, errorPage(call, 'otherSite'))
}

/**
 * Whatever a page threw: the operator reads it in the log, the client a reference to it. A database that
 * is busy or away is 503, as for the API.
 */
export async function failurePage(
  ctx: Context,
  call: PageCall,
  thrown: unknown,
): Promise<Response> {
  if (thrown instanceof ServiceError && thrown.code === 'payload_too_large') {
    return await answerPage(ctx, call, 413, errorPage(call, 'tooLarge'))
  }
  if (thrown instanceof ServiceError && thrown.code === 'rate_limited') {
    call.header('retry-after', String(thrown.retryAfterSeconds ?? 60))
    return await answerPage(ctx, call, 429, errorPage(call, 'tooMany'))
  }
  const told = { err: thrown, request_id: call.get('requestId') }
  if (isUnavailable(thrown)) {
    ctx.log.warn(told, 'page.database_unavailable')
    call.header('retry-after', String(limits.traffic.retryAfterSeconds))
    return await answerPage(ctx, call, 503, errorPage(call, 'failed'))
  }
  ctx.log.error(told, 'page.failed')
  return await answerPage(ctx, call, 500, errorPage(call, 'failed'))
}

function errorPage(call: PageCall, error: ErrorWords): Page {
  const language = chooseLanguage(null, call.req.header('accept-language'))
  return errorCard(language, error, call.get('requestId') ?? null)
}

export function errorCard(language: Language, error: ErrorWords, requestId: string | null): Page {
  const { errors } = wordsIn[language]
  const { title, text } = errors[error]
  return cardPage({
    language,
    brand: noBrand,
    title,
    problem: null,
    content: html`<h1>${title}</h1>
<p class="lead">${text}</p>
${error === 'notFound' ? html`<div class="actions"><a class="button plain" href="/">${errors.home}</a></div>` : nothing}
${requestId ? html`<p class="reference">${fillText(errors.reference, { id: requestId })}</p>` : nothing}`,
  })
}
