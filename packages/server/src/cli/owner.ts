import type { Scope } from '../access/scope.ts'
import type { Context } from '../context.ts'
import type { Config } from '../core/config.ts'
import { inOneTransaction } from '../database/nested-transaction.ts'
import { noteChange } from '../database/open.ts'
import { insertAuditEntry } from '../http/audit.ts'
import { invitationKind } from '../resources/connect/links/invitation.ts'
import { createKey, revokeKey } from '../resources/keys/keys.ts'
import { createOwnerLink } from '../resources/members/people/first-member.ts'
import { deleteSecondFactor } from '../resources/members/second-factor/second-factor.ts'
import { createPage } from '../resources/sent-pages/sent-pages.ts'
import type { ApiKey } from '../schemas/api-key.ts'
import type { CreatedInvitation } from '../schemas/invitation.ts'
import { CommandError } from './installation.ts'

/** The caller of changes that commands make, for the audit log. */
export const caller = { requestId: '', ip: null, userAgent: null, via: null }

/** The scope of commands: the owner without limits, as they require access to the machine. */
export async function ownerScope(ctx: Context): Promise<Scope> {
  const owner = await ctx.db.query.selectFrom('owner').select('id').executeTakeFirst()
  if (!owner) throw new CommandError('There is no owner yet. Start Postern once to create one.')
  return {
    ownerId: owner.id,
    actor: { kind: 'member', id: '', name: 'postern' },
    kind: 'owner',
    profile: null,
    profileIds: null,
    permissions: null,
    hiddenProfileIds: [],
    sessionId: null,
    mustSetUpSecondFactor: false,
  }
}

/** Creates an API key with its audit entry and returns its secret. */
export async function createCliKey(
  ctx: Context,
  input: Parameters<typeof createKey>[2],
): Promise<string> {
  return await inOneTransaction(ctx, async (txCtx) => {
    const scope = await ownerScope(txCtx)
    const key = await createKey(txCtx, scope, input)
    await insertAuditEntry(txCtx, txCtx.db.query, caller, {
      ownerId: scope.ownerId,
      actor: null,
      action: 'createApiKey',
      resource: { type: 'api_key', id: key.id },
      profileId: key.profile_id,
      status: 201,
    })
    txCtx.db.changes.note('api_keys', { ownerId: scope.ownerId, profileId: key.profile_id })
    return key.secret
  })
}

/** Creates an invitation of a profile with its audit entry and returns its URL. */
export async function createCliInvitation(
  ctx: Context,
  profile: string,
  input: Parameters<typeof invitationKind.check>[3],
): Promise<string> {
  return await inOneTransaction(ctx, async (txCtx) => {
    const scope = await ownerScope(txCtx)
    const created = await createPage(txCtx, scope, invitationKind, profile, input)
    const { id, url, profile_id } = created as CreatedInvitation
    await insertAuditEntry(txCtx, txCtx.db.query, caller, {
      ownerId: scope.ownerId,
      actor: null,
      action: 'createInvitation',
      resource: { type: 'invitation', id },
      profileId: profile_id,
      status: 201,
    })
    txCtx.db.changes.note('connect_links', { ownerId: scope.ownerId, profileId: profile_id })
    return url
  })
}

/** Revokes an API key with its audit entry, and ends its open streams in every process. */
export async function revokeCliKey(ctx: Context, id: string): Promise<ApiKey> {
  return await inOneTransaction(ctx, async (txCtx) => {
    const scope = await ownerScope(txCtx)
    const { ownerId } = scope
    const key = await revokeKey(txCtx, scope, id)
    await insertAuditEntry(txCtx, txCtx.db.query, caller, {
      ownerId,
      actor: null,
      action: 'revokeApiKey',
      resource: { type: 'api_key', id },
      profileId: key.profile_id,
      status: 200,
    })
    txCtx.db.changes.note('api_keys', { ownerId, profileId: key.profile_id })
    return key
  })
}

/**
 * Creates an owner's sign-in link with its audit entry; the first owner's without `email`. On request it
 * also turns their second factor off, for an owner who lost the phone and the recovery codes.
 */
export async function createCliSignInLink(
  ctx: Context,
  email: string | null,
  options: { resetSecondFactor?: boolean } = {},
) {
  return await ctx.db.transact(async (tx) => {
    const link = await createOwnerLink(ctx, tx, email, ctx.clock.now())
    const entry = { ownerId: link.ownerId, actor: null, profileId: null }
    if (options.resetSecondFactor && (await deleteSecondFactor(tx, link.memberId))) {
      await insertAuditEntry(ctx, tx, caller, {
        ...entry,
        action: 'resetSecondFactor',
        resource: { type: 'member', id: link.memberId },
        status: 200,
      })
      noteChange(tx, 'members', entry)
    }
    await insertAuditEntry(ctx, tx, caller, {
      ...entry,
      action: 'createSignInLink',
      resource: { type: 'sign_in_link', id: link.memberId },
      status: 201,
    })
    return link
  })
}

export function describeKey(label: string, secret: string, config: Config): string[] {
  return [
    '',
    `  ${label.padEnd(16)}${secret}`,
    '                  Save it now. It is not shown again.',
    `                  For ${config.publicUrl}, the installation in ${config.dataDir}`,
    '',
  ]
}

export function describeLink(link: Awaited<ReturnType<typeof createCliSignInLink>>): string[] {
  const until = link.expiresAt.toISOString().slice(0, 16).replace('T', ' ')
  const who = link.email ? `, as ${link.email}` : ''
  return [
    '',
    `  Sign in         ${link.url}`,
    `                  Works once, expires at ${until} UTC${who}.`,
    '',
  ]
}
