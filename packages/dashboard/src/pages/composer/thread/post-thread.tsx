import type { Account } from '@postern/sdk'
import type { ReactNode } from 'react'
import {
  type Composition,
  type Part,
  type ThreadFallback,
  variantOf,
} from '../../../post/composition.ts'
import type { Finding } from '../../../post/findings/findings.ts'
import { hasThreads } from '../../../post/published-content.ts'
import type { MediaOf } from '../media/use-media.ts'
import { AddPart } from './add-part.tsx'
import { FallbackField } from './fallback-field.tsx'
import type { PartActions } from './part-frame.tsx'
import { ThreadParts } from './thread-parts.tsx'

type Props = {
  composition: Composition
  /** The selected accounts. */
  accounts: readonly Account[]
  findings: readonly Finding[]
  mediaOf: MediaOf
  accountOf: (id: string) => Account | undefined
  /** All parts, with the first one. */
  parts: readonly Part[]
  actions: PartActions
  announcement: string
  splitButtonOf: (index: number) => ReactNode
  onParts: (parts: Part[]) => void
  onFallback: (threadFallback: ThreadFallback) => void
}

/** The thread that accounts share: its parts after the first one, and how to add them. */
export function PostThread({ composition, accounts, findings, parts, onParts, ...props }: Props) {
  const [first, ...thread] = parts
  const isSharing = (id: string) => variantOf(composition, id).thread === null
  const sharing = accounts.filter(({ id }) => isSharing(id))
  const setThread = (changed: Part[]) => onParts([first!, ...changed])
  return (
    <>
      <ThreadParts
        composition={composition}
        owner={null}
        thread={thread}
        firstPlace={1}
        accounts={sharing.filter(({ platform }) => hasThreads(platform))}
        // Findings on an account's override are shown with the override.
        findings={findings.filter(({ accountId }) => isSharing(accountId))}
        mediaOf={props.mediaOf}
        accountOf={props.accountOf}
        actions={props.actions}
        announcement={props.announcement}
        splitButtonOf={props.splitButtonOf}
        onChange={setThread}
      />
      <div>
        <AddPart thread={thread} onChange={setThread} />
      </div>
      <FallbackField
        composition={composition}
        accounts={accounts}
        findings={findings.filter(({ path }) => path === 'thread')}
        accountOf={props.accountOf}
        onChange={props.onFallback}
      />
    </>
  )
}
