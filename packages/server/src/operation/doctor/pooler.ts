import type { Context } from '../../context.ts'
import { connectionOf } from '../../database/connection.ts'
import { readPoolerSettings, requireTransactions } from '../../database/pooler.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const check = 'pooler'

/** Checks the pooler of DATABASE_POOL_URL as a start does, and the settings of its sessions. */
export async function checkPooler({ config, db }: Context): Promise<Finding[]> {
  if (!config.databasePoolUrl) return []
  const pooler = connectionOf(config.databasePoolUrl, true)
  try {
    await requireTransactions(pooler, db.connection)
    const { endsIdleTransactions, plansSmallQueries } = await readPoolerSettings(pooler)
    const text = 'it leads to the database, and transactions work'
    if (endsIdleTransactions && plansSmallQueries) return [ok(check, text)]
    const lacking = endsIdleTransactions
      ? 'its sessions plan short lists as long ones'
      : 'a process that is cut off keeps its rows locked'
    const advice = 'Set connect_query of the pooler (docs/self-hosting.md).'
    return [warning(check, `${text}, but ${lacking}`, advice)]
  } catch (err) {
    return [problem(check, reasonOf(err), 'A process with this setting does not start.')]
  }
}
