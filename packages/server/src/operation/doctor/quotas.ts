import type { Context } from '../../context.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Above this share of a quota, operators are told how to get more. */
const nearShare = 0.9

/** What this installation used of the networks' quotas of a day. */
export async function checkQuotas({ config, db }: Context): Promise<Finding[]> {
  const { rows } = await db.pool.query<{
    platform: string
    name: string
    day: string
    used: number
  }>(`select platform, name, day::text, used from platform_quota order by platform, name`)
  return rows.flatMap(({ platform, name, day, used }): Finding[] => {
    const app = Object.entries(config.platforms).find(([value]) => value === platform)?.[1]
    const max = app?.quotas?.[name]
    if (max === undefined) return []
    const variable = `${platform}_${name}_PER_DAY`.toUpperCase()
    const text = `${used} of ${max} ${name} used on ${day}`
    if (used < max * nearShare) return [ok(`${platform} quota`, text)]
    const advice = `If the network gave you more, set ${variable}.`
    return [warning(`${platform} quota`, text, advice)]
  })
}
