import { z } from 'zod'
import { routedPath } from '../core/hosts.ts'
import type { Account } from '../core/records.ts'
import type { ConsentError, ConsentRequest, Network, Sandbox } from '../core/sandbox.ts'
import { allow, cancel, profilesOf, requestedScopes } from '../oauth/consent.ts'
import { ControlError } from './body.ts'

export const authorizeInput = z.strictObject({
  url: z.string(),
  person: z.string().optional(),
  account: z.string().optional(),
  permissions: z.array(z.string()).optional(),
  pages: z.array(z.string()).optional(),
  decision: z.enum(['allow', 'cancel']),
})

export type AuthorizeInput = z.infer<typeof authorizeInput>

/** Performs a person's choice on the authorize page at `url`, without a browser. */
export function authorize(
  sandbox: Sandbox,
  input: AuthorizeInput,
): { redirect: string } | { error: ConsentError } {
  const url = new URL(input.url, sandbox.origin())
  const path = routedPath(sandbox.networks, url)
  const network = sandbox.networks.find(({ dialog }) => dialog.isDialogPath(path))
  if (!network) throw new ControlError(400, `${path} is not an authorize page.`)
  const { dialog } = network
  const check = dialog.check(sandbox, url.searchParams, path)
  if (!check.ok) {
    return 'redirect' in check ? { redirect: check.redirect.location } : { error: check.error }
  }
  if (input.decision === 'cancel') return { redirect: cancel(sandbox, network, check.request) }
  const account = findAccount(sandbox, network, check.request, input)
  const refusal = dialog.refusal(account)
  if (refusal) return { error: refusal.error }
  const requested = requestedScopes(sandbox, network, check.request, account)
  const permissions = input.permissions ?? requested
  const pages = choosePages(sandbox, network, account, input.pages)
  return { redirect: allow(sandbox, network, check.request, { account, permissions, pages }) }
}

/** Finds the account by id, second id, @username or name. The default is the first usable one. */
function findAccount(
  sandbox: Sandbox,
  network: Network,
  request: ConsentRequest,
  input: AuthorizeInput,
): Readonly<Account> {
  const profiles = profilesOf(sandbox, network, request).filter(
    (account) => input.person === undefined || isPerson(sandbox, account, input.person),
  )
  const name = input.account?.replace(/^@/, '')
  const account =
    name === undefined
      ? (profiles.find((candidate) => !network.dialog.refusal(candidate)) ?? profiles[0])
      : profiles.find((candidate) =>
          [candidate.id, candidate.second_id, candidate.username, candidate.name].includes(name),
        )
  if (account) return account
  const usernames = profiles.map((candidate) => candidate.username).join(', ') || 'none'
  throw new ControlError(404, `No such ${network.id} account. There are: ${usernames}.`)
}

function isPerson(sandbox: Sandbox, account: Readonly<Account>, text: string): boolean {
  const person = sandbox.state.people.get(account.person_id)
  return person?.id === text || person?.name.toLowerCase() === text.toLowerCase()
}

function choosePages(
  sandbox: Sandbox,
  { dialog }: Network,
  account: Readonly<Account>,
  wanted: string[] | undefined,
): string[] {
  const pages = dialog.pagesOf?.(sandbox, account.id)
  if (!pages) return []
  if (!wanted) return pages.map((page) => page.id)
  return wanted.map((text) => {
    const page = pages.find((candidate) =>
      [candidate.id, candidate.username, candidate.name].includes(text),
    )
    if (!page) throw new ControlError(404, `${account.name} has no page "${text}".`)
    return page.id
  })
}
