/** Limits of the API; the build inserts those that are used (`scripts/limit-constants.ts`). */
declare const LIMITS: typeof import('@postern/sdk/contract').limits
