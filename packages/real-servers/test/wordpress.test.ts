import { expect, inject, test } from 'vitest'
import { wordpressConsent } from '../src/wordpress/consent.ts'
import type { WordpressAccount, WordpressName } from '../src/wordpress/start.ts'

const { origin, accounts } = inject('wordpress')
const successUrl = 'https://app.example.com/callback?state=1'

type Credentials = Pick<WordpressAccount, 'login' | 'applicationPassword'>

async function call(
  who: WordpressName | Credentials,
  method: string,
  route: string,
  body?: object,
) {
  const { login, applicationPassword } = typeof who === 'string' ? accounts[who] : who
  const credentials = Buffer.from(`${login}:${applicationPassword}`).toString('base64')
  const response = await fetch(`${origin}/wp-json/wp/v2/${route}`, {
    method,
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  return { status: response.status, body: (await response.json()) as any }
}

async function consent(decision: 'allow' | 'cancel'): Promise<URL> {
  const query = new URLSearchParams({ app_name: 'Facts', success_url: successUrl })
  const url = `${origin}/wp-admin/authorize-application.php?${query}`
  return new URL(await wordpressConsent(url, accounts.editor, decision))
}

/** A password that the person allows on the consent page. */
async function allow(): Promise<Credentials> {
  const { searchParams } = await consent('allow')
  return {
    login: searchParams.get('user_login')!,
    applicationPassword: searchParams.get('password')!,
  }
}

async function createPost(who: WordpressName, status: 'draft' | 'publish'): Promise<number> {
  const { body } = await call(who, 'POST', 'posts', { status, title: 'Rye', content: 'Rye' })
  return body.id
}

test('every page names the root of the API', async () => {
  for (const path of ['/', '/wp-json/', '/nothing/here']) {
    const { headers } = await fetch(origin + path, { method: 'HEAD' })
    expect(headers.get('link')).toContain(`<${origin}/wp-json/>; rel="https://api.w.org/"`)
  }
})

test('the consent page returns a password and keeps our query', async () => {
  const { searchParams } = await consent('allow')
  expect(Object.fromEntries(searchParams)).toEqual({
    state: '1',
    site_url: origin,
    user_login: 'editor',
    password: expect.stringMatching(/^[A-Za-z0-9]{24}$/),
  })
  expect((await consent('cancel')).href).toBe(`${successUrl}&success=false`)
})

test('a removed password makes a request a visitor’s, not an error', async () => {
  const credentials = await allow()
  const route = 'users/me/application-passwords'
  const { body } = await call(credentials, 'GET', `${route}/introspect`)
  expect((await call(credentials, 'DELETE', `${route}/${body.uuid}`)).status).toBe(200)
  const answers = async (path: string) => {
    const answer = await call(credentials, 'GET', path)
    return [answer.status, answer.body.code]
  }
  expect(await answers('posts')).toEqual([200, undefined])
  expect(await answers('comments?post=1')).toEqual([200, undefined])
  expect(await answers('posts?status=draft')).toEqual([400, 'rest_invalid_param'])
  expect(await answers('posts?context=edit')).toEqual([401, 'rest_forbidden_context'])
  expect(await answers('users/me')).toEqual([401, 'rest_not_logged_in'])
})

test('a draft can be published twice, and once more from the trash', async () => {
  const id = await createPost('editor', 'draft')
  const publish = () => call('editor', 'POST', `posts/${id}`, { status: 'publish' })
  const first = await publish()
  expect(first.body.status).toBe('publish')
  expect((await publish()).body).toEqual(first.body)
  expect((await call('editor', 'DELETE', `posts/${id}`)).body.status).toBe('trash')
  expect((await call('editor', 'DELETE', `posts/${id}`)).status).toBe(410)
  expect((await publish()).body.status).toBe('publish')
  await call('editor', 'DELETE', `posts/${id}?force=true`)
  expect((await publish()).body.code).toBe('rest_post_invalid_id')
})

test('publishing with an empty slug makes one of the title', async () => {
  const draft = { status: 'draft', title: 'Spelt rolls', content: 'Spelt', slug: 'postern-1' }
  const { body } = await call('editor', 'POST', 'posts', draft)
  expect(body.slug).toBe('postern-1')
  const published = await call('editor', 'POST', `posts/${body.id}`, {
    status: 'publish',
    slug: '',
  })
  expect(published.body).toMatchObject({ slug: 'spelt-rolls', link: `${origin}/spelt-rolls/` })
})

test('a contributor keeps a draft that may not be published', async () => {
  const id = await createPost('contributor', 'draft')
  const refused = await call('contributor', 'POST', `posts/${id}`, { status: 'publish' })
  expect([refused.status, refused.body.code]).toEqual([403, 'rest_cannot_publish'])
  expect((await call('contributor', 'GET', `posts/${id}?context=edit`)).body.status).toBe('draft')
})

test('an author moderates the comments of their own posts, and may not list them for editing', async () => {
  const post = await createPost('author', 'publish')
  const { body } = await call('admin', 'POST', 'comments', { post, content: 'Rye, please' })
  const held = await call('author', 'POST', `comments/${body.id}`, { status: 'hold' })
  expect(held.body.status).toBe('hold')
  const all = await call('author', 'GET', `comments?post=${post}&status=all`)
  expect(all.body).toMatchObject([{ id: body.id, status: 'hold' }])
  const edit = await call('author', 'GET', `comments?post=${post}&context=edit`)
  expect([edit.status, edit.body.code]).toEqual([403, 'rest_forbidden_context'])
})

test('the same comment twice is refused, and so are two comments at once', async () => {
  const post = await createPost('editor', 'publish')
  const say = async (who: WordpressName, content: string) => {
    const { status, body } = await call(who, 'POST', 'comments', { post, content })
    return [status, body.code ?? body.status]
  }
  expect(await say('editor', 'Rye')).toEqual([201, 'approved'])
  expect(await say('editor', 'Rye')).toEqual([409, 'comment_duplicate'])
  // Who may moderate may write fast.
  expect(await say('editor', 'Spelt')).toEqual([201, 'approved'])
  expect(await say('contributor', 'Rye')).toEqual([201, 'hold'])
  expect(await say('contributor', 'Spelt')).toEqual([400, 'comment_flood'])
})

test('a page beyond the last is an error for posts and empty for comments', async () => {
  const posts = await call('editor', 'GET', 'posts?page=99')
  expect([posts.status, posts.body.code]).toEqual([400, 'rest_post_invalid_page_number'])
  expect(await call('editor', 'GET', 'comments?page=99')).toEqual({ status: 200, body: [] })
})

test('a time without a zone is the site’s, and one with a zone is not', async () => {
  const post = await createPost('editor', 'publish')
  const { body } = await call('editor', 'POST', 'comments', { post, content: 'When?' })
  expect(body.date).not.toBe(body.date_gmt)
  const second = new Date(`${body.date_gmt}Z`).getTime()
  const before = new Date(second - 1_000).toISOString()
  const find = async (after: string) =>
    (await call('editor', 'GET', `comments?post=${post}&after=${after}`)).body.length
  expect(await find(before)).toBe(1)
  expect(await find(before.replace('Z', ''))).toBe(0)
  expect(await find(new Date(second).toISOString())).toBe(0)
})

test('a file that is not what its name says is an error 500', async () => {
  const { login, applicationPassword } = accounts.editor
  const credentials = Buffer.from(`${login}:${applicationPassword}`).toString('base64')
  const response = await fetch(`${origin}/wp-json/wp/v2/media`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${credentials}`,
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="a.png"',
    },
    body: 'no picture',
  })
  const { code } = (await response.json()) as { code: string }
  expect([response.status, code]).toEqual([500, 'rest_upload_sideload_error'])
})
