/** The part `work` of `limits`. A lease lasts three heartbeats; without renewal its row is claimed again within 2.6 s. */
export const workLimits = {
  leaseSeconds: 2.1,
  heartbeatMs: 700,
  pollMs: 500,
  backOffSeconds: 15,
  /** Of the slots of a process for publishing, comments, insights or access checks. */
  share: { ofProfile: 1 / 4, ofServer: 1 / 2 },
  /** Before an account is read again after a run that did not end; doubles with each failure. */
  abandonedDelay: { firstMs: 10_000, maxMs: 6 * 3_600_000 },
  /** A longer reading of an account continues after the other accounts. */
  readingMsMax: 60_000,
  idleInTransactionMsMax: 2_000,
} as const
