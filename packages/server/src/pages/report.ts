import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { countUnauthenticatedRequests } from '../http/unauthenticated.ts'
import type { Vars } from '../http/vars.ts'
import { findReportThumbnail, openReport, viewReport } from '../resources/reports/view.ts'
import { failurePage, notFoundPage } from './error.ts'
import { missingFile } from './file-headers.ts'
import { chooseLanguage } from './language.ts'
import { closedPage, closedStatus } from './link-page.ts'
import { answerFile } from './media.ts'
import { sendPage } from './page.ts'
import { reportPage } from './report-page.ts'

/** The page with the report of a month. Opening it records that, and changes nothing else. */
export function reportPages(ctx: Context): Hono<{ Variables: Vars }> {
  const pages = new Hono<{ Variables: Vars }>()
  pages.onError((err, call) => failurePage(ctx, call, err))
  pages.use('/report/*', countUnauthenticatedRequests(ctx))
  pages.get('/report/:token', async (call) => {
    const token = call.req.param('token')
    const isHead = call.req.method === 'HEAD'
    const view = isHead ? (await viewReport(ctx, token)).view : await openReport(ctx, token)
    const language = chooseLanguage(view.language, call.req.header('accept-language'))
    if (view.state !== 'report') {
      const page = closedPage(view, { language, notice: null })
      return await sendPage(ctx, call, closedStatus(view), page)
    }
    return await sendPage(ctx, call, 200, reportPage(view, { language, now: ctx.clock.now() }))
  })
  pages.get('/report/:token/media/:id/thumbnail', async (call) => {
    const { token, id } = call.req.param()
    const file = await findReportThumbnail(ctx, token, id)
    if (!file) return missingFile()
    const response = await answerFile(ctx, call, file)
    // The link may end at any time.
    response.headers.set('cache-control', 'private, max-age=300')
    return response
  })
  pages.all('/report/*', (call) => notFoundPage(ctx, call))
  return pages
}
