import { Stack } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { type ReactNode, useEffect, useRef } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { attachmentsOf, type Composition, variantOf } from '../../../post/composition.ts'
import { FindingList } from '../../../post/findings/finding-list.tsx'
import { type Finding, findingsAt } from '../../../post/findings/findings.ts'
import { textOn } from '../../../post/published-content.ts'
import { MediaField } from '../media/media-field.tsx'
import { mediaMessages } from '../media/media-messages.ts'
import type { MediaOf } from '../media/use-media.ts'
import { composerMessages } from '../messages.ts'
import { isProminentPath } from '../options/prominent-options.tsx'
import { PartFrame } from '../thread/part-frame.tsx'
import { fromParts, toParts } from '../thread/parts.ts'
import { PostThread } from '../thread/post-thread.tsx'
import { SplitButton } from '../thread/split-button.tsx'
import { usePartActions } from '../thread/use-part-actions.ts'
import { LinkCardHint } from '../writing/link-card-hint.tsx'
import { TextField } from './text-field.tsx'

type Props = {
  composition: Composition
  /** The selected accounts. */
  accounts: readonly Account[]
  findings: readonly Finding[]
  mediaOf: MediaOf
  /** Focuses the text at once. */
  isFirst: boolean
  onChange: (change: Partial<Composition>) => void
  onOwnText: (accountId: string) => void
  /** Opens the overrides of one account. */
  onOpen: (accountId: string) => void
}

const errorId = 'text-findings'

/** The findings that a shorter text for one account resolves. */
const shorterHelps = ['text_too_long', 'text_bytes_too_long']

/** The shared text, media and thread, with their validation findings. */
export function ContentFields(props: Props) {
  const { composition, accounts, findings, mediaOf, onChange } = props
  const t = useMessages(composerMessages)
  const accountOf = (id: string) => accounts.find((account) => account.id === id)
  const parts = toParts(composition)
  const setParts = (changed: typeof parts) => onChange(fromParts(changed))
  const { actions, announcement } = usePartActions(parts, 1, setParts)
  const sharingAccounts = accounts.filter(({ id }) => {
    const { text, thread } = variantOf(composition, id)
    return text === null && thread === null
  })
  const splitButtonOf = (index: number) => (
    <SplitButton
      composition={composition}
      parts={parts}
      index={index}
      accounts={sharingAccounts}
      onChange={setParts}
    />
  )
  const otherErrors = findings.filter(
    ({ path, level, platform }) =>
      level === 'error' &&
      !/^(text|media|thread)(\.|$)/.test(path) &&
      !isProminentPath(platform, path),
  )
  return (
    <Stack gap="lg" data-thread>
      <PartFrame
        number={1}
        places={{ first: 1, last: parts.length }}
        list="shared"
        actions={actions}
      >
        <FirstPart {...props} accountOf={accountOf} splitButton={splitButtonOf(0)} />
      </PartFrame>
      <PostThread
        {...{ composition, accounts, findings, mediaOf, accountOf, actions, announcement }}
        splitButtonOf={splitButtonOf}
        parts={parts}
        onParts={setParts}
        onFallback={(threadFallback) => onChange({ threadFallback })}
      />
      <div aria-live="polite">
        <FindingList
          findings={otherErrors}
          accountOf={accountOf}
          fix={{ label: t('choose'), run: ({ accountId }) => props.onOpen(accountId) }}
        />
      </div>
    </Stack>
  )
}

type FirstPartProps = Props & {
  accountOf: (id: string) => Account | undefined
  splitButton: ReactNode
}

/** The text and media of the post: of a thread, those of its first part. */
function FirstPart({ composition, accounts, findings, isFirst, ...props }: FirstPartProps) {
  const { accountOf } = props
  const textBox = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFirst) textBox.current?.querySelector('textarea')?.focus()
  }, [isFirst])
  const t = useMessages(composerMessages)
  const tm = useMessages(mediaMessages)
  const media = props.mediaOf(null)
  // Findings on an account's override are shown with the override.
  const sharingAccounts = accounts.filter(({ id }) => variantOf(composition, id).text === null)
  const textFindings = findingsAt(findings, 'text').filter(
    ({ accountId }) => variantOf(composition, accountId).text === null,
  )
  const mediaFindings = findingsAt(findings, 'media').filter(
    ({ accountId }) => variantOf(composition, accountId).media === null,
  )
  return (
    <Stack gap="lg">
      <div ref={textBox}>
        <TextField
          label={t('text')}
          {...(sharingAccounts.length < accounts.length ? { description: t('textHint') } : {})}
          text={composition.text}
          profileId={composition.profileId}
          accounts={sharingAccounts}
          publishedOn={(account) => textOn(composition, account)}
          isWrong={textFindings.some(({ level }) => level === 'error')}
          errorId={errorId}
          onChange={(text) => props.onChange({ text })}
          onFiles={media.addFiles}
        />
        <div id={errorId} aria-live="polite">
          <FindingList
            findings={textFindings}
            accountOf={accountOf}
            fix={{
              label: t('writeOwnText'),
              isFor: ({ code }) => shorterHelps.includes(code),
              run: ({ accountId }) => props.onOwnText(accountId),
            }}
          />
        </div>
        {props.splitButton}
        <LinkCardHint composition={composition} accounts={accounts} onChange={props.onChange} />
      </div>
      <MediaField
        label={tm('media')}
        attachments={attachmentsOf(composition, composition.media)}
        accounts={accounts.filter(({ id }) => variantOf(composition, id).media === null)}
        actions={media}
        findings={mediaFindings}
        accountOf={accountOf}
      />
    </Stack>
  )
}
