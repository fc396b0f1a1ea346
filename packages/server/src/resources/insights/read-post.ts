import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { InsightsAbility, Metric } from '../../platforms/contract/insights.ts'
import type { PostInsights } from '../../schemas/insight.ts'
import { selectMetrics, totalOf } from './metrics.ts'
import { findPostId, listTargetMetrics, type TargetMetrics } from './queries.ts'
import { missingPermission } from './state.ts'

type TargetWithAbility = TargetMetrics & { ability: InsightsAbility | undefined }

/**
 * The latest metrics of a post: per part, per target and in total. By default each target has the metrics of
 * its platform; with `requested` it has exactly those, `null` for a metric its platform lacks. 404
 * `post_not_found`, 400 `invalid_metric`, 422 `insights_not_supported` if no platform of the post
 * has insights. Never calls a platform.
 */
export async function readPostInsights(
  ctx: Context,
  scope: Scope,
  id: string,
  requested: readonly string[] | undefined,
): Promise<PostInsights> {
  const postId = await findPostId(ctx.db.query, scope, id)
  if (!postId) throw new ServiceError('post_not_found')
  const rows = await listTargetMetrics(ctx.db.query, postId)
  const targets = rows.map((row) => ({
    ...row,
    ability: ctx.platforms.get(row.platform as PlatformValue)?.insights,
  }))
  const available = uniqueMetrics(targets)
  if (targets.length > 0 && available.length === 0) throw new ServiceError('insights_not_supported')
  const selected = requested === undefined ? null : selectMetrics(requested, available, 'This post')
  const targetInsights = targets.map((target) =>
    showTarget(target, selected ?? target.ability?.postMetrics ?? []),
  )
  return {
    object: 'post_insights',
    post_id: postId,
    targets: targetInsights,
    totals: Object.fromEntries(
      (selected ?? available).map(({ name, kind }) => {
        const values = targetInsights.map(({ metrics }) => metrics[name] ?? null)
        return [name, totalOf(kind, kind === 'unique' ? values.filter(isNumber) : values)]
      }),
    ),
  }
}

/** The metrics of all platforms of the post, without duplicates. */
function uniqueMetrics(targets: readonly TargetWithAbility[]): Metric[] {
  const all = targets.flatMap(({ ability }) => ability?.postMetrics ?? [])
  return [...new Map(all.map((metric) => [metric.name, metric])).values()]
}

function showTarget(
  target: TargetWithAbility,
  metrics: readonly Metric[],
): PostInsights['targets'][number] {
  const { ability, state, connected_at, permissions_missing } = target
  const account = connected_at && permissions_missing && { connected_at, permissions_missing }
  const needed = ability && (ability.postPermission ?? ability.permission)
  const missing = needed && account ? missingPermission(needed, account, state) : null
  const parts = target.parts.map((part) => ({
    number: part.number,
    metrics: Object.fromEntries(
      metrics.map(({ name }) => [name, missing ? null : (part.metrics?.[name] ?? null)]),
    ),
    synced_at: part.synced_at && new Date(part.synced_at).toISOString(),
  }))
  const totals = metrics.map(({ name, kind }) => {
    const values = parts.map((part) => part.metrics[name] ?? null)
    return [name, totalOf(kind, values)]
  })
  return {
    target_id: target.id,
    account_id: target.account_id,
    platform: target.platform as PlatformValue,
    metrics: Object.fromEntries(totals),
    parts,
    missing_permission: missing,
    synced_at: parts.reduce<string | null>((last, part) => later(last, part.synced_at), null),
  }
}

function later(first: string | null, second: string | null): string | null {
  return (first ?? '') > (second ?? '') ? first : second
}

function isNumber(value: number | null): value is number {
  return value !== null
}
