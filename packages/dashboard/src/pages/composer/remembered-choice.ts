import type { Account } from '@postern/sdk'

/** The profile and, per profile, the accounts of the member's last post. */
type RememberedChoice = { profileId: string | null; accountIds: Record<string, string[]> }

const profilesMax = 50

export function readRememberedProfile(memberId: string): string | null {
  return read(memberId).profileId
}

/**
 * The accounts to start a post with: those of the profile's last post that can still publish, or its
 * only account.
 */
export function initialAccountIds(
  memberId: string,
  profileId: string | null,
  accounts: readonly Account[],
): string[] {
  if (profileId === null) return []
  const available = availableAccountIds(profileId, accounts)
  const remembered = read(memberId).accountIds[profileId] ?? []
  const chosen = available.filter((id) => remembered.includes(id))
  if (chosen.length > 0) return chosen
  return available.length === 1 ? available : []
}

/** The accounts of the profile that can publish. */
export function availableAccountIds(
  profileId: string | null,
  accounts: readonly Account[],
): string[] {
  return accounts
    .filter((account) => account.profile_id === profileId && unavailableReason(account) === null)
    .map(({ id }) => id)
}

/** Remembers the choice for this browser; a full storage is not an error. */
export function rememberChoice(memberId: string, profileId: string, accountIds: string[]): void {
  const { [profileId]: _, ...others } = read(memberId).accountIds
  const latest = Object.entries({ ...others, [profileId]: accountIds }).slice(-profilesMax)
  const choice: RememberedChoice = { profileId, accountIds: Object.fromEntries(latest) }
  try {
    localStorage.setItem(keyOf(memberId), JSON.stringify(choice))
  } catch {
    localStorage.removeItem(keyOf(memberId))
  }
}

function read(memberId: string): RememberedChoice {
  const none = { profileId: null, accountIds: {} }
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(keyOf(memberId)) ?? '{}') as object) }
  } catch {
    return none
  }
}

function keyOf(memberId: string): string {
  return `postern.composer.${memberId}`
}

/** Why the account cannot publish; `null` if it can. */
export function unavailableReason({
  status,
  capabilities,
}: Account): 'expired' | 'disconnected' | 'noPermission' | null {
  if (status !== 'connected') return status
  return capabilities.publish ? null : 'noPermission'
}
