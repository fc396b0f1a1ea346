import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import type { PublishFinding } from '../../platforms/contract/publish.ts'
import type { PostCreate } from '../../schemas/post.ts'
import type { PostValidation } from '../../schemas/post-validation.ts'
import { checkPlan } from './check.ts'
import { planPost } from './plan.ts'

/**
 * A dry run: returns what each platform would reject and what comes close to a limit. Invalid
 * references, such as an unknown account, throw as they do when creating a post.
 */
export async function validatePost(
  ctx: Context,
  scope: Scope,
  input: PostCreate,
): Promise<PostValidation> {
  const plan = await planPost(ctx, scope, input)
  const checked = await checkPlan(ctx, plan)
  const targets = checked.map(({ target, findings }) => {
    const errors = findings.filter(({ level }) => level === 'error').map(showFinding)
    if (target.account.status !== 'connected') errors.push(notConnected(target.account.status))
    return {
      account_id: target.account.id,
      platform: target.account.platform,
      valid: errors.length === 0,
      errors,
      warnings: findings.filter(({ level }) => level === 'warning').map(showFinding),
    }
  })
  return { object: 'post_validation', valid: targets.every(({ valid }) => valid), targets }
}

function showFinding({ path, code, message, limit, actual }: PublishFinding) {
  return { path, code, message, limit, actual }
}

function notConnected(status: string) {
  const message = 'The account is not connected. Reconnect it before you publish.'
  return {
    path: 'account_id',
    code: 'account_not_connected',
    message,
    limit: 'connected',
    actual: status,
  }
}
