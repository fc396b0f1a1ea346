import { testClock } from '../packages/server/src/base/clock.ts'
import { seal } from '../packages/server/src/base/secrets.ts'
import { insertKey } from '../packages/server/src/keys/keys.ts'
import { ensurePartitions } from '../packages/server/src/webhooks/partitions.ts'
import { secretPurpose } from '../packages/server/src/webhooks/secrets.ts'
import { newWebhookSecret } from '../packages/server/src/webhooks/signature.ts'
import type { Engine } from './engine.ts'

export const rowsOfMany = 100_000
/** Of these the limits or the sense allow fewer. */
const profiles = 10_000
const members = 50
const origins = 100
const syncs = 1_000
const endpoints = 10
const withInsights = 5_000
const insightDays = 60
const historyDays = 25
const dayMs = 86_400_000

export type Keys = { owner: string; profile: string; header: string }

/**
 * 100,000 rows of whatever may be as many, of one owner: 2,000 in the profile that the header names,
 * as many in that of the profile key, the rest over the other 9,998 profiles, all over the last 25 days.
 */
export async function seed(engine: Engine): Promise<Keys> {
  const { ctx, scope } = engine
  for (let back = historyDays + 1; back >= 0; back -= 3) {
    const clock = testClock(new Date(Date.now() - back * dayMs))
    await ensurePartitions({ ...ctx, clock })
  }
  const client = await ctx.db.pool.connect()
  try {
    await client.query('set synchronous_commit = off')
    for (const statement of statements) {
      await client.query(statement, statement.includes('$1') ? [scope.ownerId] : [])
    }
    for (const place of Array.from({ length: endpoints }, (_, n) => n + 1)) {
      const endpoint = `whk_${padded(place)}`
      const sealed = seal(ctx.config.keyring, secretPurpose(endpoint), newWebhookSecret())
      await client.query('update webhook_endpoint set secret_sealed = $2 where id = $1', [
        endpoint,
        sealed,
      ])
    }
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
  const key = (profileId: string | null) =>
    ctx.db.transact((tx) =>
      insertKey(
        tx,
        scope.ownerId,
        { name: 'bench', profileId, scopes: null, expiresAt: null },
        new Date(),
      ),
    )
  const owner = (await key(null)).secret
  return { owner, profile: (await key(profileId(2))).secret, header: profileId(1) }
}

function profileId(place: number): string {
  return `prof_${padded(place)}`
}

export function padded(place: number): string {
  return String(place).padStart(26, '0')
}

const id = (prefix: string, n = 'n') => `'${prefix}_' || lpad((${n})::text, 26, '0')`
/** The profile of row n. */
const ofProfile = id(
  'prof',
  `case n % 50 when 0 then 1 when 1 then 2 else 3 + n % ${profiles - 2} end`,
)
const at = `now() - (${rowsOfMany} - n) * interval '${(historyDays * 86_400) / rowsOfMany} seconds'`
const platform = `(array['threads', 'instagram'])[1 + n % 2]`
const many = `generate_series(1, ${rowsOfMany}) n`
const hash = (word: string) => `sha256(convert_to('${word}' || n, 'UTF8'))`
const threadsScopes = `'{threads_basic,threads_content_publish,threads_manage_replies,threads_manage_insights}'`

const statements = [
  `insert into profile (id, owner_id, external_id, name, metadata, created_at, updated_at)
   select ${id('prof')}, $1, 'client-' || n, 'Client number ' || n, '{"plan":"basic"}', ${at}, ${at}
   from generate_series(1, ${profiles}) n`,
  `insert into profile (id, owner_id, name, created_at, updated_at, deleting_at, erased_at, erase_counts)
   select ${id('prof', '1000000 + n')}, $1, '', ${at}, ${at}, ${at}, ${at},
     '{"accounts":2,"posts":40,"media":12,"comments":300}' from ${many}`,
  `insert into api_key (id, owner_id, profile_id, name, kind, hint, secret_hash, revoked_at, created_at)
   select ${id('key')}, $1, ${ofProfile}, 'Old key ' || n, 'profile', 'pst_profile_abcd',
     ${hash('key')}, ${at}, ${at} from ${many}`,
  `insert into account (id, owner_id, profile_id, platform, platform_account_id, username, display_name,
     avatar_url, profile_url, account_type, status, permissions_granted, permissions_missing,
     access_expires_at, connected_at, created_at, updated_at)
   select ${id('acc')}, $1, ${ofProfile}, ${platform}, 'p' || n, 'bakery.' || n, 'Bakery ' || n,
     'https://cdn.example/avatars/' || n || '.jpg', 'https://www.threads.net/@bakery.' || n, 'business',
     'connected', ${threadsScopes}, '{}', now() + interval '50 days', ${at}, ${at}, ${at} from ${many}`,
  `insert into media (id, owner_id, profile_id, type, mime_type, size, width, height, alt_text, status,
     storage_key, thumbnail_key, secret, checksum_sha256, created_at)
   select ${id('med')}, $1, ${ofProfile}, 'image', 'image/jpeg', 250000, 1080, 1350, 'A loaf of rye bread',
     'ready', 'key/' || n, 'thumbnail/' || n, ${hash('media')}, encode(${hash('sum')}, 'hex'), ${at}
   from ${many}`,
  `insert into post (id, owner_id, profile_id, status, mode, text, media, external_id, tags, scheduled_at,
     published_at, created_at, updated_at)
   select ${id('post')}, $1, ${ofProfile}, 'published', 'schedule', repeat('Fresh rye bread today. ', 6),
     jsonb_build_array(jsonb_build_object('id', ${id('med')}, 'alt_text', null)), 'cms-' || n,
     '{launch,bread}', ${at}, ${at}, ${at}, ${at} from ${many}`,
  `insert into post_target (id, owner_id, profile_id, post_id, account_id, platform, place, status,
     content_hash, scheduled_at, attempts, platform_post_id, permalink, published_at, created_at, updated_at)
   select ${id('tgt')}, $1, ${ofProfile}, ${id('post')}, ${id('acc')}, ${platform}, 0, 'published',
     ${hash('post')}, ${at}, 1, '17841' || n, 'https://www.threads.net/@bakery/post/' || n, ${at}, ${at},
     ${at} from ${many}`,
  `insert into insight_post (target_id, figures, read_at, tried_at)
   select ${id('tgt')}, '{"views":1200,"likes":40,"replies":3,"shares":2,"reach":900}', ${at}, ${at}
   from ${many}`,
  `insert into comment (id, owner_id, profile_id, account_id, post_id, platform, platform_post_id,
     platform_comment_id, author_username, text, permalink, like_count, can_reply, can_hide,
     reply_status, commented_at, seen_at, created_at, updated_at)
   select ${id('cmt')}, $1, ${ofProfile}, ${id('acc')}, ${id('post')}, ${platform}, '17841' || n,
     '9' || n, 'stranger', repeat('Lovely bread! ', 5), 'https://www.threads.net/c/' || n, n % 7, true,
     true, case when n % 5 = 0 then 'replied' else 'unreplied' end, ${at}, now(), ${at}, ${at}
   from ${many}`,
  `insert into comment_reply (id, owner_id, profile_id, comment_id, status, text, platform_reply_id,
     created_at)
   select ${id('rep')}, $1, ${ofProfile}, ${id('cmt')}, 'sent', 'Thank you!', '8' || n, ${at}
   from ${many} where n % 5 = 0`,
  `insert into connect_link (id, owner_id, profile_id, token_hash, redirect_url, platforms, created_at,
     expires_at, used_at, account_ids)
   select ${id('link')}, $1, ${ofProfile}, ${hash('link')}, 'https://app.example/connected',
     '{threads,instagram}', ${at}, ${at}, ${at}, array[${id('acc')}] from ${many}`,
  `insert into connect_attempt (link_id, at, platform, step)
   select ${id('link')}, ${at}, ${platform}, 'done' from ${many}`,
  `insert into insight_day (account_id, day, figures, read_at)
   select ${id('acc')}, current_date - back,
     '{"views":1200,"likes":40,"replies":3,"followers_count":5120,"reach":900,"saves":4,"shares":2}', now()
   from generate_series(1, ${withInsights}) n, generate_series(0, ${insightDays - 1}) back`,
  `insert into insight_sync (id, owner_id, profile_id, created_at)
   select ${id('sync')}, $1, ${ofProfile}, ${at} from generate_series(1, ${syncs}) n`,
  `insert into insight_sync_account (sync_id, account_id, outcome, finished_at)
   select ${id('sync')}, ${id('acc')}, 'done', now() from generate_series(1, ${syncs}) n`,
  `insert into redirect_origin (id, owner_id, origin, created_at)
   select ${id('orig')}, $1, 'https://app-' || n || '.example', ${at}
   from generate_series(1, ${origins}) n`,
  `insert into member (id, owner_id, email, name, role, created_at, updated_at)
   select ${id('mem')}, $1, 'member-' || n || '@example.org', 'Member ' || n, 'staff', ${at}, ${at}
   from generate_series(1, ${members}) n`,
  `insert into webhook_endpoint (id, owner_id, profile_id, url, events, secret_sealed, created_at,
     updated_at)
   select ${id('whk')}, $1, case when n in (1, 2) then ${id('prof')} end,
     'https://hooks.example/' || n, '{post.published}', 'x', now(), now()
   from generate_series(1, ${endpoints}) n`,
  `with made as (
     insert into delivery (id, created_at, owner_id, profile_id, endpoint_id, event_id,
       event_created_at, event_type, outcome, outcome_at)
     select uuidv7(${at} - now()), ${at}, $1, ${id('prof', `1 + n % ${endpoints}`)},
       ${id('whk', `1 + n % ${endpoints}`)}, gen_random_uuid(), ${at}, 'post.published',
       case when n % 50 = 0 then 'failed' end, case when n % 50 = 0 then ${at} end
     from ${many}
     returning id, created_at, owner_id, profile_id, event_id, outcome),
   told as (
     insert into event (id, created_at, owner_id, profile_id, type, body)
     select event_id, created_at, owner_id, profile_id, 'post.published',
       convert_to('{"filler":"' || repeat('x', 640) || '"}', 'UTF8') from made)
   insert into attempt (delivery_id, created_at, number, started_at, duration_ms, url, status_code)
   select id, created_at, 1, created_at, 12, 'https://hooks.example/',
     case when outcome is null then 200 else 500 end from made`,
  `insert into audit_entry (id, owner_id, at, actor_kind, actor_id, actor_name, action, resource_type,
     resource_id, profile_id, request_id, ip, status)
   select ${id('aud')}, $1, ${at}, 'api_key', ${id('key', '1')}, 'bench', 'createPost', 'post',
     ${id('post')}, ${ofProfile}, ${id('req')}, '192.0.2.7', 201 from ${many}`,
]
