import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { isId } from '../core/ids.ts'
import { countUnauthenticatedRequests } from '../http/unauthenticated.ts'
import type { Vars } from '../http/vars.ts'
import {
  commentOf,
  type Decision,
  type DecisionResult,
  decideApproval,
} from '../resources/approvals/decide.ts'
import { findApprovalFile, openApproval } from '../resources/approvals/open.ts'
import { type ApprovalView, viewApproval } from '../resources/approvals/view.ts'
import type { ClosedView } from '../resources/connect/flow/views.ts'
import { type Answer, approvalPage } from './approval-page.ts'
import { failurePage, notFoundPage, refusalPage } from './error.ts'
import { missingFile } from './file-headers.ts'
import { chooseLanguage } from './language.ts'
import { closedPage, closedStatus } from './link-page.ts'
import { answerFile } from './media.ts'
import { isOwnForm } from './own-form.ts'
import { guardPage, type PageCall, readForm, sendPage } from './page.ts'

/** The page on which a client decides on posts. Opening it records that, and changes nothing else. */
export function approvalPages(ctx: Context): Hono<{ Variables: Vars }> {
  const pages = new Hono<{ Variables: Vars }>()
  pages.onError((err, call) => failurePage(ctx, call, err))
  pages.use('/approve/*', countUnauthenticatedRequests(ctx))
  pages.get('/approve/:token', async (call) => {
    const token = call.req.param('token')
    const done = call.req.query('done')
    if (done !== undefined) {
      const { view } = await viewApproval(ctx, token)
      return await sendView(ctx, call, view, { postId: done, result: 'done' })
    }
    const view =
      call.req.method === 'HEAD'
        ? (await viewApproval(ctx, token)).view
        : await openApproval(ctx, token)
    return await sendView(ctx, call, view)
  })
  pages.post('/approve/:token', async (call) => {
    if (!isOwnForm(ctx, call)) return await refusalPage(ctx, call)
    const token = call.req.param('token')
    const decision = decisionOf(await readForm(call))
    const result = decision ? await decideApproval(ctx, token, decision) : 'over'
    if (result === 'done') {
      guardPage(call)
      const { postId } = decision!
      return call.redirect(`/approve/${token}?done=${encodeURIComponent(postId)}#${postId}`, 303)
    }
    const { view } = await viewApproval(ctx, token)
    const answer = decision && result !== 'closed' ? answerTo(decision, result) : null
    return await sendView(ctx, call, view, answer)
  })
  pages.get('/approve/:token/media/:id/:name{thumbnail|file}', async (call) => {
    const { token, id, name } = call.req.param()
    const file = await findApprovalFile(ctx, token, id, name as 'thumbnail' | 'file')
    if (!file) return missingFile()
    const response = await answerFile(ctx, call, file)
    // The link may end at any time.
    response.headers.set('cache-control', 'private, max-age=300')
    return response
  })
  pages.all('/approve/*', (call) => notFoundPage(ctx, call))
  return pages
}

function decisionOf(form: URLSearchParams): Decision | null {
  const postId = form.get('post') ?? ''
  const decision = form.get('decision')
  if (!isId('post', postId)) return null
  if (decision !== 'approved' && decision !== 'changes_requested') return null
  return {
    postId,
    decision,
    comment: commentOf(form.get('comment') ?? ''),
    version: form.get('version') ?? '',
    seen: form.get('seen') ?? '',
    sawLate: form.get('late') === '1',
  }
}

function answerTo(
  { postId, comment }: Decision,
  result: Exclude<DecisionResult, 'done' | 'closed'>,
): Answer {
  return { postId, result, comment }
}

async function sendView(
  ctx: Context,
  call: PageCall,
  view: ApprovalView | ClosedView,
  answer: Answer | null = null,
): Promise<Response> {
  const language = chooseLanguage(view.language, call.req.header('accept-language'))
  if (view.state !== 'approval') {
    const page = closedPage(view, { language, notice: null })
    return await sendPage(ctx, call, closedStatus(view), page)
  }
  const isProblem = answer !== null && answer.result !== 'done'
  const page = approvalPage(view, { language, now: ctx.clock.now(), answer })
  return await sendPage(ctx, call, isProblem ? 409 : 200, page)
}
