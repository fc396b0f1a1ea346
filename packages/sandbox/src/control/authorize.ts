import { z } from 'zod'
import type { Account } from '../core/records.ts'
import type { ConsentError, Network, World } from '../core/world.ts'
import { allow, askedOf, cancel, profilesOf } from '../oauth/consent.ts'
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

/** What a person would cause by using the authorize page at `url`: the redirect, or the error page. */
export function authorize(
  world: World,
  input: AuthorizeInput,
): { redirect: string } | { error: ConsentError } {
  const url = new URL(input.url, world.origin())
  const network = world.networks.find(({ dialog }) => dialog.isDialogPath(url.pathname))
  if (!network) throw new ControlError(400, `${url.pathname} is not an authorize page.`)
  const { dialog } = network
  const check = dialog.check(world, url.searchParams)
  if (!check.ok) {
    return 'redirect' in check ? { redirect: check.redirect.location } : { error: check.error }
  }
  if (input.decision === 'cancel') return { redirect: cancel(world, network, check.request) }
  const account = findAccount(world, network, input)
  const refusal = dialog.refusal(account)
  if (refusal) return { error: refusal.error }
  const asked = askedOf(world, network, check.request, account)
  const permissions = input.permissions ?? asked
  const pages = choosePages(world, network, account, input.pages)
  return { redirect: allow(world, network, check.request, { account, permissions, pages }) }
}

/** The account by id, second id, @username or name; else the person's first one that works. */
function findAccount(world: World, network: Network, input: AuthorizeInput): Readonly<Account> {
  const mine = profilesOf(world, network).filter(
    (account) => input.person === undefined || isPerson(world, account, input.person),
  )
  const wanted = input.account?.replace(/^@/, '')
  const account =
    wanted === undefined
      ? (mine.find((candidate) => !network.dialog.refusal(candidate)) ?? mine[0])
      : mine.find((candidate) =>
          [candidate.id, candidate.second_id, candidate.username, candidate.name].includes(wanted),
        )
  if (account) return account
  const known = mine.map((candidate) => candidate.username).join(', ') || 'none'
  throw new ControlError(404, `No such ${network.id} account. There are: ${known}.`)
}

function isPerson(world: World, account: Readonly<Account>, text: string): boolean {
  const person = world.state.people.get(account.person_id)
  return person?.id === text || person?.name.toLowerCase() === text.toLowerCase()
}

function choosePages(
  world: World,
  { dialog }: Network,
  account: Readonly<Account>,
  wanted: string[] | undefined,
): string[] {
  const mine = dialog.pagesOf?.(world, account.id)
  if (!mine) return []
  if (!wanted) return mine.map((page) => page.id)
  return wanted.map((text) => {
    const page = mine.find((candidate) =>
      [candidate.id, candidate.username, candidate.name].includes(text),
    )
    if (!page) throw new ControlError(404, `${account.name} has no page "${text}".`)
    return page.id
  })
}
