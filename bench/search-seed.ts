import { newId } from '../packages/server/src/core/ids.ts'
import type { Engine } from './engine.ts'
import { sized } from './measure.ts'
import { latinWords, textOf } from './search-texts.ts'

/** Posts and comments of the default profile; text number 1 is the newest. */
export const largeRows = sized(1_000_000, 4_000)
/** Other profiles, with posts and comments of their own. */
export const smallProfiles = sized(200, 2)
export const smallRows = sized(1_000, 100)
export const newestAt = Date.UTC(2026, 10, 1)
export const secondsApart = 30
const rowsPerInsert = 20_000

export type Place = { profileId: string; accountId: string }

/** The profile and account of a text. */
export function placeOf(places: readonly Place[], number: number): Place {
  return places[number <= largeRows ? 0 : 1 + (number % smallProfiles)]!
}

/** Creates the profiles, each with one account; the first is the default profile. */
export async function seedPlaces({ ctx, scope, profileId }: Engine): Promise<Place[]> {
  const places = Array.from({ length: smallProfiles + 1 }, (_, index) => ({
    profileId: index === 0 ? profileId : newId('profile'),
    accountId: newId('account'),
  }))
  const ids = [places.map((place) => place.profileId), places.map((place) => place.accountId)]
  await ctx.db.pool.query(
    `insert into profile (id, owner_id, name, metadata, created_at, updated_at)
     select id, $1, 'Bench', '{}', now(), now() from unnest($2::text[]) id on conflict do nothing`,
    [scope.ownerId, ids[0]],
  )
  await ctx.db.pool.query(
    `insert into account (id, owner_id, profile_id, platform, platform_account_id, username, status,
       permissions_granted, permissions_missing, connected_at, created_at, updated_at)
     select id, $1, profile_id, 'threads', id, 'bench', 'connected', '{}', '{}', now(), now(), now()
     from unnest($2::text[], $3::text[]) as place (profile_id, id)`,
    [scope.ownerId, ...ids],
  )
  return places
}

/** Inserts 1,200,000 posts and comments. They are indexed afterwards, which is faster. */
export async function seedTexts(engine: Engine, places: readonly Place[]): Promise<void> {
  const { pool } = engine.ctx.db
  await pool.query('drop index comment_search, post_search')
  const count = largeRows + smallProfiles * smallRows
  for (let first = 1; first <= count; first += rowsPerInsert) {
    const length = Math.min(rowsPerInsert, count - first + 1)
    const numbers = Array.from({ length }, (_, index) => first + index)
    await insertComments(engine, places, numbers, 'cmt')
    await insertPosts(engine, places, numbers)
  }
  await pool.query(
    `create index comment_search on comment using gin (search_text gin_trgm_ops);
     create index post_search on post using gin (search_text gin_trgm_ops)`,
  )
  await pool.query('vacuum analyze')
}

export async function insertComments(
  { ctx, scope }: Engine,
  places: readonly Place[],
  numbers: readonly number[],
  prefix: string,
): Promise<void> {
  const names = numbers.map((number) => latinWords[number % latinWords.length]!)
  await ctx.db.pool.query(
    `insert into comment (id, owner_id, profile_id, account_id, post_id, platform, platform_post_id,
       platform_comment_id, author_username, author_name, text, can_reply, can_hide, commented_at,
       seen_at, created_at, updated_at)
     select id, $1, profile_id, account_id, 'post', 'threads', 'post', id, name, initcap(name), text,
       true, true, at, now(), now(), now()
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
       as row (id, profile_id, account_id, name, text, at)`,
    [
      scope.ownerId,
      numbers.map((number) => `${prefix}_${String(number).padStart(26, '0')}`),
      numbers.map((number) => placeOf(places, number).profileId),
      numbers.map((number) => placeOf(places, number).accountId),
      names,
      numbers.map(textOf),
      numbers.map(timeOf),
    ],
  )
}

async function insertPosts(
  { ctx, scope }: Engine,
  places: readonly Place[],
  numbers: readonly number[],
): Promise<void> {
  await ctx.db.pool.query(
    `insert into post (id, owner_id, profile_id, status, mode, text, scheduled_at, published_at,
       created_at, updated_at)
     select id, $1, profile_id, 'published', 'schedule', text, at, at, at, at
     from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[])
       as row (id, profile_id, text, at)`,
    [
      scope.ownerId,
      numbers.map((number) => `post_${String(number).padStart(26, '0')}`),
      numbers.map((number) => placeOf(places, number).profileId),
      numbers.map(textOf),
      numbers.map(timeOf),
    ],
  )
}

/** Texts of small profiles cover the same year as those of the large one. */
function timeOf(number: number): string {
  const share =
    number <= largeRows ? number : ((number - largeRows) * largeRows) / (smallProfiles * smallRows)
  return new Date(newestAt - share * secondsApart * 1_000).toISOString()
}
