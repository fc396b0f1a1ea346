import { html } from 'hono/html'
import type { Comment, Post } from '../core/content.ts'
import type { Account } from '../core/records.ts'
import { networkOf, type Sandbox } from '../core/sandbox.ts'
import { type Markup, panelFrame } from '../panel/frame.ts'
import { accountLabel, postTypeLabel } from '../panel/labels.ts'
import { timeAgo } from '../panel/times.ts'
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
    ? `${accountLabel(account)} on ${networkOf(sandbox, account.platform).name}`
    : 'Feed'
  return panelFrame(
    title,
    '/feed',
    html`<div class="head"><h1>${title}</h1>
      ${account ? html`<a class="button" href="/feed">All accounts</a>` : ''}</div>
      ${posts.length === 0 ? html`<p class="empty">Nothing has been published yet.</p>` : ''}
      ${posts.slice(0, POSTS_SHOWN).map((post) => postCard(sandbox, post))}`,
  )
}

/** The page behind a permalink: one post with its comments. */
export function postPage(sandbox: Sandbox, post: Readonly<Post>): Markup {
  return panelFrame(
    'Post',
    '/feed',
    html`<div class="head"><h1>Post</h1><a class="button" href="/feed">All posts</a></div>${postCard(sandbox, post)}`,
  )
}

function postCard(sandbox: Sandbox, post: Readonly<Post>): Markup {
  const account = sandbox.state.accounts.get(post.account_id)!
  const network = networkOf(sandbox, account.platform)
  const children = post.child_ids.flatMap((id) => sandbox.state.posts.get(id) ?? [])
  const media = [...post.media_ids, ...children.flatMap((child) => child.media_ids)]
  const comments = sandbox.state.comments.by('post', post.id)
  const top = comments.filter((comment) => comment.parent_id === null)
  const link = post.facts.link ?? post.facts.link_attachment
  return html`<article class="card post" id="post-${post.id}">
    <div class="who"><img class="avatar" src="/pictures/${account.id}" alt="" width="40" height="40">
    <div><h2><a href="/feed/${account.id}">${accountLabel(account)}</a></h2>
    <small>${network.name} · ${postTypeLabel(post.media_type)}${post.is_public ? '' : ' · not public'} · ${timeAgo(post.created_at, sandbox.clock.ms())}</small></div></div>
    ${post.text ? html`<p>${post.text}</p>` : ''}
    ${media.map((id) => mediaView(sandbox, id, post.facts.alt_text ?? ''))}
    ${link ? html`<p><small>Link: ${link}</small></p>` : ''}
    <small>ID <code>${post.id}</code></small>
    ${top.map((comment) => commentView(sandbox, comment))}
    ${
      network.comments &&
      html`<details><summary>Add a comment</summary><form method="post" action="/feed/${post.id}/comments" class="fields">
      <label>Comment as <input name="author" value="jo.visitor"></label>
      <label>Hours ago <input name="hours_ago" type="number" min="0" value="0"></label>
      <label class="text">Text <input name="text" required></label>
      <div class="line"><button class="primary">Comment</button><button name="by_owner" value="1">Send as account</button></div></form></details>`
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
    <small>${timeAgo(comment.created_at, sandbox.clock.ms())}${comment.hidden ? ' · hidden' : ''}${comment.approval === 'pending' ? ' · pending approval' : ''}</small>
    ${comment.text ? html`<p>${comment.text}</p>` : ''}
    ${comment.media_ids.map((id) => mediaView(sandbox, id, comment.facts?.alt_text ?? ''))}
    <details><summary>Reply</summary><form method="post" action="/feed/${comment.post_id}/comments" class="fields">
      <input type="hidden" name="parent" value="${comment.id}">
      <label>Reply as <input name="author" value="jo.visitor"></label>
      <label class="text">Text <input name="text" required></label>
      <div class="line"><button class="primary">Reply</button><button name="by_owner" value="1">Send as account</button></div></form></details>
    ${replies.map((reply) => commentView(sandbox, reply))}</div>`
}
