import { type Selectable, sql } from 'kysely'
import { requirePermission, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { invalidField } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import type { Queries } from '../../database/open.ts'
import type { ReportLinkTable } from '../../database/post-tables.ts'
import type { Permission } from '../../schemas/api-key.ts'
import {
  type CreatedReportLink,
  createdReportLinkShape,
  type ReportLink,
  type ReportLinkInput,
  type ReportSection,
  reportLinkCreate,
  reportLinkShape,
  reportLinkStatuses,
  reportSections,
} from '../../schemas/report-link.ts'
import type { SentPageKind } from '../sent-pages/kind.ts'
import { dayIn } from './month.ts'

const dayMs = 86_400_000

const columns = [
  'id',
  'owner_id',
  'profile_id',
  'month',
  'sections',
  'language',
  'note',
  'created_at',
  'expires_at',
  'revoked_at',
] as const

export type ReportLinkRow = Pick<Selectable<ReportLinkTable>, (typeof columns)[number]>
type Settings = Pick<ReportLinkRow, 'month' | 'sections' | 'language' | 'note'>

/** What the creator of a link must be allowed to read, because the page shows it. */
const permissionsOf: Readonly<Record<ReportSection, readonly Permission[]>> = {
  metrics: ['insights:read'],
  posts: ['insights:read', 'posts:read'],
  comments: ['comments:read'],
  plan: ['posts:read'],
}

/** A page with the report of a month of a profile. */
export const reportKind: SentPageKind<
  ReportLinkRow,
  (typeof reportLinkStatuses)[number],
  ReportLinkInput,
  Settings
> = {
  table: 'report_link',
  columns,
  idKind: 'report',
  object: 'report_link',
  pagePath: 'report',
  openStatus: 'open',
  isUsedOnce: false,
  quota: { label: 'open report links of the profile', max: limits.report.openLinksPerProfileMax },
  lifetimeMs: (input) => (input.expires_in_days ?? limits.report.linkDays.default) * dayMs,
  check: async (ctx, scope, profileId, { month, sections, language, note }) => {
    const chosen = reportSections.filter((name) => sections?.includes(name) ?? true)
    for (const name of chosen) {
      for (const permission of permissionsOf[name]) requirePermission(scope, permission)
    }
    const timeZone = await timeZoneOf(ctx.db.query, scope, profileId)
    if (month > dayIn(timeZone, ctx.clock.now()).slice(0, 7)) {
      throw invalidField('month', 'The month has not begun. Choose an earlier one.', 'in_future')
    }
    return { month, sections: chosen, language: language ?? null, note: note ?? null }
  },
  checkInTransaction: async () => {},
  summary: ({ month, sections }) => ({ month, sections }),
  details: async (db, rows): Promise<Omit<ReportLink, keyof CreatedReportLink>[]> => {
    const openings = await listOpenings(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map(({ id, language, note }) => ({
      language: language as ReportLink['language'],
      note,
      openings: openings.filter((each) => each.link_id === id).map(({ at }) => at.toISOString()),
    }))
  },
  filters: {},
  notFound: 'report_link_not_found',
  notRevocable: null,
  api: {
    tag: 'Insights',
    permissions: { read: 'insights:read', write: 'insights:write' },
    path: 'report-links',
    operation: 'ReportLink',
    words: { one: 'a report link', many: 'report links', short: 'link' },
    descriptions: {
      create:
        'Creates a page with the report of a month for a client: metrics with the month before, the best posts, numbers of comments and the plan of the next month, with your brand and ready to print. Send its `url` to the client: whoever has it can read the report. It stays open for 90 days, or up to 366, and shows what is stored when it is opened. The key also needs the scopes to read what the page shows: `insights:read`, and `posts:read` and `comments:read` for these sections.',
      list: 'Returns the report links with their openings, newest first, without their URLs.',
      get: 'Returns the link with its openings. Links are kept for 90 days after they expire.',
      revoke: 'The page stops working immediately. Revoking it again changes nothing.',
    },
    schemas: {
      create: reportLinkCreate,
      created: createdReportLinkShape,
      shown: reportLinkShape,
      statuses: reportLinkStatuses,
    },
    createErrors: [],
  },
}

/** The time zone of a profile that was found in scope. */
async function timeZoneOf(db: Queries, scope: Scope, profileId: string): Promise<string> {
  const { time_zone } = await db
    .selectFrom('profile')
    .select('time_zone')
    .where('owner_id', '=', scope.ownerId)
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow()
  return time_zone
}

/** The newest openings of each of these links, in chronological order. */
async function listOpenings(db: Queries, linkIds: readonly string[]) {
  if (linkIds.length === 0) return []
  const { rows } = await sql<{ link_id: string; at: Date }>`
    select opening.link_id, opening.at from unnest(${linkIds as string[]}::text[]) as link (id)
    cross join lateral (
      select id, link_id, at from report_opening where link_id = link.id
      order by id desc limit ${limits.report.openingsShownMax}) opening
    order by opening.id`.execute(db)
  return rows
}

/** Deletes links past their retention, with their openings. */
export async function deleteOldReportLinks(ctx: Context): Promise<void> {
  const keptMs = limits.report.linkKeptDays * dayMs
  await ctx.db.query
    .deleteFrom('report_link')
    .where('expires_at', '<', new Date(ctx.clock.now().getTime() - keptMs))
    .execute()
}
