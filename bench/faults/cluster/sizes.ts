/** How large the drill is; a scenario runs in each mode. */
export const sizes = {
  /** Profiles with one account on each of the six networks. */
  profiles: 10,
  /** Each published post is one delivery to each endpoint. */
  endpoints: 10,
  /** Posts of a scenario that are scheduled before the fault; clients add more during it. */
  scheduled: 200,
  /** The scheduled posts are due within this time. */
  spreadMs: 25_000,
  /** How long a network takes to publish. */
  commitMs: 400,
  clients: 3,
  clientPauseMs: 800,
}
