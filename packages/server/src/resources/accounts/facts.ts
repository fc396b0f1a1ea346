import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { TokenAbility, Tokens } from '../../platforms/contract/tokens.ts'

/**
 * Reads what the account's server allows and stores it if it changed. After a failure the stored
 * facts stay until the next check.
 */
export async function refreshFacts(
  ctx: Context,
  accountId: string,
  { readFacts }: Pick<TokenAbility, 'readFacts'>,
  tokens: Tokens,
): Promise<void> {
  if (!readFacts) return
  try {
    const facts = JSON.stringify(await readFacts(tokens))
    await ctx.db.query
      .updateTable('account')
      .set({ facts, updated_at: ctx.clock.now() })
      .where('id', '=', accountId)
      .where(sql<boolean>`facts is distinct from ${facts}::jsonb`)
      .execute()
  } catch (err) {
    ctx.log.info({ err, account_id: accountId }, 'account.facts_not_read')
  }
}
