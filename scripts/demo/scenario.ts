import type { Api } from './api.ts'
import type { Receiver } from './receiver.ts'

/** What every step of the demo's scenario works with. */
export type Journey = {
  api: Api
  receiver: Receiver
  /** The owner's own id for the client. */
  externalId: string
  /** Undone at the end, the last one first, whatever happened. */
  atEnd(undo: () => Promise<unknown>): void
}

export type SandboxAccount = { id: string; username: string; name: string }

/** The client: a person who lives in the sandbox. */
export type Person = {
  accounts: { threads: SandboxAccount; facebook: SandboxAccount }
  pages: SandboxAccount[]
}
