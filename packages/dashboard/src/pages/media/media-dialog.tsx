import { Box, Button, Group, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import type { Media } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { Download, Send, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { clientFor } from '../../api/client.ts'
import { useAction, useList } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { Fact } from '../../parts/fact.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { formatBytes } from '../../parts/format-bytes.ts'
import { ListStates } from '../../parts/list-states.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { safeUrl } from '../../parts/safe-url.ts'
import { When } from '../../parts/when.tsx'
import { libraryMessages } from '../../post/library/messages.ts'
import { PostLink } from '../../post/post-link.tsx'
import { useProfileName } from '../../session/use-profiles.ts'
import { useMay } from '../../session/use-session.ts'

type Props = { file: Media; onClose: () => void }

const postsPerPage = 10

/** One file: preview, facts, the posts that use it, and the fields that can be changed. */
export function MediaDialog({ file, onClose }: Props) {
  const t = useMessages(libraryMessages)
  const common = useMessages(commonMessages)
  const mayWrite = useMay('media:write')
  const form = useForm({
    initialValues: { name: file.name ?? '', alt_text: file.alt_text ?? '', tags: file.tags },
    send: ({ name, alt_text, tags }) =>
      clientFor(file.profile_id).media.update(file.id, {
        name: name.trim() || null,
        alt_text: alt_text.trim() || null,
        tags,
      }),
    topics: ['media'],
    successMessage: t('saved'),
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} size="lg" title={t('details')}>
      <Stack>
        <Preview file={file} />
        <Facts file={file} />
        {mayWrite && (
          <Form form={form} action={common('save')} onCancel={onClose}>
            <Textarea
              label={t('alt')}
              description={t('altHint')}
              maxLength={LIMITS.media.altTextCharsMax}
              autosize
              minRows={2}
              maxRows={8}
              data-autofocus
              dir="auto"
              {...form.field('alt_text')}
            />
            <TextInput
              label={t('name')}
              maxLength={LIMITS.media.nameCharsMax}
              dir="auto"
              {...form.field('name')}
            />
            <TagsInput
              label={t('tags')}
              acceptValueOnBlur
              maxTags={LIMITS.post.tagsMax}
              value={form.values.tags}
              onChange={(tags) =>
                form.set({ tags: tags.map((tag) => tag.slice(0, LIMITS.post.tagCharsMax)) })
              }
            />
          </Form>
        )}
        <UsedBy file={file} />
        <Actions file={file} onClose={onClose} />
      </Stack>
    </FormDialog>
  )
}

function Preview({ file }: { file: Media }) {
  const source = safeUrl(file.type === 'video' ? file.url : (file.jpeg_url ?? file.url))
  if (!source) return null
  const style = { maxWidth: '100%', maxHeight: '40vh', display: 'block', margin: '0 auto' }
  return (
    <Box>
      {file.type === 'video' ? (
        <video src={source} controls preload="metadata" style={style}>
          <track kind="captions" />
        </video>
      ) : (
        <img src={source} alt={file.alt_text ?? ''} style={style} />
      )}
    </Box>
  )
}

function Facts({ file }: { file: Media }) {
  const t = useMessages(libraryMessages)
  const nameOf = useProfileName()
  const { i18n } = useTranslation()
  return (
    <Stack gap={4}>
      <Fact label={t('client')}>
        <span className="untrusted">{nameOf(file.profile_id)}</span>
      </Fact>
      <Fact label={t('format')}>{file.mime_type}</Fact>
      <Fact label={t('size')}>{formatBytes(file.size, i18n.language)}</Fact>
      {file.width !== null && (
        <Fact label={t('dimensions')}>{`${file.width} × ${file.height}`}</Fact>
      )}
      {file.duration_ms !== null && (
        <Fact label={t('duration')}>
          {t('seconds', { count: Math.round(file.duration_ms / 1_000) })}
        </Fact>
      )}
      <Fact label={t('uploaded')}>
        <When at={file.created_at} size="sm" />
      </Fact>
    </Stack>
  )
}

function UsedBy({ file }: { file: Media }) {
  const t = useMessages(libraryMessages)
  const list = useList(
    'posts',
    { media_id: file.id },
    (_, page, signal) =>
      clientFor(file.profile_id).posts.list({ media_id: [file.id], ...page }, { signal }),
    { scope: 'all', limit: postsPerPage },
  )
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {t('usedBy')}
      </Text>
      <ListStates list={list} empty={<Text size="sm">{t('notUsed')}</Text>}>
        {(posts) => (
          <Stack gap={6}>
            {posts.map((post) => (
              <PostLink key={post.id} post={post} />
            ))}
          </Stack>
        )}
      </ListStates>
    </Stack>
  )
}

function Actions({ file, onClose }: Props) {
  const t = useMessages(libraryMessages)
  const common = useMessages(commonMessages)
  const confirm = useConfirm()
  const mayWrite = useMay('media:write')
  const mayDraft = useMay('posts:draft')
  const remove = useAction(() => clientFor(file.profile_id).media.delete(file.id), {
    topics: ['media'],
    successMessage: t('deleted'),
    onSuccess: onClose,
  })
  const ask = async () => {
    const question = { title: t('deleteTitle'), text: t('deleteText'), action: common('delete') }
    if (await confirm(question)) remove.mutate(undefined)
  }
  const source = safeUrl(file.url)
  return (
    <Group gap="xs">
      {mayDraft && file.status === 'ready' && (
        <Button
          component={Link}
          to={'/posts/new' as never}
          search={{ profile: file.profile_id, media: file.id } as never}
          variant="light"
          leftSection={<Send size={16} aria-hidden />}
        >
          {t('newPost')}
        </Button>
      )}
      {source && (
        <Button
          component="a"
          href={source}
          download={file.name ?? true}
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
        >
          {t('download')}
        </Button>
      )}
      {mayWrite && (
        <Button
          variant="light"
          color="red"
          leftSection={<Trash2 size={16} aria-hidden />}
          loading={remove.isPending}
          onClick={() => void ask()}
        >
          {common('delete')}
        </Button>
      )}
    </Group>
  )
}
