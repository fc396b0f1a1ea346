import type { Post } from '../core/content.ts'
import { decimalId } from '../core/ids.ts'
import type { NetworkRecord } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { createPost } from '../publishing/posts.ts'
import { plainText, slugOf } from './html.ts'
import { mediaOf } from './media-store.ts'
import { type Site, siteOf } from './sites.ts'

export type PostStatus = 'draft' | 'pending' | 'publish' | 'trash'

/** A post in any state. Public ones are posts of the sandbox; the others are records of this network. */
export type SitePost = {
  id: string
  author_id: string
  status: PostStatus
  title: string
  content: string
  excerpt: string
  slug: string
  categories: number[]
  tags: number[]
  featured_media: number
  comment_status: 'open' | 'closed'
  created_at: number
}

type Row = Omit<NetworkRecord, 'value'> & { value: SitePost }
const kind = 'wordpress_post'

export function newPostId(): string {
  return decimalId('81', 9)
}

export function findPost({ state }: Sandbox, site: Site, id: string): SitePost | undefined {
  const hidden = state.networkRecords.get(`${kind}:${id}`) as Row | undefined
  const post = state.posts.get(id)
  const found = hidden?.value ?? (post?.platform === 'wordpress' ? fromPost(post) : undefined)
  const author = found && state.accounts.get(found.author_id)
  return author?.server === site.label ? found : undefined
}

/** All posts of a site, newest first. */
export function postsOfSite({ state }: Sandbox, site: Site): SitePost[] {
  const hidden = (state.networkRecords.by('kind', kind) as Row[]).map(({ value }) => value)
  const authors = state.accounts
    .by('platform', 'wordpress:profile')
    .filter(({ server }) => server === site.label)
  const open = authors.flatMap(({ id }) => state.posts.by('account', id)).map(fromPost)
  return [...hidden, ...open]
    .filter(({ author_id }) => siteOf(state.accounts.get(author_id) ?? {}).label === site.label)
    .reverse()
    .sort((a, b) => b.created_at - a.created_at)
}

/** Stores a post where its state belongs. */
export function savePost(sandbox: Sandbox, post: SitePost): SitePost {
  const { state } = sandbox
  if (post.status !== 'publish') {
    state.posts.remove(post.id)
    state.networkRecords.put({ id: `${kind}:${post.id}`, kind, value: post })
    return post
  }
  state.networkRecords.remove(`${kind}:${post.id}`)
  const files = [...post.content.matchAll(/wp-image-(\d+)|\/media\/(\d+)"/g)]
  const inText = files.flatMap(([, id, mediaId]) =>
    id ? (mediaOf(sandbox, id)?.media_id ?? []) : (mediaId ?? []),
  )
  const shown = [mediaOf(sandbox, `${post.featured_media}`)?.media_id ?? [], inText].flat()
  createPost(sandbox, {
    id: post.id,
    platform: 'wordpress',
    account_id: post.author_id,
    media_type: 'POST',
    title: post.title,
    text: plainText(post.content),
    media_ids: [...new Set(shown)],
    created_at: post.created_at,
    facts: {
      content: post.content,
      excerpt: post.excerpt,
      slug: post.slug,
      categories: post.categories.join(','),
      tags: post.tags.join(','),
      featured_media: `${post.featured_media}`,
      comment_status: post.comment_status,
    },
  })
  return post
}

/** A post of the sandbox; the control API writes some with a text only. */
function fromPost(post: Readonly<Post>): SitePost {
  const { facts } = post
  const numbers = (text = '') => text.split(',').filter(Boolean).map(Number)
  return {
    id: post.id,
    author_id: post.account_id,
    status: 'publish',
    title: post.title,
    content: facts.content ?? `<p>${post.text}</p>`,
    excerpt: facts.excerpt ?? '',
    slug: facts.slug ?? (slugOf(post.title || post.text) || post.id),
    categories: numbers(facts.categories ?? '1'),
    tags: numbers(facts.tags),
    featured_media: Number(facts.featured_media ?? 0),
    comment_status: facts.comment_status === 'closed' ? 'closed' : 'open',
    created_at: post.created_at,
  }
}

export function removePost({ state }: Sandbox, { id }: SitePost): void {
  state.posts.remove(id)
  state.networkRecords.remove(`${kind}:${id}`)
}

/** A slug that no other post of the site has, drafts included (wordpress.md §3). */
export function uniqueSlug(sandbox: Sandbox, site: Site, wanted: string, id: string): string {
  const taken = new Set(
    postsOfSite(sandbox, site).flatMap((post) => (post.id === id ? [] : post.slug)),
  )
  let slug = wanted
  for (let number = 2; wanted !== '' && taken.has(slug); number += 1) slug = `${wanted}-${number}`
  return slug
}
