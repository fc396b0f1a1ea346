import { StepFailed, say } from './report.ts'

export type Control = <Body>(method: string, path: string, body?: unknown) => Promise<Body>

/** What people do at the platforms, by the control API of the sandbox; every call is printed. */
export function openControl(sandboxUrl: string): Control {
  return async <Body>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${sandboxUrl}/control${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    })
    const text = await response.text()
    say(`${method.padEnd(6)} sandbox /control${path}  →  ${response.status}`)
    if (!response.ok) throw new StepFailed(`the sandbox: ${text}`)
    return (text ? JSON.parse(text) : null) as Body
  }
}

type Grant = { id: string; platform: string; username: string; status: string }

/** The permission that an account of the sandbox has given to the app. */
export async function grantOf(control: Control, platform: string, username: string) {
  const { data } = await control<{ data: Grant[] }>('GET', '/grants')
  const grant = data.find((each) => {
    return each.platform === platform && each.username === username && each.status === 'active'
  })
  if (!grant) throw new StepFailed(`@${username} has allowed nothing on ${platform}`)
  return grant
}
