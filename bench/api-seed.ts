import { testClock } from '../packages/server/src/core/clock.ts'
import { ensurePartitions } from '../packages/server/src/jobs/partitions.ts'
import { seal } from '../packages/server/src/security/secrets.ts'
import type { Engine } from './engine.ts'
import { sized } from './measure.ts'

export const rowCount = sized(100_000, 2_000)
export const keyCount = sized(200, 20)
export const accountsWithInsights = sized(5_000, 100)
const insightDays = 60
/** Maximum age of deliveries. A busy endpoint has a full page of them within a day. */
const deliveryDays = 4
const dayMs = 86_400_000

export const profileId = (number: number): string => `prof_${padded(number)}`
export const accountId = (number: number): string => `acc_${padded(number)}`
export const endpointId = (number: number): string => `whk_${padded(number)}`
/** The profile of a row. Rows are distributed evenly. */
export const profileOf = (row: number): number => 1 + (row % keyCount)
export const keySecret = (number: number): string =>
  `pst_profile_${String(number).padStart(43, '0')}`

function padded(number: number): string {
  return String(number).padStart(26, '0')
}

/** Inserts 100,000 rows of each kind, distributed over 200 profiles with one key and endpoint each. */
export async function seed({ ctx, scope }: Engine): Promise<void> {
  for (let back = deliveryDays + 1; back >= 0; back -= 3) {
    const clock = testClock(new Date(Date.now() - back * dayMs))
    await ensurePartitions({ ...ctx, clock })
  }
  const client = await ctx.db.pool.connect()
  try {
    await client.query('set synchronous_commit = off')
    const values = [scope.ownerId, seal(ctx.config.keyring, 'bench', 'never opened')]
    for (const statement of statements) {
      await client.query(
        statement,
        values.slice(0, /\$2/.test(statement) ? 2 : /\$1/.test(statement) ? 1 : 0),
      )
    }
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}

const id = (prefix: string, n = 'n') => `'${prefix}_' || lpad((${n})::text, 26, '0')`
const ofProfile = id('prof', `1 + n % ${keyCount}`)
const rows = `generate_series(1, ${rowCount}) n`
const ago = (days: number) =>
  `now() - (${rowCount} - n) * interval '${(days * 86_400) / rowCount} s'`
const at = ago(25)
const sent = ago(deliveryDays)
/** A random post of `profile_id`, which an event is about. */
const postOfProfile = id(
  'post',
  `substr(profile_id, 6)::int - 1 + ${keyCount} * (1 + floor(random() * ${rowCount / keyCount - 1})::int)`,
)
const hash = (word: string) => `sha256(convert_to('${word}' || n, 'UTF8'))`

const statements = [
  `insert into profile (id, owner_id, external_id, name, metadata, created_at, updated_at)
   select ${id('prof')}, $1, 'client-' || n, 'Client number ' || n, '{"plan":"basic"}', ${at}, ${at}
   from generate_series(1, ${keyCount}) n`,
  `insert into profile (id, owner_id, name, created_at, updated_at, deleting_at, erased_at, erase_counts)
   select ${id('prof', '1000000 + n')}, $1, '', ${at}, ${at}, ${at}, ${at}, '{}' from ${rows}`,
  `insert into api_key (id, owner_id, profile_id, name, kind, hint, secret_hash, created_at)
   select ${id('key')}, $1, ${id('prof')}, 'bench', 'profile', 'pst_profile_0000',
     sha256(convert_to('pst_profile_' || lpad(n::text, 43, '0'), 'UTF8')), ${at}
   from generate_series(1, ${keyCount}) n`,
  `insert into account (id, owner_id, profile_id, platform, platform_account_id, username, display_name,
     avatar_url, profile_url, account_type, status, permissions_granted, permissions_missing,
     access_expires_at, connected_at, created_at, updated_at)
   select ${id('acc')}, $1, ${ofProfile}, 'threads', 'p' || n, 'bakery.' || n, 'Bakery ' || n,
     'https://cdn.example/avatars/' || n || '.jpg', 'https://www.threads.net/@bakery.' || n, 'business',
     'connected', '{threads_basic,threads_content_publish,threads_manage_insights}', '{}',
     now() + interval '50 days', ${at}, ${at}, ${at} from ${rows}`,
  `insert into post (id, owner_id, profile_id, status, mode, text, media, external_id, tags, scheduled_at,
     published_at, created_at, updated_at)
   select ${id('post')}, $1, ${ofProfile}, 'published', 'schedule', repeat('Fresh rye bread today. ', 6),
     '[]', 'cms-' || n, '{launch,bread}', ${at}, ${at}, ${at}, ${at} from ${rows}`,
  `insert into post_target (id, owner_id, profile_id, post_id, account_id, platform, position, status,
     content_hash, scheduled_at, attempts, published_at, created_at, updated_at)
   select ${id('tgt')}, $1, ${ofProfile}, ${id('post')}, ${id('acc')}, 'threads', 0, 'published',
     ${hash('post')}, ${at}, 1, ${at}, ${at}, ${at} from ${rows}`,
  `insert into post_part (target_id, number, account_id, platform_post_id, permalink, published_at)
   select ${id('tgt')}, 1, ${id('acc')}, '17841' || n,
     'https://www.threads.net/@bakery/post/' || n, ${at} from ${rows}`,
  `insert into insight_day (account_id, day, metrics, synced_at)
   select ${id('acc')}, current_date - back,
     '{"views":1200,"likes":40,"replies":3,"followers_count":5120,"reach":900,"saves":4,"shares":2}', now()
   from generate_series(1, ${accountsWithInsights}) n, generate_series(0, ${insightDays - 1}) back`,
  `insert into webhook_endpoint (id, owner_id, profile_id, url, events, secret_sealed, created_at, updated_at)
   select ${id('whk')}, $1, ${id('prof')}, 'https://hooks.example/' || n, '{post.published}', $2, now(), now()
   from generate_series(1, ${keyCount}) n`,
  `with inserted as (
     insert into delivery (id, created_at, owner_id, profile_id, endpoint_id, event_id,
       event_created_at, event_type, outcome, outcome_at)
     select uuidv7(${sent} - now()), ${sent}, $1, ${ofProfile}, ${id('whk', `1 + n % ${keyCount}`)},
       gen_random_uuid(), ${sent}, 'post.published', case when n % 50 = 0 then 'failed' end,
       case when n % 50 = 0 then ${sent} end
     from ${rows} returning id, created_at, owner_id, profile_id, event_id, outcome),
   events as (
     insert into event (id, created_at, owner_id, profile_id, type, resource_id, body)
     select event_id, created_at, owner_id, profile_id, 'post.published', ${postOfProfile},
       convert_to('{"data":{"post_id":"' || ${postOfProfile} || '","permalink":"' || repeat('x', 600) || '"}}', 'UTF8') from inserted)
   insert into attempt (delivery_id, created_at, number, started_at, duration_ms, url, status_code)
   select id, created_at, 1, created_at, 12, 'https://hooks.example/',
     case when outcome is null then 200 else 500 end from inserted`,
]
