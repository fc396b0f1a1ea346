import { z } from 'zod'
import type { Account } from '../core/records.ts'
import type { World } from '../core/world.ts'
import { facebookDialog } from '../facebook/consent.ts'
import { instagramDialog, personalRefusal } from '../instagram/consent.ts'
import {
  allow,
  askedOf,
  type ConsentDialog,
  type ConsentError,
  cancel,
  pagesOf,
  profilesOf,
} from '../oauth/consent.ts'
import { threadsDialog } from '../threads/consent.ts'
import { tiktokDialog } from '../tiktok/consent.ts'
import { ControlError } from './errors.ts'

export const dialogs: ConsentDialog[] = [
  threadsDialog,
  instagramDialog,
  facebookDialog,
  tiktokDialog,
]

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
  const dialog = dialogs.find((candidate) => candidate.isDialogPath(url.pathname))
  if (!dialog) throw new ControlError(400, `${url.pathname} is not an authorize page.`)
  const check = dialog.check(world, url.searchParams)
  if (!check.ok) {
    return 'redirect' in check ? { redirect: check.redirect.location } : { error: check.error }
  }
  if (input.decision === 'cancel') return { redirect: cancel(world, dialog, check.request) }
  const account = findAccount(world, dialog, input)
  if (dialog.refusal(account)) {
    return { error: { status: 400, body: refusalBody } }
  }
  const asked = askedOf(world, check.request, account)
  const permissions = input.permissions ?? asked
  const pages = choosePages(world, account, input.pages)
  return { redirect: allow(world, dialog, check.request, { account, permissions, pages }) }
}

const refusalBody = { error_type: 'OAuthException', code: 400, error_message: personalRefusal }

/** The account by id, second id, @username or name; else the person's first one that works. */
function findAccount(
  world: World,
  dialog: ConsentDialog,
  input: AuthorizeInput,
): Readonly<Account> {
  const mine = profilesOf(world, dialog.platform).filter(
    (account) => input.person === undefined || isPerson(world, account, input.person),
  )
  const wanted = input.account?.replace(/^@/, '')
  const account =
    wanted === undefined
      ? (mine.find((candidate) => !dialog.refusal(candidate)) ?? mine[0])
      : mine.find((candidate) =>
          [candidate.id, candidate.second_id, candidate.username, candidate.name].includes(wanted),
        )
  if (account) return account
  const known = mine.map((candidate) => candidate.username).join(', ') || 'none'
  throw new ControlError(404, `No such ${dialog.platform} account. There are: ${known}.`)
}

function isPerson(world: World, account: Readonly<Account>, text: string): boolean {
  const person = world.state.people.get(account.person_id)
  return person?.id === text || person?.name.toLowerCase() === text.toLowerCase()
}

function choosePages(
  world: World,
  account: Readonly<Account>,
  wanted: string[] | undefined,
): string[] {
  if (account.platform !== 'facebook') return []
  const mine = pagesOf(world, account.id)
  if (!wanted) return mine.map((page) => page.id)
  return wanted.map((text) => {
    const page = mine.find((candidate) =>
      [candidate.id, candidate.username, candidate.name].includes(text),
    )
    if (!page) throw new ControlError(404, `${account.name} has no page "${text}".`)
    return page.id
  })
}
