import { type Call, readBoolean } from './call.ts'
import { notFound } from './errors.ts'
import { checkText } from './publish.ts'
import { authenticate } from './session.ts'
import { statusJson } from './status-json.ts'
import { findStatus, repliesTo, type Status } from './statuses.ts'

function ownStatus(call: Call): Status {
  const { account } = authenticate(call, 'write:statuses')
  const status = findStatus(call.sandbox, call.server, call.id)
  if (status?.author.account?.id !== account.id) throw notFound()
  return status
}

/**
 * `DELETE /api/v1/statuses/:id`: the status with its `text`; its files can be used again
 * (mastodon.md §3.4).
 */
export function deleteStatus(call: Call) {
  const { sandbox } = call
  const status = ownStatus(call)
  const answer = { ...statusJson(sandbox, status), text: status.text }
  for (const upload of sandbox.state.containers.by('account', status.author.account!.id)) {
    if (upload.published_as !== status.id) continue
    sandbox.state.containers.update(upload.id, { published_as: null })
  }
  remove(call, status)
  return answer
}

/** Removes the status with the replies below it. */
function remove(call: Call, status: Status): void {
  const { state } = call.sandbox
  for (const reply of repliesTo(call.sandbox, status)) remove(call, reply)
  if (status.parent === null) state.posts.remove(status.id)
  else state.comments.remove(status.id)
}

/** `PUT /api/v1/statuses/:id`: text, content warning, sensitive and language (mastodon.md §3.4). */
export function editStatus(call: Call) {
  const { sandbox, server, input } = call
  const status = ownStatus(call)
  const text = input.text('status')?.trim() ?? ''
  const spoiler_text = input.text('spoiler_text') ?? ''
  checkText(call, text, spoiler_text, status.media_ids.length)
  const facts = {
    ...status.facts,
    spoiler_text,
    sensitive: String(readBoolean(input.text('sensitive')) ?? spoiler_text !== ''),
    language: input.text('language') ?? status.facts.language ?? '',
    edited_at: sandbox.clock.now().toISOString(),
  }
  if (status.parent === null) sandbox.state.posts.update(status.id, { text, facts })
  else sandbox.state.comments.update(status.id, { text, facts })
  return statusJson(sandbox, findStatus(sandbox, server, status.id)!)
}
