import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { bindingOf, type Page, type PageInput, readPage } from '../../http/list.ts'
import type {
  Account,
  AccountFilter,
  AccountListItem,
  accountIncludes,
} from '../../schemas/account.ts'
import { type AccountListRow, findAccount, listAccountsAfter } from './queries.ts'
import { showAccount } from './show.ts'

type AccountListInput = PageInput &
  AccountFilter & { include?: (typeof accountIncludes)[number] | undefined }

/** The accounts in scope, oldest first; without their limits, unless they are asked for. */
export async function listAccounts(
  ctx: Context,
  scope: Scope,
  { limit, cursor, include, ...filter }: AccountListInput,
): Promise<Page<AccountListItem>> {
  const hasLimits = include === 'limits'
  return await readPage({ limit, cursor }, bindingOf('accounts', scope, filter), {
    length: 1,
    valuesOf: (row: AccountListRow) => [row.id],
    show: (row) => showAccount(ctx.platforms, row),
    fetch: (after, rows) =>
      listAccountsAfter(ctx.db.query, scope, filter, { after, rows, hasLimits }),
  })
}

/** The account; 404 `account_not_found` outside the scope. */
export async function getAccount(ctx: Context, scope: Scope, id: string): Promise<Account> {
  const row = await findAccount(ctx.db.query, scope, id)
  if (!row) throw new ServiceError('account_not_found')
  return showAccount(ctx.platforms, row)
}
