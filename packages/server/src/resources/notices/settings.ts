import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { invalidField, ServiceError } from '../../core/errors.ts'
import type { NoticeChoice } from '../../database/member-tables.ts'
import type { Queries, Tx } from '../../database/open.ts'
import {
  contributorCauses,
  type NoticeCause,
  type Notices,
  type NoticesUpdate,
  noticeCauses,
} from '../../schemas/notices.ts'
import { nextTimeOfDay } from './times.ts'

export type Choices = Record<string, NoticeChoice>
type Timings = { [Cause in NoticeCause]?: string | undefined }

const initial = {
  choices: {} as Choices,
  quiet_from: null,
  quiet_until: null,
  digest_time: '08:30',
  unanswered_hours: 4,
}

/** The causes that a member of the role can act on. */
export function causesOf(role: string): readonly NoticeCause[] {
  return role === 'contributor' ? contributorCauses : noticeCauses
}

/** What the signed-in member is told by email. */
export async function readNotices(ctx: Context, scope: Scope): Promise<Notices> {
  return await showNotices(ctx, ctx.db.query, scope)
}

/** Changes what the signed-in member is told. A cause that is switched on starts with what happens then. */
export async function updateNotices(
  ctx: Context,
  scope: Scope,
  input: NoticesUpdate,
): Promise<Notices> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const member = await findMember(tx, scope, true)
    const stored = await findSettings(tx, scope, true)
    const { causes = {}, ...fields } = input
    const settings = { ...initial, ...stored, ...defined(fields) }
    refuse(member.role, causes, settings)
    const timeZone = member.time_zone ?? 'UTC'
    const choices = changeChoices(
      settings,
      { ...timingsOf(settings.choices), ...causes },
      {
        now,
        timeZone,
      },
    )
    const values = {
      choices: JSON.stringify(choices),
      quiet_from: settings.quiet_from,
      quiet_until: settings.quiet_until,
      digest_time: settings.digest_time,
      unanswered_hours: settings.unanswered_hours,
      due_at: earliest(choices),
    }
    await tx
      .insertInto('member_notices')
      .values({
        member_id: scope.actor.id,
        owner_id: scope.ownerId,
        lease_until: null,
        lease_token: null,
        ...values,
      })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
      .execute()
    return await showNotices(ctx, tx, scope)
  })
}

/** When the first of the choices is due. */
export function earliest(choices: Choices): Date | null {
  const times = Object.values(choices).map(({ next_at }) => Date.parse(next_at))
  return times.length === 0 ? null : new Date(Math.min(...times))
}

function refuse(
  role: string,
  causes: Timings,
  settings: { quiet_from: string | null; quiet_until: string | null },
): void {
  const foreign = Object.keys(causes).find(
    (cause) => !causesOf(role).includes(cause as NoticeCause),
  )
  if (foreign) {
    throw invalidField(`causes.${foreign}`, 'Your role cannot act on this cause.', 'role')
  }
  if ((settings.quiet_from === null) !== (settings.quiet_until === null)) {
    throw invalidField(
      'quiet_until',
      'Set both `quiet_from` and `quiet_until`, or neither.',
      'both',
    )
  }
}

function changeChoices(
  settings: { choices: Choices; digest_time: string },
  timings: Timings,
  { now, timeZone }: { now: Date; timeZone: string },
): Choices {
  const digest = nextTimeOfDay(now, settings.digest_time, timeZone).toISOString()
  return Object.fromEntries(
    Object.entries(timings).flatMap(([cause, timing]): [string, NoticeChoice][] => {
      if (timing !== 'at_once' && timing !== 'daily') return []
      const before = settings.choices[cause]
      const reported_until = before?.reported_until ?? now.toISOString()
      // The pause since the last message stays.
      const same = before?.timing === 'at_once' ? before.next_at : now.toISOString()
      return [[cause, { timing, reported_until, next_at: timing === 'daily' ? digest : same }]]
    }),
  )
}

function timingsOf(choices: Choices): Timings {
  return Object.fromEntries(Object.entries(choices).map(([cause, { timing }]) => [cause, timing]))
}

async function showNotices(ctx: Context, db: Queries, scope: Scope): Promise<Notices> {
  const member = await findMember(db, scope)
  const settings = (await findSettings(db, scope)) ?? initial
  const causes = causesOf(member.role).map((cause) => [
    cause,
    settings.choices[cause]?.timing ?? 'off',
  ])
  return {
    id: scope.actor.id,
    object: 'member_notices',
    causes: Object.fromEntries(causes),
    quiet_from: settings.quiet_from,
    quiet_until: settings.quiet_until,
    digest_time: settings.digest_time,
    unanswered_hours: settings.unanswered_hours,
    time_zone: member.time_zone ?? 'UTC',
    email_configured: ctx.mail.configured,
  }
}

/** Locked, changes of one member come one after another, the first one included. */
async function findMember(db: Queries | Tx, scope: Scope, isLocked = false) {
  const row = await db
    .selectFrom('member')
    .select(['role', 'time_zone'])
    .where('id', '=', scope.actor.id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw new ServiceError('session_invalid')
  return row
}

async function findSettings(db: Queries | Tx, scope: Scope, isLocked = false) {
  return await db
    .selectFrom('member_notices')
    .select(['choices', 'quiet_from', 'quiet_until', 'digest_time', 'unanswered_hours'])
    .where('member_id', '=', scope.actor.id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
}

/** Fields that are not sent are `undefined`. */
function defined<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>
  }
}
