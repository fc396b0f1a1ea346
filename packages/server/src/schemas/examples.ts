import type { z } from 'zod'
import type { IdKind } from '../core/ids.ts'

/**
 * The IDs that the examples of the OpenAPI document share. They belong together: an agency, its
 * client Café Aurora, and a post about the café's winter menu.
 */
export const exampleIds: Readonly<Record<IdKind, string>> = {
  owner: 'own_01m6dmbe00e0tavcmwr2j8xykw',
  profile: 'prof_01m6gavzr0fcm9nz0wm0dnc8dd',
  account: 'acc_01m6gbys10e2na4p6tydzfmycs',
  link: 'link_01m6gbamg0e71shskt7htg6gdh',
  invitation: 'inv_01m6gb1w00e4s8v2k5n7q9x3yd',
  approval: 'apr_01m7q1rw00e4s8v2k5n7q9x3yd',
  report: 'rpt_01m7q1rw00e4s8v2k5n7q9x3yf',
  origin: 'orig_01m6gaf5k0eh5begvsxqze3d84',
  post: 'post_01m7q1pae0ey0t8snye1cqt454',
  import: 'imp_01m7q1n800e5xv3d9k2w7r4t6b',
  target: 'tgt_01m7q1pae0ee3rqd2784x1t67x',
  media: 'med_01m7q1f020fdhtejm1fs0t4zbr',
  comment: 'cmt_01m7wcg0s0f658vwk5mdvsttgx',
  reply: 'rep_01m7we39d0fgw95qfq5t50hj5c',
  note: 'note_01m7wf8vqpfkc8w6d4hs1g2m3n',
  savedText: 'text_01m6v8w0s0e9f8k3q5t7x2n4hd',
  webhook: 'whk_01m6gdkw80ejtbgqpnmb5nkm50',
  key: 'key_01m6g9wvn0fa7bfn31s4w9yw0p',
  member: 'mem_01m6dmbe00f04tcxh9eysm5ghj',
  session: 'sess_01m7w179t0ej88jshekbf5hb5r',
  auditEntry: 'aud_01m7q1pae0f8a9ten2j146z1vt',
  sync: 'sync_01m7wd7tg0e7eacq2eh1vzavwf',
  request: 'req_01m7q1pae0fc3908ss5sa5pyke',
}

/** Of the second account in the post, which is on Threads. */
export const secondExampleIds = {
  account: 'acc_01m6gbys10e2nvw7qk3xr5h9td',
  target: 'tgt_01m7q1pae0ee3sj8m4w6p2c5yb',
  post: 'post_01m7q1pae0ee3sj8m4w6p2c5yc',
} as const

export const exampleUuids = {
  event: '01a1f82f-2e20-7f1a-bb0a-c75f0803fb1d',
  delivery: '01a1f82f-2e20-7405-b217-f88888a2aaed',
} as const

/** The first example that a schema declares. */
export function exampleOf<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
  return (schema.meta()?.examples as unknown[] | undefined)?.[0] as z.output<Schema>
}
