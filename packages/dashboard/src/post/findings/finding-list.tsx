import { Anchor, Group, List, Text, ThemeIcon } from '@mantine/core'
import type { AccountListItem } from '@postern/sdk'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { platformName } from '../../parts/platform-mark.tsx'
import type { Finding } from './findings.ts'
import { findingMessages } from './messages.ts'
import { useFindingSentence } from './use-finding-sentence.ts'

type Props = {
  findings: readonly Finding[]
  /** If set, each finding starts with the name of its account. */
  accountOf?: (id: string) => AccountListItem | undefined
  /** The label of the file a finding refers to. */
  fileOf?: (finding: Finding) => string | null
  /** A button that fixes the finding. */
  fix?: {
    label: string | ((finding: Finding) => string)
    /** Whether it fixes this finding; by default all of them. */
    isFor?: (finding: Finding) => boolean
    run: (finding: Finding) => void
  }
}

/** Validation errors and warnings, one sentence each with the limit and the actual value. */
export function FindingList({ findings, accountOf, fileOf, fix }: Props) {
  const t = useMessages(findingMessages)
  if (findings.length === 0) return null
  return (
    <List listStyleType="none" spacing={4} mt={6} role="list">
      {findings.map((finding) => {
        const account = accountOf?.(finding.accountId)
        const file = fileOf?.(finding)
        const part = partOf(finding)
        return (
          <List.Item key={`${finding.accountId} ${finding.path} ${finding.code}`}>
            <FindingLine level={finding.level}>
              {account && (
                <Text span fw={600} size="sm">
                  {platformName(account.platform)} · <bdi>{account.username}</bdi>:{' '}
                </Text>
              )}
              {part && (
                <Text span fw={600} size="sm">
                  {t('part', { number: part })}:{' '}
                </Text>
              )}
              {file && (
                <Text span fw={600} size="sm">
                  <bdi>{file}</bdi>:{' '}
                </Text>
              )}
              <FindingText finding={finding} />
              {fix && finding.level === 'error' && (fix.isFor?.(finding) ?? true) && (
                <>
                  {' '}
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    onClick={() => fix.run(finding)}
                  >
                    {typeof fix.label === 'string' ? fix.label : fix.label(finding)}
                  </Anchor>
                </>
              )}
            </FindingLine>
          </List.Item>
        )
      })}
    </List>
  )
}

/** The number of the part that the finding is on; `null` if it is on the post. */
function partOf({ path }: Finding): number | null {
  const index = /^thread\.(\d+)\./.exec(path)?.[1]
  return index === undefined ? null : Number(index) + 2
}

/** The finding in the page's language. */
export function FindingText({ finding }: { finding: Finding }) {
  return useFindingSentence()(finding)
}

/** A sentence with a severity icon. Screen readers read the severity, too. */
function FindingLine({ level, children }: { level: Finding['level']; children: ReactNode }) {
  const t = useMessages(findingMessages)
  const isError = level === 'error'
  const Icon = isError ? CircleAlert : TriangleAlert
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" data-error-line={isError || undefined}>
      <ThemeIcon
        variant="transparent"
        color={isError ? 'red' : 'orange'}
        size={20}
        aria-label={t(isError ? 'needsFixing' : 'warning')}
        role="img"
      >
        <Icon size={16} aria-hidden />
      </ThemeIcon>
      <Text size="sm" c={isError ? 'var(--mantine-color-error)' : 'bright'} className="untrusted">
        {children}
      </Text>
    </Group>
  )
}
