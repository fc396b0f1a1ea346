import { route } from '../../http/route.ts'
import { noticesShape, noticesUpdate } from '../../schemas/notices.ts'
import { readNotices, updateNotices } from './settings.ts'

const own = { tag: 'Sign-in', access: 'member', permission: null } as const
const notices = { schema: noticesShape, description: 'What you are told.' }

export const noticeRoutes = [
  route({
    ...own,
    method: 'get',
    path: '/v1/session/notices',
    operationId: 'getNotices',
    summary: 'Retrieve your notices',
    description:
      'Returns what the signed-in member is told by email. Nothing until they choose. API keys have no notices.',
    responses: { 200: notices },
    errors: [],
    run: async (ctx, scope) => ({ status: 200, body: await readNotices(ctx, scope) }),
  }),
  route({
    ...own,
    method: 'patch',
    path: '/v1/session/notices',
    operationId: 'updateNotices',
    atomic: true,
    summary: 'Update your notices',
    description:
      'Changes what the signed-in member is told by email, and when. Only what happens in the profiles that the member can see is told.',
    body: noticesUpdate,
    responses: { 200: notices },
    errors: [],
    run: async (ctx, scope, { body }) => ({
      status: 200,
      body: await updateNotices(ctx, scope, body),
    }),
  }),
]
