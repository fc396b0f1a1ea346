import { appOf, type GraphCall } from './call.ts'
import { badParameter } from './errors.ts'
import type { Session } from './session.ts'

/** POST, GET and DELETE `subscribed_apps` (instagram.md §6, facebook.md §6). */
export function subscribedApps(call: GraphCall, session: Session, allowedFields: string[]) {
  const { state } = call.sandbox
  const { account } = session
  const id = `${call.platform}:${account.id}`
  if (call.method === 'DELETE') {
    state.subscriptions.remove(id)
    return { success: true }
  }
  if (call.method === 'GET') {
    const subscription = state.subscriptions.get(id)
    const app = appOf(call)
    const facts =
      call.platform === 'facebook' ? { category: 'Business', link: app.name, name: app.name } : {}
    const data = subscription
      ? [{ ...facts, id: app.client_id, subscribed_fields: subscription.fields }]
      : []
    return { data }
  }
  const fields = (call.params.subscribed_fields ?? '').split(',').filter(Boolean)
  if (fields.length === 0) throw badParameter('(#100) The parameter subscribed_fields is required.')
  const unknown = fields.find((field) => !allowedFields.includes(field))
  if (unknown) {
    throw badParameter(
      `(#100) Param subscribed_fields[0] must be one of {${allowedFields.join(', ')}} - got "${unknown}".`,
    )
  }
  state.subscriptions.put({ id, platform: call.platform, account_id: account.id, fields })
  return { success: true }
}
