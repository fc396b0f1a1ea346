import type { Config } from '../core/config.ts'
import type { RunningServer } from '../serve.ts'
import { commandFor } from './command.ts'
import { displayPath } from './instance.ts'

/** What to try next, with the sandbox and without it. */
export type Hints = { withSandbox: readonly string[]; withoutSandbox: readonly string[] }

/** What is printed when everything runs. `Ctrl-C stops everything` is its end. */
export function greeting(
  server: RunningServer,
  config: Config,
  sandboxUrl: string | null,
  hints: Hints,
): string {
  const { publicUrl: url } = config
  const { ownerKey: key, signInUrl, database } = server
  const data = `  Data and log    ${displayPath(config.dataDir, process.cwd())}  (database: ${database})`
  const end = ['', '  Ctrl-C stops everything.', '']
  if (config.role === 'worker') {
    const title = '  Postern is running in the background (ROLE=worker). It serves no requests.'
    return ['', title, '', data, ...end, ''].join('\n')
  }
  const next = [
    ...(sandboxUrl ? hints.withSandbox : hints.withoutSandbox),
    ...(key ? [`curl -H "Authorization: Bearer ${key}" ${url}/v1/me`] : []),
  ]
  return [
    '',
    '  Postern is running.',
    '',
    `  Dashboard       ${signInUrl ?? `${url}/dashboard`}`,
    ...(signInUrl
      ? ['                  Open this link to choose your password. It works once.']
      : [`                  Forgot your password? ${commandFor(config.dataDir, 'sign-in')}`]),
    `  API             ${url}/v1`,
    `  API reference   ${url}/docs`,
    ...(sandboxUrl
      ? [
          `  Sandbox         ${sandboxUrl}   simulates the networks, with test users to log in as`,
          `  Webhook inbox   ${sandboxUrl}/inbox`,
        ]
      : ['  Sandbox         off; start it with SANDBOX=on']),
    data,
    ...(key
      ? ['', `  Owner key       ${key}`, '                  Save it now. It is not shown again.']
      : [
          '',
          `  Owner key       shown at the first start; ${commandFor(config.dataDir, 'keys create')} creates another`,
        ]),
    ...(config.allowPrivateWebhooks
      ? [
          '',
          '  Webhooks can reach private addresses (ALLOW_PRIVATE_WEBHOOKS). Use this for development only.',
        ]
      : []),
    ...(next.length > 0 ? [''] : []),
    ...next.map((line, index) => `  ${index === 0 ? 'Try next' : '        '}        ${line}`),
    ...end,
    '',
  ].join('\n')
}
