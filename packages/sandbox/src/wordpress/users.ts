import { type Call, isEdit, onlyFields } from './call.ts'
import { WordpressError } from './errors.ts'
import { loginOf, passwordJson, passwordOf, removePassword } from './passwords.ts'
import { capabilities, requireUser } from './session.ts'
import { originOf } from './sites.ts'

/** `GET wp/v2/users/me` (wordpress.md §1.4). */
export function readMe(call: Call) {
  const { sandbox, site } = call
  const { account, can } = requireUser(call)
  const names = ['edit_posts', 'edit_others_posts', ...capabilities] as const
  const origin = originOf(sandbox, site)
  const own = {
    username: loginOf(account),
    email: `${account.username}@example.com`,
    roles: [account.facts?.role ?? 'editor'],
    capabilities: Object.fromEntries(names.filter(can).map((name) => [name, true])),
  }
  return onlyFields(call, {
    id: Number(account.id),
    name: account.name,
    url: '',
    description: account.biography,
    link: `${origin}/author/${account.username}/`,
    slug: account.username,
    avatar_urls: Object.fromEntries(
      [24, 48, 96].map((size) => [size, `${origin}/pictures/${account.id}`]),
    ),
    ...(isEdit(call) ? own : {}),
  })
}

/** `GET …/application-passwords/introspect`: the password of this call. */
export function introspect(call: Call) {
  const { token } = requireUser(call)
  return onlyFields(call, passwordJson(passwordOf(call.sandbox, token)))
}

/** `DELETE …/application-passwords/:uuid` */
export function deletePassword(call: Call) {
  const { token } = requireUser(call)
  const row = passwordOf(call.sandbox, token)
  if (row.id !== call.id) {
    const text = 'Application password not found.'
    throw new WordpressError(404, 'rest_application_password_not_found', text)
  }
  removePassword(call.sandbox, row)
  return { deleted: true, previous: passwordJson(row) }
}
