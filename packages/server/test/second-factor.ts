import { TOTP } from 'otpauth'
import { type DashboardBrowser, password } from './dashboard.ts'
import type { TestApp } from './test-app.ts'

/** The code that an authenticator app shows at this time, calculated apart from the server's code. */
export function codeAt(secret: string, at: Date): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() })
}

export type EnabledFactor = { secret: string; recoveryCodes: string[] }

/** Turns on the second factor of the signed-in member, whose password is the tests' `password`. */
export async function enableSecondFactor(
  testApp: TestApp,
  browser: DashboardBrowser,
): Promise<EnabledFactor> {
  const path = '/v1/session/second-factor'
  const setup = await browser.call('POST', path, { current_password: password })
  if (setup.status !== 201) throw new Error(JSON.stringify(setup.body))
  const { secret } = setup.body
  const code = codeAt(secret, testApp.clock.now())
  const enabled = await browser.call('POST', `${path}/enable`, { code })
  if (enabled.status !== 201) throw new Error(JSON.stringify(enabled.body))
  return { secret, recoveryCodes: enabled.body.recovery_codes }
}
