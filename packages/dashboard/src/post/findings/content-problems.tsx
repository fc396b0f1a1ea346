import { Alert, Button, Stack } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { PenLine, TriangleAlert } from 'lucide-react'
import { useMessages } from '../../messages/messages.ts'
import { useAccountOf } from '../../session/use-accounts.ts'
import { detailMessages } from '../detail-messages.ts'
import { postMessages } from '../messages.ts'
import { FindingList } from './finding-list.tsx'
import type { Finding } from './findings.ts'

type Props = { post: Post; problems: readonly Finding[] }

/** What keeps a post from being scheduled, by account, and the link that leads to the editor. */
export function ContentProblems({ post, problems }: Props) {
  const t = useMessages(detailMessages)
  const tp = useMessages(postMessages)
  const accountOf = useAccountOf()
  if (problems.length === 0) return null
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<TriangleAlert aria-hidden />}
      title={t('notReady')}
      role="alert"
    >
      <Stack gap="sm" align="flex-start">
        <FindingList findings={problems} accountOf={accountOf} />
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={'/posts/$id/edit' as never}
          params={{ id: post.id } as never}
          leftSection={<PenLine size={14} aria-hidden />}
        >
          {tp('edit')}
        </Button>
      </Stack>
    </Alert>
  )
}
