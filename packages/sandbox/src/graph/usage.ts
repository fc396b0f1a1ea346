import type { GraphCall } from './call.ts'
import { metaSettingsOf } from './settings.ts'

/** The headers of every Graph response (instagram.md §7). The percentage is a setting. */
export function usageHeaders(
  call: GraphCall,
  version: string,
  trace: string,
): Record<string, string> {
  const limited = call.context.get('fault') === 'rate_limited'
  const percent = limited ? 100 : metaSettingsOf(call.sandbox).meta_usage_percent
  const usage = { call_count: percent, total_time: percent, total_cputime: percent }
  const account = call.token ? accountOf(call, call.token) : undefined
  const business = account && {
    [account]: [
      {
        type: call.platform === 'facebook' ? 'pages' : call.platform,
        ...usage,
        estimated_time_to_regain_access: limited ? 19 : 0,
      },
    ],
  }
  return {
    'x-app-usage': JSON.stringify(usage),
    'x-fb-trace-id': trace,
    'facebook-api-version': version,
    ...(business && call.platform !== 'threads'
      ? { 'x-business-use-case-usage': JSON.stringify(business) }
      : {}),
  }
}

function accountOf(call: GraphCall, text: string): string | undefined {
  const token = call.sandbox.state.tokens.get(text)
  if (!token) return undefined
  return token.page_id ?? call.sandbox.state.grants.get(token.grant_id)?.account_id
}
