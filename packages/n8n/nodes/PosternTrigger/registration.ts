/** Stored by n8n with the workflow while it is active. `profile` is what the node named at that time. */
export type Registration = { webhookId?: string; secret?: string; profile?: string }

export type Endpoint = {
  id: string
  url: string
  events: string[]
  active: boolean
  profile_id: string | null
}

/** What the node describes now; `profile` is an ID, an `external_id` or empty for all profiles. */
type Description = { url: string | undefined; events: readonly string[]; profile: string }

/** Whether the endpoint that the node registered is still there and as the node describes it. */
export function isAsDescribed(
  registration: Registration,
  endpoints: readonly Endpoint[],
  { url, events, profile }: Description,
): boolean {
  const endpoint = endpoints.find(({ id }) => id === registration.webhookId)
  if (!registration.secret || !endpoint?.active || endpoint.url !== url) return false
  if (events.toSorted().join() !== endpoint.events.toSorted().join()) return false
  return profile === registration.profile
}
