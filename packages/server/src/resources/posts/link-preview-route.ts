import { route } from '../../http/route.ts'
import { linkPreviewCreate, linkPreviewShape } from '../../schemas/link-preview.ts'
import { previewLink } from './link-preview.ts'

export const linkPreviewRoute = route({
  method: 'post',
  path: '/v1/link-previews',
  operationId: 'previewLink',
  tag: 'Posts',
  summary: 'Preview a link',
  description:
    'Reads a public web page and returns what networks show on a link card. Nothing is stored. A page that cannot be read returns `reachable: false`.',
  action: null,
  access: 'key',
  permission: 'posts:draft',
  body: linkPreviewCreate,
  responses: { 200: { schema: linkPreviewShape, description: 'The preview.' } },
  errors: ['overloaded'],
  run: async (ctx, scope, { body }) => ({
    status: 200,
    body: await previewLink(ctx, scope, body.url),
  }),
})
