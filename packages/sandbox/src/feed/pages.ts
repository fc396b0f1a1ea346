import { html } from 'hono/html'
import type { Comment, Post } from '../core/content.ts'
import type { Account } from '../core/records.ts'
import { networkOf, type Sandbox } from '../core/sandbox.ts'
import { type Markup, panelFrame } from '../panel/frame.ts'
import { postsOf } from '../publishing/posts.ts'

const POSTS_SHOWN = 50

/** The newest posts, of all accounts or of one. */
export function feedPage(sandbox: Sandbox, account: Readonly<Account> | null): Markup {
  const posts = account
    ? postsOf(sandbox, account.id)
    : [...sandbox.state.posts.values()]
        .filter((post) => post.parent_id === null)
        .sort((a, b) => b.created_at - a.created_at)
  const title = account
    ? `${networkOf(sandbox, account.platform).name} · ${account.username}`
    : 'Feed'
  return panelFrame(
    title,
    html`<h1>${title}</h1>
      ${account ? html`<p><a href="/feed">All accounts</a></p>` : ''}
      ${posts.length === 0 ? html`<p class="empty">Nothing has been published yet.</p>` : ''}
      ${posts.slice(0, POSTS_SHOWN).map((post) => postCard(sandbox, post))}`,
  )
}

/** The page behind a permalink: one post with its comments. */
export function postPage(sandbox: Sandbox, post: Readonly<Post>): Markup {
  return panelFrame('Post', html`<h1>Post</h1>${postCard(sandbox, post)}`)
}

function postCard(sandbox: Sandbox, post: Readonly<Post>): Markup {
  const account = sandbox.state.accounts.get(post.account_id)!
  const network = networkOf(sandbox, account.platform)
  const children = post.child_ids.flatMap((id) => sandbox.state.posts.get(id) ?? [])
  const media = [...post.media_ids, ...children.flatMap((child) => child.media_ids)]
  const comments = sandbox.state.comments.by('post', post.id)
  const top = comments.filter((comment) => comment.parent_id === null)
  return html`<article class="card post" id="post-${post.id}">
    <h2>${network.name} · <a href="/feed/${account.id}">${account.kind === 'page' ? account.name : `@${account.username}`}</a>
      <small>${post.media_type.toLowerCase().replaceAll('_', ' ')}${post.is_public ? '' : ' · not public'}</small></h2>
    <small><time>${new Date(post.created_at).toISOString()}</time> · <code>${post.id}</code></small>
    ${post.text ? html`<p>${post.text}</p>` : ''}
    ${media.map((id) => mediaView(sandbox, id, post.facts.alt_text ?? ''))}
    ${post.facts.link || post.facts.link_attachment ? html`<p><small>Link: ${post.facts.link ?? post.facts.link_attachment}</small></p>` : ''}
    ${top.map((comment) => commentView(sandbox, comment))}
    ${
      network.comments &&
      html`<form method="post" action="/feed/${post.id}/comments" class="line">
      <label>Comment as <input name="author" value="jo.visitor" size="14"></label>
      <label>Text <input name="text" required size="30"></label>
      <label>Hours ago <input name="hours_ago" type="number" min="0" value="0" size="4"></label>
      <button>Comment</button><button name="by_owner" value="1">Send as account</button></form>`
    }</article>`
}

function mediaView(sandbox: Sandbox, id: string, alt: string): Markup {
  const media = sandbox.state.media.get(id)
  if (!media) return html``
  if (media.content_type.startsWith('video/')) {
    return html`<video controls preload="metadata" src="/media/${id}"></video>`
  }
  return html`<img src="/media/${id}" alt="${alt}" loading="lazy">`
}

function commentView(sandbox: Sandbox, comment: Readonly<Comment>): Markup {
  const replies = sandbox.state.comments.by('parent', comment.id)
  return html`<div class="thread"><strong>${comment.author_name}</strong>
    <small>${new Date(comment.created_at).toISOString()}${comment.hidden ? ' · hidden' : ''}${comment.approval === 'pending' ? ' · pending approval' : ''}</small>
    <p>${comment.text}</p>
    <form method="post" action="/feed/${comment.post_id}/comments" class="line">
      <input type="hidden" name="parent" value="${comment.id}">
      <label>Reply as <input name="author" value="jo.visitor" size="14"></label>
      <label>Text <input name="text" required size="30"></label>
      <button>Reply</button><button name="by_owner" value="1">Send as account</button></form>
    ${replies.map((reply) => commentView(sandbox, reply))}</div>`
}
