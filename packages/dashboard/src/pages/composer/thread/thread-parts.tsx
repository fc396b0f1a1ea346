import { VisuallyHidden } from '@mantine/core'
import type { Account } from '@postern/sdk'
import type { ReactNode } from 'react'
import type { Composition, Part } from '../../../post/composition.ts'
import type { Finding } from '../../../post/findings/findings.ts'
import type { MediaOf, Owner } from '../media/use-media.ts'
import { PartFields } from './part-fields.tsx'
import { findingsOfPart } from './part-findings.ts'
import { type PartActions, PartFrame } from './part-frame.tsx'

type Props = {
  composition: Composition
  /** Whose thread it is; `null` for the one that accounts share. */
  owner: Owner
  thread: readonly Part[]
  /** The number of the first part that can be moved. */
  firstPlace: 1 | 2
  accounts: readonly Account[]
  findings: readonly Finding[]
  mediaOf: MediaOf
  accountOf?: (id: string) => Account | undefined
  actions: PartActions
  announcement: string
  /** Splits the part at this index of all parts, if it is too long. */
  splitButtonOf?: (index: number) => ReactNode
  onChange: (thread: Part[]) => void
}

/** The parts of a thread after the first one. */
export function ThreadParts({ composition, owner, thread, ...props }: Props) {
  const { firstPlace, accounts, findings, mediaOf, actions, onChange } = props
  return (
    <>
      {thread.map((part, index) => (
        <PartFrame
          key={part.key}
          number={index + 2}
          places={{ first: firstPlace, last: thread.length + 1 }}
          list={owner ?? 'shared'}
          actions={actions}
        >
          <PartFields
            composition={composition}
            part={part}
            number={index + 2}
            accounts={accounts}
            findings={findingsOfPart(findings, index)}
            media={mediaOf(owner, part.key)}
            accountOf={props.accountOf}
            splitButton={props.splitButtonOf?.(index + 1)}
            onText={(text) => onChange(thread.with(index, { ...part, text }))}
          />
        </PartFrame>
      ))}
      <VisuallyHidden role="status">{props.announcement}</VisuallyHidden>
    </>
  )
}
