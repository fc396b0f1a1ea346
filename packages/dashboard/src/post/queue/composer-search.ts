type Free = {
  profileId: string
  accountIds: readonly string[]
  at: string
  /** Whether a queued post would take the slot. */
  isNext: boolean
}

/** The URL parameters of the composer for a free slot: the queue if it takes this slot, else its time. */
export function composerSearch({ profileId, accountIds, at, isNext }: Free) {
  return {
    profile: profileId,
    accounts: accountIds.join(','),
    at,
    ...(isNext && { when: 'queue' }),
  }
}
