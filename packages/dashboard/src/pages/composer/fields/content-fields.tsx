import { Stack } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { type Composition, kindOf, variantOf } from '../../../post/composition.ts'
import { FindingList } from '../../../post/findings/finding-list.tsx'
import { type Finding, findingsAt } from '../../../post/findings/findings.ts'
import { MediaField } from '../media/media-field.tsx'
import { mediaMessages } from '../media/media-messages.ts'
import type { MediaActions } from '../media/use-media.ts'
import { composerMessages } from '../messages.ts'
import { isProminentPath } from '../options/prominent-options.tsx'
import { LinkCardHint } from '../writing/link-card-hint.tsx'
import { TextField } from './text-field.tsx'

type Props = {
  composition: Composition
  /** The selected accounts. */
  accounts: readonly Account[]
  findings: readonly Finding[]
  media: MediaActions
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

/** The shared text and media, with their validation findings. */
export function ContentFields({
  composition,
  accounts,
  findings,
  media,
  isFirst,
  ...props
}: Props) {
  const textBox = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFirst) textBox.current?.querySelector('textarea')?.focus()
  }, [isFirst])
  const t = useMessages(composerMessages)
  const tm = useMessages(mediaMessages)
  const accountOf = (id: string) => accounts.find((account) => account.id === id)
  const attachments = composition.media.flatMap((key) => composition.attachments[key] ?? [])
  // Findings on an account's override are shown with the override.
  const sharingAccounts = accounts.filter(({ id }) => variantOf(composition, id).text === null)
  const textFindings = findingsAt(findings, 'text').filter(
    ({ accountId }) => variantOf(composition, accountId).text === null,
  )
  const mediaFindings = findingsAt(findings, 'media').filter(
    ({ accountId }) => variantOf(composition, accountId).media === null,
  )
  const otherErrors = findings.filter(
    ({ path, level, platform }) =>
      level === 'error' && !/^(text|media)(\.|$)/.test(path) && !isProminentPath(platform, path),
  )
  return (
    <Stack gap="lg">
      <div ref={textBox}>
        <TextField
          label={t('text')}
          {...(sharingAccounts.length < accounts.length ? { description: t('textHint') } : {})}
          text={composition.text}
          accounts={sharingAccounts}
          kind={kindOf(attachments)}
          optionsOf={(id) => variantOf(composition, id).options}
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
        <LinkCardHint composition={composition} accounts={accounts} onChange={props.onChange} />
      </div>
      <div>
        <MediaField
          label={tm('media')}
          attachments={attachments}
          accounts={accounts.filter(({ id }) => variantOf(composition, id).media === null)}
          actions={media}
          findings={mediaFindings}
          accountOf={accountOf}
        />
        <div aria-live="polite">
          <FindingList
            findings={otherErrors}
            accountOf={accountOf}
            fix={{ label: t('choose'), run: ({ accountId }) => props.onOpen(accountId) }}
          />
        </div>
      </div>
    </Stack>
  )
}
