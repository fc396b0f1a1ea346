import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { type Account, PosternError } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { CircleHelp, Copy, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { ErrorNotice, ErrorText } from '../../parts/error-notice.tsx'
import { FindingList } from '../../post/findings/finding-list.tsx'
import { findingsIn } from '../../post/findings/findings.ts'
import { findingMessages } from '../../post/findings/messages.ts'
import { composerMessages } from './messages.ts'
import type { Saving } from './use-saving.ts'

type Props = {
  saving: Saving
  /** In the order of the request, which error paths refer to. */
  accountIds: readonly string[]
  accountOf: (id: string) => Account | undefined
}

/** The error of the last attempt to save; brought into view, as the save button is always visible. */
export function SaveNotice(props: Props) {
  const { error } = props.saving
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!error) return
    notice.current?.focus({ preventScroll: true })
    notice.current?.scrollIntoView({ block: 'center' })
  }, [error])
  if (!error) return null
  return (
    <div ref={notice} tabIndex={-1}>
      <SaveError error={error} {...props} />
    </div>
  )
}

/** What went wrong and how to fix it. */
function SaveError({ error, saving, accountIds, accountOf }: Props & { error: Error }) {
  const t = useMessages(composerMessages)
  const tf = useMessages(findingMessages)
  const { isUnconfirmed, postId } = saving
  const code = error instanceof PosternError ? error.code : null
  if (isUnconfirmed) {
    return (
      <Alert
        color="orange"
        variant="light"
        icon={<CircleHelp />}
        title={t('unconfirmed')}
        role="alert"
      >
        <Stack gap={4}>
          <Text size="sm">{t('unconfirmedText')}</Text>
          <ErrorText error={error} />
        </Stack>
      </Alert>
    )
  }
  if (code === 'duplicate_content') {
    return (
      <Alert color="orange" variant="light" icon={<Copy />} title={t('duplicate')} role="alert">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{t('duplicateText')}</Text>
          <Button
            size="xs"
            variant="default"
            loading={saving.isPending}
            onClick={() => saving.save({ allowDuplicate: true })}
          >
            {t('publishTwice')}
          </Button>
        </Stack>
      </Alert>
    )
  }
  if (code === 'post_not_editable' && postId) return <NotEditable postId={postId} />
  const rejections = findingsIn(error, accountIds)
  if (rejections.length === 0) return <ErrorNotice error={error} />
  return (
    <Alert
      color="red"
      variant="light"
      icon={<TriangleAlert />}
      title={tf('needsFixing')}
      role="alert"
    >
      <FindingList findings={rejections} accountOf={accountOf} />
    </Alert>
  )
}

/** Shown instead of the form if the post is no longer editable. */
export function NotEditable({ postId }: { postId: string }) {
  const t = useMessages(composerMessages)
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<TriangleAlert />}
      title={t('notEditable')}
      role="alert"
    >
      <Stack gap="sm">
        <Text size="sm">{t('notEditableText')}</Text>
        <Group gap="xs">
          <Button
            size="xs"
            component={Link}
            to={'/posts/$id' as never}
            params={{ id: postId } as never}
          >
            {t('viewPost')}
          </Button>
          <Button
            size="xs"
            variant="default"
            component={Link}
            to="/posts/new"
            search={{ duplicate: postId } as never}
          >
            {t('duplicatePost')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
