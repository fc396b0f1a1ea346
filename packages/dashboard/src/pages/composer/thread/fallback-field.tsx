import { Group, Radio } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../../messages/messages.ts'
import { platformName } from '../../../parts/platform-mark.tsx'
import { type Composition, contentOf, type ThreadFallback } from '../../../post/composition.ts'
import { FindingList } from '../../../post/findings/finding-list.tsx'
import type { Finding } from '../../../post/findings/findings.ts'
import { hasThreads } from '../../../post/published-content.ts'
import { threadMessages } from './messages.ts'

const choices = ['join', 'first_comment'] as const satisfies ThreadFallback[]

type Props = {
  composition: Composition
  accounts: readonly Account[]
  /** Those on threads that are not supported. */
  findings: readonly Finding[]
  accountOf: (id: string) => Account | undefined
  onChange: (threadFallback: ThreadFallback) => void
}

/** What is published on the selected platforms without threads. */
export function FallbackField({ composition, accounts, findings, accountOf, onChange }: Props) {
  const t = useMessages(threadMessages)
  const { i18n } = useTranslation()
  const concerned = accounts.filter(
    ({ id, platform }) => !hasThreads(platform) && contentOf(composition, id).thread.length > 0,
  )
  if (concerned.length === 0) return null
  const names = new Set(concerned.map(({ platform }) => platformName(platform)))
  const { threadFallback: fallback } = composition
  const isWrong = findings.some(({ level }) => level === 'error')
  return (
    <div>
      <Radio.Group
        label={t('fallback', { names: new Intl.ListFormat(i18n.language).format(names) })}
        value={fallback}
        onChange={(value) => onChange(value as ThreadFallback)}
      >
        <Group gap="8px 20px" mt={6}>
          {choices.map((choice) => (
            <Radio
              key={choice}
              value={choice}
              label={t(choice)}
              data-invalid={isWrong || undefined}
            />
          ))}
        </Group>
      </Radio.Group>
      <div aria-live="polite">
        <FindingList
          findings={findings.map((finding) =>
            fallback ? { ...finding, reason: fallback } : finding,
          )}
          accountOf={accountOf}
        />
      </div>
    </div>
  )
}
