import { type Selectable, sql } from 'kysely'
import { limits } from '../../../core/limits.ts'
import type { InvitationTable } from '../../../database/connect-tables.ts'
import type { Queries } from '../../../database/open.ts'
import {
  type CreatedInvitation,
  createdInvitationShape,
  type Invitation,
  invitationCreate,
  invitationShape,
  invitationStatuses,
} from '../../../schemas/invitation.ts'
import type { SentPageKind } from '../../sent-pages/kind.ts'
import { revokePages } from '../../sent-pages/queries.ts'
import { linkKind } from './link.ts'
import {
  connectApi,
  type LinkInput,
  type LinkSettings,
  linkSettings,
  settingsColumns,
} from './link-settings.ts'

const dayMs = 86_400_000

export type InvitationRow = Pick<Selectable<InvitationTable>, (typeof settingsColumns)[number]>
export type InvitationStatus = (typeof invitationStatuses)[number]
type InvitationInput = LinkInput & { expires_in_days?: number | undefined }

/** A page that creates a connect link with its settings each time the client continues. */
export const invitationKind: SentPageKind<
  InvitationRow,
  InvitationStatus,
  InvitationInput,
  LinkSettings
> = {
  ...linkSettings,
  table: 'invitation',
  columns: settingsColumns,
  idKind: 'invitation',
  object: 'invitation',
  pagePath: 'invite',
  openStatus: 'open',
  isUsedOnce: false,
  quota: {
    label: 'open invitations of the profile',
    max: limits.connect.openInvitationsPerProfileMax,
  },
  lifetimeMs: (input) => (input.expires_in_days ?? limits.connect.invitationDays.default) * dayMs,
  details: async (db, rows): Promise<Omit<Invitation, keyof CreatedInvitation>[]> => {
    const summaries = await summarizeLinks(
      db,
      rows.map((row) => row.id),
    )
    return rows.map((row) => {
      const summary = summaries.get(row.id)
      return {
        redirect_url: row.redirect_url,
        language: row.language as Invitation['language'],
        metadata: row.metadata as Invitation['metadata'],
        links_created: summary?.links_created ?? 0,
        last_opened_at: summary?.last_opened_at.toISOString() ?? null,
        account_ids: summary?.account_ids ?? [],
      }
    })
  },
  filters: {},
  notFound: 'invitation_not_found',
  notRevocable: null,
  onRevoked: (tx, id, now) => revokePages(tx, linkKind, sql<boolean>`invitation_id = ${id}`, now),
  api: {
    ...connectApi,
    path: 'invitations',
    operation: 'Invitation',
    words: { one: 'an invitation', many: 'invitations', short: 'invitation' },
    descriptions: {
      create:
        'Creates a page to send by email or chat. It stays open for 7 days, or up to 30. Each time the client continues from it, it creates a connect link with these settings, so the client can connect several accounts and take their time. Opening the page changes nothing.',
      list: 'Returns the invitations and the accounts connected with them, newest first, without their URLs.',
      get: 'Returns the status of the invitation and the accounts connected with it. Its connect links are in `GET /v1/connect-links?invitation_id=`. Invitations are kept for 30 days after they expire.',
      revoke:
        'The invitation and its valid connect links stop working immediately. Connected accounts stay connected. Revoking it again changes nothing.',
    },
    schemas: {
      create: invitationCreate,
      created: createdInvitationShape,
      shown: invitationShape,
      statuses: invitationStatuses,
    },
  },
}

type LinkSummary = {
  invitation_id: string
  links_created: number
  last_opened_at: Date
  account_ids: string[]
}

/** What became of the links of these invitations, by invitation; those without links are missing. */
async function summarizeLinks(
  db: Queries,
  invitationIds: readonly string[],
): Promise<Map<string, LinkSummary>> {
  if (invitationIds.length === 0) return new Map()
  const { rows } = await sql<LinkSummary>`
    select invitation_id, count(distinct link.id)::integer as links_created,
      max(created_at) as last_opened_at,
      coalesce(array_agg(distinct connected.id) filter (where connected.id is not null), '{}')
        as account_ids
    from connect_link link left join unnest(link.account_ids) as connected (id) on true
    where invitation_id = any(${invitationIds as string[]}::text[])
    group by invitation_id`.execute(db)
  return new Map(rows.map((row) => [row.invitation_id, row]))
}
