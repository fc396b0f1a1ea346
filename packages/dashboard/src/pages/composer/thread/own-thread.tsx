import { Stack, Switch } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { useMessages } from '../../../messages/messages.ts'
import { type Composition, type Part, type Variant, variantOf } from '../../../post/composition.ts'
import { FindingList } from '../../../post/findings/finding-list.tsx'
import { type Finding, findingsAt } from '../../../post/findings/findings.ts'
import type { MediaOf } from '../media/use-media.ts'
import { AddPart } from './add-part.tsx'
import { threadMessages } from './messages.ts'
import { ThreadParts } from './thread-parts.tsx'
import { usePartActions } from './use-part-actions.ts'

type Props = {
  composition: Composition
  account: Account
  /** Those on this account. */
  findings: readonly Finding[]
  mediaOf: MediaOf
  onChange: (change: Partial<Variant>) => void
}

/** The thread of one account, instead of the shared one; without parts it has none. */
export function OwnThread({ composition, account, findings, mediaOf, onChange }: Props) {
  const t = useMessages(threadMessages)
  const { thread } = variantOf(composition, account.id)
  const setThread = (changed: Part[]) => onChange({ thread: changed })
  const { actions, announcement } = usePartActions(thread ?? [], 2, setThread)
  if (thread === null && composition.thread.length === 0) return null
  return (
    <>
      <Switch
        label={t('ownThread')}
        description={t('ownThreadHint')}
        checked={thread !== null}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ thread: checked ? composition.thread : null })
        }
      />
      {thread !== null && (
        <Stack gap="sm" data-thread>
          <ThreadParts
            composition={composition}
            owner={account.id}
            thread={thread}
            firstPlace={2}
            accounts={[account]}
            findings={findings}
            mediaOf={mediaOf}
            actions={actions}
            announcement={announcement}
            onChange={setThread}
          />
          <div>
            <AddPart thread={thread} onChange={setThread} />
          </div>
        </Stack>
      )}
      <FindingList
        findings={findingsAt(findings, 'thread').filter(({ path }) => path === 'thread')}
      />
    </>
  )
}
