import { testClock } from '../packages/server/src/core/clock.ts'
import { ensurePartitions } from '../packages/server/src/jobs/partitions.ts'
import { seal } from '../packages/server/src/security/secrets.ts'
import type { Engine } from './engine.ts'
import { sized } from './measure.ts'

export const rowCount = sized(1_000_000, 2_000)
const profileCount = sized(10_000, 20)
const historyDays = 30
const dayMs = 86_400_000

export const idOf = (prefix: string, number: number): string =>
  `${prefix}_${String(number).padStart(26, '0')}`
export const largeProfile = idOf('prof', 1)
export const smallProfile = idOf('prof', 2)
export const busyEndpoint = idOf('whk', 1)

/**
 * Inserts 1,000,000 rows of each kind of one owner. Of 10,000 profiles the first has 40 %, except of
 * accounts, of which each has 100. One of two endpoints has 80 % of the deliveries. The rare values are
 * in the oldest rows, where a list finds them last.
 */
export async function seedLists({ ctx, scope }: Engine): Promise<void> {
  for (let back = historyDays + 1; back >= 0; back -= 3) {
    const clock = testClock(new Date(Date.now() - back * dayMs))
    await ensurePartitions({ ...ctx, clock })
  }
  const client = await ctx.db.pool.connect()
  try {
    await client.query('set synchronous_commit = off')
    for (const statement of statements) {
      const values = [scope.ownerId, seal(ctx.config.keyring, 'bench', 'never opened')]
      const used = /\$2/.test(statement) ? 2 : /\$1/.test(statement) ? 1 : 0
      await client.query(statement, values.slice(0, used))
    }
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}

const id = (prefix: string, n = 'n') => `'${prefix}_' || lpad((${n})::text, 26, '0')`
const ofProfile = id('prof', `case when n % 5 < 2 then 1 else 2 + n % ${profileCount - 1} end`)
const accountOfRow = id('acc', `1 + n % ${rowCount}`)
const rows = `generate_series(1, ${rowCount}) n`
const ago = (days: number) =>
  `now() - (${rowCount} - n) * interval '${(days * 86_400) / rowCount} s'`
const at = ago(300)
const platformOf = `(array['threads','instagram','facebook'])[1 + n % 3]`
const oldest = (count: number) => `n <= ${count}`
const link = `id, owner_id, profile_id, token_hash, redirect_url, created_at, expires_at, revoked_at`
const linkValues = (prefix: string) => `${id(prefix)}, $1, ${ofProfile},
  sha256(convert_to('${prefix}' || n, 'UTF8')), 'https://app.example/done', ${at},
  ${at} + interval '30 minutes', null`

const statements = [
  `insert into profile (id, owner_id, external_id, name, created_at, updated_at)
   select ${id('prof')}, $1, 'client-' || n, 'Client number ' || n, ${at}, ${at}
   from generate_series(1, ${profileCount}) n`,
  `insert into profile (id, owner_id, name, created_at, updated_at, deleting_at, erased_at, erase_counts)
   select ${id('prof', '10000000 + n')}, $1, '', ${at}, ${at}, ${at}, ${at}, '{}' from ${rows}`,
  `insert into api_key (id, owner_id, profile_id, name, kind, hint, secret_hash, created_at, revoked_at)
   select ${id('key')}, $1, ${ofProfile}, 'bench', 'profile', 'pst_profile_0000',
     sha256(convert_to('key' || n, 'UTF8')), ${at}, ${at} from ${rows}`,
  `insert into account (id, owner_id, profile_id, platform, platform_account_id, username, display_name,
     status, permissions_granted, permissions_missing, connected_at, created_at, updated_at)
   select ${id('acc')}, $1, ${id('prof', `1 + n % ${profileCount}`)}, ${platformOf}, 'p' || n,
     'bakery.' || n, 'Bakery ' || n, 'connected', '{threads_basic}', '{}', ${at}, ${at}, ${at}
   from ${rows}`,
  `insert into account_poll (id, account_id, kind) select ${id('watch')}, ${id('acc')}, 'insights'
   from ${rows}`,
  `insert into post (id, owner_id, profile_id, status, mode, text, media, external_id, tags, scheduled_at,
     published_at, created_at, updated_at)
   select ${id('post')}, $1, ${ofProfile}, case when ${oldest(5)} then 'failed' else 'published' end,
     'schedule', 'Fresh rye bread today, number ' || n || '.', '[]', 'cms-' || n, '{launch,bread}',
     ${at}, ${at}, ${at}, ${at} from ${rows}`,
  `insert into post_target (id, owner_id, profile_id, post_id, account_id, platform, position, status,
     content_hash, scheduled_at, attempts, published_at, created_at, updated_at)
   select ${id('tgt')}, $1, ${ofProfile}, ${id('post')}, ${accountOfRow}, ${platformOf}, 0, 'published',
     sha256(convert_to('post' || n, 'UTF8')), ${at}, 1, ${at}, ${at}, ${at} from ${rows}`,
  `insert into post_part (target_id, number, account_id, platform_post_id, published_at)
   select ${id('tgt')}, 1, ${accountOfRow}, '17841' || n, ${at} from ${rows}`,
  `insert into insight_post (target_id, number, metrics, synced_at, tried_at)
   select ${id('tgt')}, 1, jsonb_build_object('views', n), now(), now() from ${rows}`,
  `insert into comment (id, owner_id, profile_id, account_id, post_id, platform, platform_post_id,
     platform_comment_id, author_username, text, can_reply, can_hide, reply_status, commented_at, seen_at,
     created_at, updated_at)
   select ${id('cmt')}, $1, ${ofProfile}, ${accountOfRow}, ${id('post')}, ${platformOf}, '17841' || n,
     'c' || n, 'reader.' || n, 'Where is the bakery? ' || n, true, true,
     case when ${oldest(5)} then 'unreplied' else 'replied' end, ${at}, ${at}, ${at}, ${at} from ${rows}`,
  `insert into media (id, owner_id, profile_id, type, mime_type, size, status, storage_key, secret,
     checksum_sha256, created_at)
   select ${id('med')}, $1, ${ofProfile}, case when ${oldest(5)} then 'video' else 'image' end,
     'image/jpeg', 100000, 'ready', 'key-' || n, '\\x00', 'sum', ${at} from ${rows}`,
  `insert into invitation (${link}) select ${linkValues('inv')} from ${rows}`,
  `insert into connect_link (${link}, used_at, account_ids)
   select ${linkValues('cl')}, case when ${oldest(100)} then null else ${at} end, array[${id('acc')}]
   from ${rows}`,
  `insert into audit_entry (id, owner_id, at, actor_kind, actor_id, actor_name, action, resource_type,
     resource_id, profile_id, status)
   select ${id('aud')}, $1, ${at}, 'api_key', ${id('key', '1 + n % 20')}, 'bench',
     case when ${oldest(5)} then 'key.create' else 'post.create' end, 'post', ${id('post')}, ${ofProfile},
     201 from ${rows}`,
  `insert into api_request (id, created_at, owner_id, profile_id, key_id, key_name, key_kind, method, path,
     operation, status, error_code, error_fields, duration_ms)
   select ${id('req')}, ${ago(7)}, $1, case when n % 2 = 0 then ${ofProfile} end, ${id('key', '1 + n % 20')}, 'bench',
     case when n % 2 = 0 then 'profile' else 'owner' end,
     case when n % 100 = 0 then 'POST' else 'GET' end, '/v1/posts',
     case when n % 100 = 0 then 'createPost' else 'listPosts' end,
     case when n % 100 = 0 then 422 else 200 end, case when n % 100 = 0 then 'validation_error' end, '{}', 12
   from ${rows}`,
  `insert into webhook_endpoint (id, owner_id, url, events, secret_sealed, created_at, updated_at)
   select ${id('whk')}, $1, 'https://hooks.example/' || n, '{post.published}', $2, now(), now()
   from generate_series(1, 2) n`,
  `with inserted as (
     insert into delivery (id, created_at, owner_id, profile_id, endpoint_id, event_id,
       event_created_at, event_type, outcome, outcome_at)
     select uuidv7(${ago(historyDays)} - now()), ${ago(historyDays)}, $1, ${ofProfile},
       ${id('whk', 'case when n % 5 = 0 then 2 else 1 end')},
       gen_random_uuid(), ${ago(historyDays)}, 'post.published', case when n % 50 = 1 then 'failed' end,
       case when n % 50 = 1 then now() end
     from ${rows} returning id, created_at, owner_id, profile_id, event_id, outcome),
   events as (
     insert into event (id, created_at, owner_id, profile_id, type, body, resource_id)
     select event_id, created_at, owner_id, profile_id, 'post.published',
       convert_to('{"data":{"post_id":"${idOf('post', 7)}"}}', 'UTF8'), 'post_' || event_id from inserted)
   insert into attempt (delivery_id, created_at, number, started_at, duration_ms, url, status_code)
   select id, created_at, 1, created_at, 12, 'https://hooks.example/',
     case when outcome is null then 200 else 500 end from inserted`,
]
