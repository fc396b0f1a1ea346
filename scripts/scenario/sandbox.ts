import type { PlatformValue } from '@postern/sdk'
import { print, StepFailed } from './report.ts'

/** Calls the sandbox, to act as people on the platforms, and prints the calls. */
export type Sandbox = <Body>(method: string, path: string, body?: unknown) => Promise<Body>

/** On Facebook the person logs in as a `profile` and connects each `page`. */
export type SandboxAccount = {
  id: string
  platform: PlatformValue
  kind: 'profile' | 'page'
  username: string
  name: string
  entered: string | null
}

export type Person = { name: string; accounts: SandboxAccount[] }

export function openSandbox(sandboxUrl: string): Sandbox {
  return async <Body>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${sandboxUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    })
    const text = await response.text()
    print(`${method.padEnd(6)} sandbox ${path}  →  ${response.status}`)
    if (!response.ok) throw new StepFailed(`The sandbox returned ${response.status}: ${text}`)
    return (text ? JSON.parse(text) : null) as Body
  }
}

/** Finds the person with this name, or creates it. */
export async function findPerson(
  sandbox: Sandbox,
  name: string,
  accounts: readonly object[],
): Promise<Person> {
  const { data } = await sandbox<{ data: Person[] }>('GET', '/control/people')
  const existing = data.find((person) => person.name === name)
  return existing ?? (await sandbox<Person>('POST', '/control/people', { name, accounts }))
}

export function accountOf(
  person: Person,
  platform: PlatformValue,
  kind: SandboxAccount['kind'] = 'profile',
): SandboxAccount {
  return person.accounts.find((each) => each.platform === platform && each.kind === kind)!
}

type Grant = { id: string; platform: string; username: string; status: string }
type GrantChange = 'password-change' | 'revoke' | 'remove-permission'

/** Changes the app's access in the platform's settings, as the person would. */
export async function changeGrant(
  sandbox: Sandbox,
  { platform, username }: { platform: string; username: string },
  change: GrantChange,
  body: { permission?: string } = {},
): Promise<void> {
  const { data } = await sandbox<{ data: Grant[] }>('GET', '/control/grants')
  const grant = data.find((each) => {
    return each.platform === platform && each.username === username && each.status === 'active'
  })
  if (!grant) throw new StepFailed(`@${username} has no active grant on ${platform}`)
  await sandbox('POST', `/control/grants/${grant.id}/${change}`, body)
}
