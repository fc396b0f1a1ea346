import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { createdApprovalLinkShape, postApprovalLinkCreate } from '../../schemas/approval-link.ts'
import { idOf } from '../../schemas/fields.ts'
import { getPost } from '../posts/posts.ts'
import { sentPageRoutes } from '../sent-pages/routes.ts'
import { createPage } from '../sent-pages/sent-pages.ts'
import { approvalKind } from './link.ts'

export const approvalRoutes: Route[] = [
  route({
    method: 'post',
    path: '/v1/posts/{id}/approval-links',
    operationId: 'createPostApprovalLink',
    atomic: true,
    shownOnce: {
      field: 'url',
      advice:
        'Create another link with a different Idempotency-Key. Revoke this one if it may have been exposed.',
    },
    tag: 'Posts',
    summary: 'Ask a client to approve a post',
    description:
      'Creates an approval link for this post. `POST /v1/profiles/{id}/approval-links` makes one for several. A post that needed no approval needs one once it has a link, and is held until it is approved.',
    access: 'key',
    permission: 'posts:write',
    params: z.strictObject({ id: idOf('post') }),
    body: postApprovalLinkCreate,
    responses: {
      201: {
        schema: createdApprovalLinkShape,
        description: 'The link with its `url`, which is not shown again.',
      },
    },
    errors: ['post_not_found', 'post_not_editable', 'profile_not_found', 'limit_reached'],
    run: async (ctx, scope, { params, body }) => {
      const { profile_id } = await getPost(ctx, scope, params.id)
      const input = { ...body, post_ids: [params.id] }
      return { status: 201, body: await createPage(ctx, scope, approvalKind, profile_id, input) }
    },
  }),
  ...sentPageRoutes(approvalKind),
]
