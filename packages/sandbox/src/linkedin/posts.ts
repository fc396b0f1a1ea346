import { randomInt } from 'node:crypto'
import type { Post } from '../core/content.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { createPost, postsOf } from '../publishing/posts.ts'
import { type LinkedinCall, pageOf, readJson } from './call.ts'
import { refuseDuplicate, rememberContent } from './duplicates.ts'
import { badInput, LinkedinError, notFound } from './errors.ts'
import { visibleText } from './little.ts'
import { contentOf, postBody } from './post-content.ts'
import { requireAuthor, requireReader } from './session.ts'
import { settingsOf } from './settings.ts'

const TEXT_MAX = 3_000
/** The number of a post has its time: number >> 22 is the epoch in milliseconds (linkedin.md §4.7). */
export function newNumber(at: number): string {
  return String((BigInt(at) << 22n) + BigInt(randomInt(2 ** 22)))
}

/** `POST /rest/posts` → 201 with an empty body and the id in a header (linkedin.md §4.1). */
export async function createLinkedinPost(call: LinkedinCall): Promise<Response> {
  const { sandbox, session } = call
  const raw = await readJson(call)
  const { data } = postBody.safeParse(raw)
  if (!data) throw badInput('INVALID_VALUE_FOR_FIELD', 'The post is not valid.')
  requireAuthor(session, sandbox, data.author, 'posts.CREATE')
  const text = visibleText(data.commentary)
  if (text.length > TEXT_MAX) {
    throw badInput('FIELD_LENGTH_TOO_LONG', 'The length of the field commentary is too long.')
  }
  const shown = contentOf(sandbox, data)
  refuseDuplicate(sandbox, data.author, raw)
  const created_at = sandbox.clock.ms()
  const id = `urn:li:share:${newNumber(created_at)}`
  createPost(sandbox, {
    id,
    platform: 'linkedin',
    account_id: data.author,
    text,
    created_at,
    is_public: data.visibility === 'PUBLIC',
    ...shown,
    facts: { ...shown.facts, commentary: data.commentary, content: JSON.stringify(data.content) },
  })
  rememberContent(sandbox, data.author, raw, { urn: id, at: created_at })
  return new Response(null, { status: 201, headers: { 'x-restli-id': id } })
}

function findPost(sandbox: Sandbox, urn: string): Readonly<Post> | undefined {
  const post = sandbox.state.posts.get(urn)
  return post?.platform === 'linkedin' ? post : undefined
}

/** `GET /rest/posts/{URN}`: of pages only (linkedin.md §4.6). */
export function readLinkedinPost({ sandbox, session, key }: LinkedinCall): object {
  const post = findPost(sandbox, key)
  if (!post) {
    if (!session.scopes.includes('r_organization_social')) {
      requireReader(session, sandbox, '', 'posts.GET')
    }
    throw notFound(key)
  }
  requireReader(session, sandbox, post.account_id, 'posts.GET')
  return showPost(post)
}

/** `GET /rest/posts?q=author`, newest first (linkedin.md §4.6). */
export function listLinkedinPosts(call: LinkedinCall): object {
  const { sandbox, session, query } = call
  const author = query.get('author') ?? ''
  if (query.get('q') !== 'author') {
    throw new LinkedinError(400, 'ILLEGAL_ARGUMENT', 'Unknown finder')
  }
  requireReader(session, sandbox, author, 'posts.FINDER-author')
  const until = sandbox.clock.ms() - settingsOf(sandbox).linkedin_list_lag_ms
  const posts = postsOf(sandbox, author).filter(({ created_at }) => created_at <= until)
  return pageOf(call, posts, showPost)
}

function showPost(post: Readonly<Post>): object {
  const { commentary = post.text, content } = post.facts
  return {
    id: post.id,
    author: post.account_id,
    commentary,
    visibility: post.is_public ? 'PUBLIC' : 'CONNECTIONS',
    lifecycleState: 'PUBLISHED',
    createdAt: post.created_at,
    publishedAt: post.created_at,
    lastModifiedAt: post.created_at,
    lifecycleStateInfo: { isEditedByAuthor: false },
    ...(content ? { content: JSON.parse(content) as object } : {}),
  }
}

/** `DELETE /rest/posts/{URN}` → 204, also of a post that is gone already (linkedin.md §4.6). */
export function deleteLinkedinPost({ sandbox, session, key }: LinkedinCall): Response {
  const post = findPost(sandbox, key)
  if (post) {
    requireAuthor(session, sandbox, post.account_id, 'posts.DELETE')
    for (const comment of sandbox.state.comments.by('post', key)) {
      sandbox.state.comments.remove(comment.id)
    }
    sandbox.state.posts.remove(key)
  }
  return new Response(null, { status: 204 })
}
