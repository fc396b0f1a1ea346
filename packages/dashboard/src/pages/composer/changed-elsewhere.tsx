import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { isEditable } from '../../post/post-state.ts'
import { composerMessages } from './messages.ts'

/** Compares the post of the form with the one on the server, which is fetched again on changes. */
export function useChangedElsewhere(post: Post | null) {
  const [version, setVersion] = useState(post?.updated_at)
  return {
    isChanged: post !== null && post.updated_at !== version && isEditable(post),
    /** Call with the version that the form contains or replaces. */
    accept: (accepted: Post) => setVersion(accepted.updated_at),
  }
}

/** Says that saving would replace somebody else's changes. */
export function ChangedElsewhere({ onLoad, onKeep }: { onLoad: () => void; onKeep: () => void }) {
  const t = useMessages(composerMessages)
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<TriangleAlert aria-hidden />}
      title={t('changedElsewhere')}
      role="alert"
      mb="xs"
    >
      <Stack gap="xs">
        <Text size="sm">{t('changedElsewhereText')}</Text>
        <Group gap="xs">
          <Button size="xs" onClick={onLoad}>
            {t('loadNewVersion')}
          </Button>
          <Button size="xs" variant="default" onClick={onKeep}>
            {t('keepEditing')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
