import type { Hono } from 'hono'
import { addComment, commentInput } from '../control/content.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { feedPage, postPage } from './pages.ts'

/** Serves media files, the feed and permalinks. */
export function mountFeed(app: Hono<Env>, sandbox: Sandbox): void {
  app.get('/media/:id', async (context) => {
    const id = context.req.param('id')
    const media = sandbox.state.media.get(id)
    const bytes = media && (await sandbox.media.get(id))
    if (!media || !bytes) return context.notFound()
    return context.body(new Uint8Array(bytes), 200, {
      'content-type': media.content_type,
      'x-content-type-options': 'nosniff',
    })
  })
  app.get('/feed', (context) => context.html(feedPage(sandbox, null)))
  app.get('/feed/:account', (context) => {
    const account = sandbox.state.accounts.get(context.req.param('account'))
    return account ? context.html(feedPage(sandbox, account)) : context.notFound()
  })
  app.post('/feed/:post/comments', async (context) => {
    const form = Object.fromEntries(await context.req.formData())
    const { by_owner, hours_ago, ...facts } = form
    const input = {
      ...facts,
      post: context.req.param('post'),
      by_owner: by_owner !== undefined,
      hours_ago: Number(hours_ago ?? 0),
    }
    const parsed = commentInput.safeParse(input)
    if (parsed.success) addComment(sandbox, parsed.data)
    const post = sandbox.state.posts.get(context.req.param('post'))
    return context.redirect(post ? `/feed/${post.account_id}#post-${post.id}` : '/feed', 303)
  })
  for (const { posts } of sandbox.networks) {
    for (const path of posts.permalinks) {
      app.get(path, (context) => {
        const code = context.req.param('code') ?? ''
        const post =
          posts.code === 'id'
            ? sandbox.state.posts.get(code)
            : sandbox.state.posts.by('shortcode', code)[0]
        return post ? context.html(postPage(sandbox, post)) : context.notFound()
      })
    }
  }
  const ids = sandbox.networks.map(({ id }) => id).join('|')
  app.get(`/:platform{${ids}}/www/:user`, (context) => {
    const username = context.req.param('user').replace(/^@/, '').toLowerCase()
    const key = `${context.req.param('platform')}:${username}`
    const account = sandbox.state.accounts.by('username', key)[0]
    return account ? context.html(feedPage(sandbox, account)) : context.notFound()
  })
}
