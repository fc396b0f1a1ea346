import { unix } from '../core/clock.ts'
import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { accountMetric } from '../insights/metrics.ts'
import { type GraphCall, linkTo } from './call.ts'
import { badParameter, type GraphErrorType } from './errors.ts'
import { graphTime } from './fields.ts'

export type Range = { since: number; until: number }
export type DayValue = { day: string; value: number }

export function metricNames({ params }: GraphCall): string[] {
  return (params.metric ?? '').split(',').filter(Boolean)
}

/** The requested metrics. Threads and Instagram name the first wrong one. */
export function requireMetrics(
  call: GraphCall,
  allowed: readonly string[],
  type: GraphErrorType,
): string[] {
  const metrics = metricNames(call)
  const wrong = metrics.findIndex((name) => !allowed.includes(name))
  if (metrics.length > 0 && wrong < 0) return metrics
  const text = `(#100) metric[${Math.max(wrong, 0)}] must be one of the following values: ${allowed.join(', ')}`
  throw badParameter(text, type)
}

/** The days that have data. */
export function dayValues(
  sandbox: Sandbox,
  account: Readonly<Account>,
  metric: string,
  days: string[],
): DayValue[] {
  return days.flatMap((day) => {
    const value = accountMetric(sandbox, account, metric, day)
    return value === null ? [] : [{ day, value }]
  })
}

export function sumOf(days: readonly DayValue[]): number {
  return days.reduce((sum, { value }) => sum + value, 0)
}

/** A daily series; `at` is the instant that the network names for a day. */
export function seriesOf<T>(
  days: readonly { day: string; value: T }[],
  at: (day: string) => number,
): { value: T; end_time: string }[] {
  return days.map(({ day, value }) => ({ value, end_time: graphTime(at(day)) }))
}

/** One metric of an object, with the texts that the network has for it. */
export function metricEntry(
  owner: { id: string },
  name: string,
  period: 'day' | 'lifetime',
  result: object,
  texts: { title: string; description: string | undefined; idName?: string },
) {
  const { title, description, idName = name } = texts
  return {
    name,
    period,
    ...result,
    title,
    description,
    id: `${owner.id}/insights/${idName}/${period}`,
  }
}

/** The links to the ranges before and after this one. */
export function rangeLinks(call: GraphCall, { since, until }: Range) {
  const span = until - since
  const link = (from: number, to: number) =>
    linkTo(call, { since: String(unix(from)), until: String(unix(to)) })
  return { previous: link(since - span, since), next: link(until, until + span) }
}
