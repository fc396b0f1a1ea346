import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { PosternError } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { CircleHelp, Copy, TriangleAlert } from 'lucide-react'
import { useMessages } from '../../messages/messages.ts'
import { ErrorNotice, ErrorWords } from '../../parts/error-notice.tsx'
import type { Saving } from './use-saving.ts'
import { composerWords } from './words.ts'

/** What became of the last try to save, and what to do about it. */
export function SaveNotice({ saving }: { saving: Saving }) {
  const t = useMessages(composerWords)
  const { error, isOpen, postId } = saving
  if (!error) return null
  const code = error instanceof PosternError ? error.code : null
  if (isOpen) {
    return (
      <Alert color="orange" variant="light" icon={<CircleHelp />} title={t('lost')} role="alert">
        <Stack gap={4}>
          <Text size="sm">{t('lostText')}</Text>
          <ErrorWords error={error} />
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
  return <ErrorNotice error={error} />
}

/** Stands where a post would be changed that cannot be any more. */
export function NotEditable({ postId }: { postId: string }) {
  const t = useMessages(composerWords)
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
            {t('toPost')}
          </Button>
          <Button
            size="xs"
            variant="default"
            component={Link}
            to="/posts/new"
            search={{ duplicate: postId } as never}
          >
            {t('makeCopy')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
