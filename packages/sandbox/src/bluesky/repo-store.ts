import type { Sandbox } from '../core/sandbox.ts'
import { createPost } from '../publishing/posts.ts'
import { blobRefs } from './blobs.ts'
import { findPost, findPostEntry } from './entries.ts'
import { POST, THREADGATE } from './record-types.ts'
import { blobs, repoRecords } from './store.ts'
import { applyThreadgate } from './threadgate.ts'
import { type AtUri, atUri } from './uris.ts'

type Target = AtUri & { uri: string }
type Value = Record<string, unknown>

/** Creates or replaces a record. Posts and replies become those of the sandbox. */
export function storeRecord(sandbox: Sandbox, target: Target, value: Value): void {
  if (target.collection === POST) storePost(sandbox, target, value)
  else repoRecords.put(sandbox, { id: target.uri, value })
  if (target.collection === THREADGATE) applyThreadgate(sandbox, target.uri)
}

/** Removes a record. Replies to a post go with it, as in the control API. */
export function removeRecord(sandbox: Sandbox, target: Target): void {
  const { state } = sandbox
  const { did, collection, rkey, uri } = target
  if (collection !== POST) {
    repoRecords.remove(sandbox, uri)
    if (collection === THREADGATE) applyThreadgate(sandbox, uri)
    return
  }
  state.comments.remove(`${did}/${rkey}`)
  const post = findPost(sandbox, target)
  if (!post) return
  for (const comment of state.comments.by('post', post.id)) state.comments.remove(comment.id)
  state.posts.remove(post.id)
}

function storePost(sandbox: Sandbox, target: Target, value: Value): void {
  const { state } = sandbox
  const existing = findPostEntry(sandbox, target.uri)
  const text = String(value.text)
  const record = JSON.stringify(value)
  if (existing?.comment) {
    state.comments.update(existing.comment.id, { text, facts: { record } })
  } else if (existing?.post) {
    state.posts.update(existing.post.id, { text, facts: { ...existing.post.facts, record } })
  } else if (!storeReply(sandbox, target, value, { text, record })) {
    const facts = { record, ...shownFacts(value) }
    createPost(sandbox, { ...postFacts(sandbox, target, value), text, facts })
  }
}

/**
 * A reply in a thread whose first post and parent are in the sandbox. Returns false for anything else:
 * the network stores a reply to a deleted post, and no thread shows it.
 */
function storeReply(
  sandbox: Sandbox,
  { did, rkey }: Target,
  value: Value,
  { text, record }: { text: string; record: string },
): boolean {
  const reply = value.reply as { root: { uri: string }; parent: { uri: string } } | undefined
  const root = reply && findPostEntry(sandbox, reply.root.uri)?.post
  const above = reply && findPostEntry(sandbox, reply.parent.uri)
  if (!root || !above) return false
  const parent = above.comment
  const { username } = sandbox.state.accounts.get(did)!
  sandbox.state.comments.put({
    id: `${did}/${rkey}`,
    platform: 'bluesky',
    post_id: root.id,
    parent_id: parent?.id ?? null,
    author_id: did,
    author_name: username,
    author_private: false,
    text,
    media_ids: mediaOf(sandbox, did, value),
    shortcode: rkey,
    likes: 0,
    created_at: sandbox.clock.ms(),
    hidden: false,
    was_hidden: false,
    approval: 'none',
    facts: { record },
  })
  return true
}

function postFacts(sandbox: Sandbox, { did, rkey }: Target, value: Value) {
  const reply = value.reply as { root: { uri: string } } | undefined
  const isTaken = sandbox.state.posts.get(rkey) !== undefined
  return {
    id: isTaken ? `${did}/${rkey}` : rkey,
    platform: 'bluesky',
    account_id: did,
    media_type: 'POST',
    media_ids: mediaOf(sandbox, did, value),
    parent_id: reply?.root.uri ?? null,
  }
}

function mediaOf(sandbox: Sandbox, did: string, value: Value): string[] {
  return blobRefs(value.embed).flatMap(
    ({ ref }) => blobs.get(sandbox, `${did}/${ref.$link}`)?.media_id ?? [],
  )
}

/** What the feed page shows next to the text. */
function shownFacts({ embed }: Value): Record<string, string> {
  const { images, external } = (embed ?? {}) as {
    images?: { alt: string }[]
    external?: { uri: string }
  }
  return {
    ...(images?.[0] ? { alt_text: images[0].alt } : {}),
    ...(external ? { link: external.uri } : {}),
  }
}

/** The uris of an account's posts and replies. */
export function postUris({ state }: Sandbox, did: string): string[] {
  const posts = state.posts.by('account', did).map(({ id }) => id.split('/').at(-1)!)
  const replies = state.comments.by('author', did).map(({ id }) => id.split('/').at(-1)!)
  return [...posts, ...replies].map((rkey) => atUri(did, POST, rkey))
}
