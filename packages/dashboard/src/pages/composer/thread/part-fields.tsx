import type { Account } from '@postern/sdk'
import { type ReactNode, useId } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { publishedText } from '../../../parts/short-links.ts'
import {
  attachmentsOf,
  type Composition,
  kindOf,
  type Part,
  variantOf,
} from '../../../post/composition.ts'
import { FindingList } from '../../../post/findings/finding-list.tsx'
import { type Finding, findingsAt } from '../../../post/findings/findings.ts'
import { TextField } from '../fields/text-field.tsx'
import { MediaField } from '../media/media-field.tsx'
import type { MediaActions } from '../media/use-media.ts'
import { threadMessages } from './messages.ts'

type Props = {
  composition: Composition
  part: Part
  number: number
  /** The accounts that publish the part. */
  accounts: readonly Account[]
  /** Those on this part. */
  findings: readonly Finding[]
  media: MediaActions
  /** Set if several accounts share the part, so that findings name theirs. */
  accountOf?: ((id: string) => Account | undefined) | undefined
  splitButton: ReactNode
  onText: (text: string) => void
}

/** The text and the media of a part after the first one. */
export function PartFields({ composition, part, number, accounts, findings, ...props }: Props) {
  const t = useMessages(threadMessages)
  const errorId = useId()
  const attachments = attachmentsOf(composition, part.media)
  const accountOf = props.accountOf ? { accountOf: props.accountOf } : {}
  const textFindings = findingsAt(findings, 'text')
  return (
    <>
      <TextField
        label={t('textOf', { number })}
        isLabelHidden
        text={part.text}
        profileId={composition.profileId}
        accounts={accounts}
        publishedOn={(account) => ({
          text: publishedText(account, part.text, variantOf(composition, account.id).options),
          kind: kindOf(attachments),
        })}
        isWrong={textFindings.some(({ level }) => level === 'error')}
        errorId={errorId}
        onChange={props.onText}
        onFiles={props.media.addFiles}
      />
      <div id={errorId} aria-live="polite">
        <FindingList findings={textFindings} {...accountOf} />
      </div>
      {props.splitButton}
      <MediaField
        attachments={attachments}
        accounts={accounts}
        actions={props.media}
        findings={findingsAt(findings, 'media')}
        {...accountOf}
      />
    </>
  )
}
