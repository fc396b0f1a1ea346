import type { GraphCall } from '../graph/call.ts'
import { GraphError } from '../graph/errors.ts'
import { authenticate, requirePermissions, requireSelf, type Session } from '../graph/session.ts'

/** The session of a page token. A user token throws (#200) (facebook.md §3). */
export function pageSession(call: GraphCall, pageId?: string): Session {
  const session = authenticate(call)
  if (!session.token.page_id) {
    throw new GraphError('(#200) This endpoint must be called with a Page access token.', {
      code: 200,
    })
  }
  if (pageId !== undefined) requireSelf(call, session, pageId)
  return session
}

/** Throws (#200) unless the person has one of the tasks on the page (facebook.md §4, §5). */
export function requireTask(session: Session, ...tasks: string[]): void {
  const tasksHeld = session.account.page?.roles[session.user.id] ?? []
  if (tasks.some((task) => tasksHeld.includes(task))) return
  throw new GraphError(
    '(#200) The user does not have sufficient administrative permission for this action on this page.',
    { code: 200 },
  )
}

/** A session that can publish on this page, or that of the path. */
export function publishingSession(call: GraphCall, page = call.pathParams.page!): Session {
  const session = pageSession(call, page)
  requirePermissions(session, 'pages_manage_posts', 'pages_read_engagement')
  requireTask(session, 'CREATE_CONTENT', 'MANAGE')
  return session
}
