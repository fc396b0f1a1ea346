import type { AccountListItem, Client } from '@postern/sdk'
import { clientFor } from '../../api/client.ts'
import { useData } from '../../api/use-data.ts'
import { useProfileParam, useSearchParam } from '../../api/use-search-param.ts'
import { runAll } from '../../parts/run-all.ts'
import { belongsToProfile, useAccounts } from '../../session/use-accounts.ts'
import { useMay } from '../../session/use-session.ts'
import type { DateRange } from './date-range.ts'

/** A time at which posts of these accounts, of one profile unless slots were merged, can be published. */
export type FreeSlot = {
  id: string
  at: string
  accounts: readonly AccountListItem[]
  /** Whether a queued post of these accounts takes this slot; other slots come after it. */
  isNext: boolean
}

/** More accounts than this need more requests than a page should send. */
const accountsMax = 20
/** The API lists the slots from now on, so a later month takes several pages. */
const pagesMax = 4
const pageLimit = 100

const none: readonly FreeSlot[] = []

/**
 * The free slots in the range of the accounts that the filters show, in chronological order. None while
 * posts are filtered by what a slot does not have. `tooMany` says that a profile has to be selected first.
 */
export function useFreeSlots(
  range: DateRange,
  isShown: boolean,
): { slots: readonly FreeSlot[]; tooMany: boolean } {
  const accounts = useShownAccounts()
  const isWanted = useMay('posts:write') && isShown && range.end.getTime() > Date.now()
  const tooMany = isWanted && accounts.length > accountsMax
  const isEnabled = isWanted && !tooMany && accounts.length > 0
  const { data } = useData(
    'posts',
    ['free slots', accounts.map(({ id }) => id), range],
    async () => {
      const { done } = await runAll(accounts, ({ id }) => readFree(clientFor(null), id, range))
      const inOrder = done.toSorted(
        (left, right) => accounts.indexOf(left.item) - accounts.indexOf(right.item),
      )
      return groupSlots(inOrder.map(({ item, result }) => ({ account: item, ...result })))
    },
    { scope: 'all', enabled: isEnabled },
  )
  return { slots: (isEnabled && data) || none, tooMany }
}

function useShownAccounts(): AccountListItem[] {
  const [profile] = useProfileParam()
  const [accountId] = useSearchParam('account')
  const [platform] = useSearchParam('platform')
  const [status] = useSearchParam('status')
  const [tag] = useSearchParam('tag')
  const { data: accounts = [] } = useAccounts()
  if (status || tag) return []
  return accounts.filter(
    (account) =>
      account.status === 'connected' &&
      belongsToProfile(account, profile) &&
      (!accountId || account.id === accountId) &&
      (!platform || account.platform === platform),
  )
}

type Read = { free: string[]; next: string | undefined }

async function readFree({ accounts }: Client, id: string, range: DateRange): Promise<Read> {
  const all: string[] = []
  let page = await accounts.slots(id, { limit: pageLimit })
  for (let count = 1; ; count += 1) {
    all.push(...page.data.flatMap((slot) => (slot.status === 'free' ? [slot.slot_at] : [])))
    const last = page.data.at(-1)
    const isPast = last && Date.parse(last.slot_at) >= range.end.getTime()
    const next = isPast || count === pagesMax ? null : await page.nextPage()
    if (!next) break
    page = next
  }
  const isWithin = (at: string) =>
    Date.parse(at) >= range.start.getTime() && Date.parse(at) < range.end.getTime()
  return { free: all.filter(isWithin), next: all[0] }
}

/** One slot for the accounts of a profile that have the same time. */
function groupSlots(reads: readonly (Read & { account: AccountListItem })[]): FreeSlot[] {
  const each = reads.flatMap(({ account, free, next }) =>
    free.map((at): FreeSlot => {
      const id = `slot ${at} ${account.profile_id}`
      return { id, at, accounts: [account], isNext: at === next }
    }),
  )
  return [...Map.groupBy(each, ({ id }) => id).values()]
    .map(mergeSlots)
    .sort((left, right) => left.at.localeCompare(right.at))
}

/** One slot of all their accounts, at the earliest of their times. */
export function mergeSlots(slots: readonly FreeSlot[]): FreeSlot {
  const [{ id, at }] = slots.toSorted((left, right) => left.at.localeCompare(right.at)) as [
    FreeSlot,
  ]
  const accounts = slots.flatMap((slot) => slot.accounts)
  return {
    id,
    at,
    accounts: [...new Map(accounts.map((account) => [account.id, account])).values()],
    isNext: slots.every((slot) => slot.isNext && slot.at === at),
  }
}
