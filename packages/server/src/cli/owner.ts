import type { Scope } from '../access/scope.ts'
import type { Context } from '../context.ts'
import { CommandError } from './installation.ts'

/** Whoever may use this machine acts for the owner, without limits. */
export async function ownerScope(ctx: Context): Promise<Scope> {
  const owner = await ctx.db.read.selectFrom('owner').select('id').executeTakeFirst()
  if (!owner) throw new CommandError('There is no owner yet: start Postern once.')
  return {
    ownerId: owner.id,
    actor: { kind: 'member', id: '', name: 'postern' },
    kind: 'owner',
    profile: null,
    profileIds: null,
    permissions: null,
    hiddenProfileIds: [],
    sessionId: null,
  }
}
