import { inScope, type Scope } from '../../access/scope.ts'
import { limits } from '../../core/limits.ts'
import type { Reader } from '../../database/open.ts'
import type { DeliverySubject } from '../../schemas/delivery.ts'
import type { EventData, EventType } from '../../schemas/event.ts'

/** The newest text of a post is read only that far; a character has at most two code units. */
const unitsRead = limits.webhook.subjectCharsMax * 2

/**
 * What each event is about, by event ID: from its body, and the texts of posts in one query, because
 * events of posts do not contain them. Events without a readable body are missing.
 */
export async function listSubjects(
  db: Reader,
  scope: Scope,
  bodies: ReadonlyMap<string, Buffer>,
): Promise<Map<string, DeliverySubject>> {
  const subjects = new Map<string, DeliverySubject>()
  for (const [id, body] of bodies) {
    const { data } = JSON.parse(body.toString('utf8')) as { data: EventData<EventType> }
    subjects.set(id, subjectOf(data))
  }
  const posts = [...subjects.values()].filter(({ type }) => type === 'post')
  if (posts.length === 0) return subjects
  const ids = [...new Set(posts.map(({ id }) => id))]
  const rows = await db
    .selectFrom('post')
    .select((eb) => ['id', eb.fn<string>('left', ['text', eb.lit(unitsRead)]).as('text')])
    .where(inScope(scope, 'post'))
    .where('id', 'in', ids)
    .execute()
  const textById = new Map(rows.map(({ id, text }) => [id, text]))
  for (const post of posts) post.text = excerpt(textById.get(post.id))
  return subjects
}

function subjectOf(data: EventData<EventType>): DeliverySubject {
  if ('comment_id' in data) {
    return { type: 'comment', id: data.comment_id, text: excerpt(data.text) }
  }
  if ('post_id' in data) return { type: 'post', id: data.post_id, text: null }
  if ('account' in data) {
    const { id, username, display_name: name } = data.account
    return { type: 'account', id, text: excerpt(username || name) }
  }
  if ('profile' in data) {
    return { type: 'profile', id: data.profile.id, text: excerpt(data.profile.name) }
  }
  return { type: 'webhook_endpoint', id: data.webhook_id, text: null }
}

function excerpt(text: string | null | undefined): string | null {
  const chars = [...(text ?? '').slice(0, unitsRead).toWellFormed().trim()]
  if (chars.length <= limits.webhook.subjectCharsMax) return chars.join('') || null
  return `${chars
    .slice(0, limits.webhook.subjectCharsMax - 1)
    .join('')
    .trimEnd()}…`
}
