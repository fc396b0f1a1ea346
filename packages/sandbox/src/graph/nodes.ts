import type { Post } from '../core/content.ts'
import { type GraphCall, linkTo } from './call.ts'
import { type Field, type NodeKind, parseFields, selectFields } from './fields.ts'
import { type Bounds, page, pageBounds } from './paging.ts'

/** A node with the fields that the call requests. */
export function showNode<T>(call: GraphCall, kind: NodeKind<T>, node: T) {
  return selectFields(kind, node, parseFields(call.params.fields))
}

/** A page of a list. Threads documents cursors but no `next` (threads.md §3.7). */
export function listNodes<T extends { id: string }>(
  call: GraphCall,
  kind: NodeKind<T>,
  list: T[],
  bounds: Bounds = pageBounds,
) {
  const part = page(list, call.params, bounds)
  const fields = parseFields(call.params.fields)
  const data = part.items.map((node) => selectFields(kind, node, fields))
  if (data.length === 0) return { data }
  const hasLink = part.hasNext && call.platform !== 'threads'
  const next = hasLink ? { next: linkTo(call, { after: part.after }) } : {}
  return { data, paging: { cursors: { before: part.before, after: part.after }, ...next } }
}

/** A list inside a node: `comments.limit(5){id}`. */
export function nestedNodes<T extends { id: string }>(
  kind: NodeKind<T>,
  list: T[],
  field: Field,
  bounds: Bounds = pageBounds,
) {
  const { items, before, after } = page(list, { limit: field.args.limit ?? '' }, bounds)
  const data = items.map((node) => selectFields(kind, node, field.children ?? []))
  return { data, cursors: { before, after } }
}

/** The items of a carousel. */
export function nestedChildren(
  { sandbox }: Pick<GraphCall, 'sandbox'>,
  kind: NodeKind<Readonly<Post>>,
  post: Readonly<Post>,
  field: Field,
) {
  if (post.child_ids.length === 0) return undefined
  const children = post.child_ids.flatMap((id) => sandbox.state.posts.get(id) ?? [])
  return { data: children.map((child) => selectFields(kind, child, field.children ?? [])) }
}
