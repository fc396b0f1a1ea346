import { addDays, utcDay } from '../../core/day.ts'
import { needsApp, type PlatformApp, type PlatformValue } from '../../core/networks.ts'
import type { ApiVersion, Platform } from './platform.ts'

/** Operators are told so many days before the end. */
const warningDays = 60

type EndingVersion = ApiVersion & { platform: PlatformValue; name: string; hasEnded: boolean }

/** The versions of APIs that configured platforms end within sixty days, or have ended. */
export function endingVersions(
  platforms: Iterable<Platform>,
  apps: Readonly<Partial<Record<PlatformValue, PlatformApp>>>,
  now: Date,
): EndingVersion[] {
  const today = utcDay(now)
  return [...platforms].flatMap(({ value, name, app: rules }) => {
    const app = needsApp(value) ? apps[value] : undefined
    const version = app && rules?.version?.(app)
    if (!version || version.endsOn > addDays(today, warningDays)) return []
    return [{ ...version, platform: value, name, hasEnded: version.endsOn <= today }]
  })
}

/** What happens, and what to do about it. */
export function endingVersionText({ name, version, endsOn, hasEnded }: EndingVersion): string {
  return hasEnded
    ? `${name} ended version ${version} of its API on ${endsOn}, so its calls are refused.`
    : `${name} ends version ${version} of its API on ${endsOn}. Its calls are refused from then on.`
}

export function endingVersionAdvice({ name, variable }: EndingVersion): string {
  return `Update Postern, or set ${variable} to a newer version of ${name}.`
}
