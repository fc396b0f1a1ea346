import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { InsightsAbility, Metric } from '../../platforms/insights.ts'
import type { PostInsights } from '../../schemas/insight.ts'
import { chooseMetrics, totalOf } from './metrics.ts'
import { findPostId, listTargetFigures, type TargetFigures } from './queries.ts'
import { missingPermission } from './state.ts'

type Seen = TargetFigures & { ability: InsightsAbility | undefined }

/**
 * The last figures of a post, per target and in total. Without `metrics` each target has those of
 * its platform; with it each has every metric asked for, `null` where its platform has none such.
 * 404 `post_not_found`, 400 `invalid_metric`, 422 `insights_not_supported` when none of its
 * platforms gives any. Never calls a platform.
 */
export async function readPostInsights(
  ctx: Context,
  scope: Scope,
  id: string,
  asked: readonly string[] | undefined,
): Promise<PostInsights> {
  const postId = await findPostId(ctx.db.read, scope, id)
  if (!postId) throw new ServiceError('post_not_found')
  const rows = await listTargetFigures(ctx.db.read, postId)
  const targets = rows.map((row) => ({
    ...row,
    ability: ctx.platforms.get(row.platform as PlatformValue)?.insights,
  }))
  const known = everyMetric(targets)
  if (targets.length > 0 && known.length === 0) throw new ServiceError('insights_not_supported')
  const chosen = asked === undefined ? null : chooseMetrics(asked, known, 'This post')
  const shown = targets.map((target) =>
    showTarget(target, chosen ?? target.ability?.postMetrics ?? []),
  )
  return {
    object: 'post_insights',
    post_id: postId,
    targets: shown,
    totals: Object.fromEntries(
      (chosen ?? known).map(({ name, kind }) => {
        const values = shown.map(({ metrics }) => metrics[name] ?? null)
        return [name, totalOf(kind, kind === 'unique' ? values.filter(isKnown) : values)]
      }),
    ),
  }
}

/** The metrics of all the platforms of a post, each once. */
function everyMetric(targets: readonly Seen[]): Metric[] {
  const all = targets.flatMap(({ ability }) => ability?.postMetrics ?? [])
  return [...new Map(all.map((metric) => [metric.name, metric])).values()]
}

function showTarget(target: Seen, metrics: readonly Metric[]): PostInsights['targets'][number] {
  const { ability, state, connected_at, permissions_missing } = target
  const account = connected_at && permissions_missing && { connected_at, permissions_missing }
  const needed = ability && (ability.postPermission ?? ability.permission)
  const missing = needed && account ? missingPermission(needed, account, state) : null
  const figureOf = (name: string) => (missing ? null : (target.figures?.[name] ?? null))
  return {
    target_id: target.id,
    account_id: target.account_id,
    platform: target.platform as PlatformValue,
    metrics: Object.fromEntries(metrics.map(({ name }) => [name, figureOf(name)])),
    missing_permission: missing,
    synced_at: target.read_at?.toISOString() ?? null,
  }
}

function isKnown(value: number | null): value is number {
  return value !== null
}
