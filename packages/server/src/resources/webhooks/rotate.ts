import { inScope, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import type { Webhook } from '../../schemas/webhook.ts'
import { seal } from '../../security/secrets.ts'
import { newWebhookSecret } from './delivery/signature.ts'
import { findEndpoint, findSealedSecrets, lockEndpoint } from './queries.ts'
import { secretPurpose } from './secrets.ts'
import { showEndpoint } from './show.ts'

/**
 * Gives the endpoint a new secret and returns it, this once. For `overlapSeconds` deliveries are signed
 * with both, the new one first; 0 ends the old secret now.
 */
export async function rotateSecret(
  ctx: Context,
  scope: Scope,
  id: string,
  overlapSeconds: number,
): Promise<Webhook & { secret: string }> {
  const now = ctx.clock.now()
  const secret = newWebhookSecret()
  return await ctx.db.transact(async (tx) => {
    const locked = await lockEndpoint(tx, scope, id)
    const sealed = await findSealedSecrets(tx, scope, id)
    if (!locked || !sealed) throw new ServiceError('webhook_not_found')
    const isOverlap = overlapSeconds > 0
    await tx
      .updateTable('webhook_endpoint')
      .set({
        secret_sealed: seal(ctx.config.keyring, secretPurpose(id), secret),
        previous_secret_sealed: isOverlap ? sealed.secret_sealed : null,
        previous_secret_until: isOverlap ? new Date(now.getTime() + overlapSeconds * 1_000) : null,
        updated_at: now,
      })
      .where(inScope(scope, 'webhook_endpoint'))
      .where('id', '=', id)
      .execute()
    return { ...showEndpoint((await findEndpoint(tx, scope, id))!, now), secret }
  })
}
