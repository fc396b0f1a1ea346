import '@mantine/dropzone/styles.css'
import { Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { acceptedTypes, FileTooLarge } from '../../post/library/media-limits.ts'
import { libraryMessages } from '../../post/library/messages.ts'
import { type Uploads, useUploads } from '../../post/library/use-uploads.ts'
import { useProfiles } from '../../session/use-profiles.ts'
import { useSelectedProfile } from '../../session/use-selected-profile.ts'
import { useMay } from '../../session/use-session.ts'

type Pending = { key: string; name: string }

/** Uploads files by button or drop to the selected profile, or to the only one. */
export function UploadArea() {
  const t = useMessages(libraryMessages)
  const queries = useQueryClient()
  const { profile } = useSelectedProfile()
  const profiles = useProfiles()
  const mayUpload = useMay('media:write')
  const target = profile ?? (profiles.length === 1 ? profiles[0] : undefined)
  const openDialog = useRef<() => void>(null)
  const count = useRef(0)
  const [pending, setPending] = useState<readonly Pending[]>([])
  const forget = (key: string) => setPending((before) => before.filter((each) => each.key !== key))
  const uploads = useUploads(target?.id ?? null, (key, { state }) => {
    if (state !== 'ready') return
    forget(key)
    void queries.invalidateQueries({ queryKey: ['media'] })
  })
  if (!mayUpload) return null
  const add = (files: readonly File[]) => {
    for (const file of files) {
      count.current += 1
      const key = `upload ${count.current}`
      setPending((before) => [...before, { key, name: file.name }])
      uploads.start(key, { file })
    }
  }
  return (
    <Stack gap="xs">
      <Dropzone
        openRef={openDialog}
        onDrop={add}
        activateOnClick={false}
        activateOnKeyboard={false}
        disabled={!target}
        p="sm"
        // The button inside is the control, not the drop zone.
        role="presentation"
        tabIndex={-1}
        inputProps={{ accept: acceptedTypes.join(), 'aria-label': t('upload') }}
        styles={{ inner: { pointerEvents: 'all' } }}
      >
        <Group gap="sm" justify="center">
          <Button
            leftSection={<Upload size={16} aria-hidden />}
            disabled={!target}
            onClick={() => openDialog.current?.()}
          >
            {t('upload')}
          </Button>
          <Text size="sm" {...(target ? { visibleFrom: 'sm' } : {})}>
            {t(target ? 'dropHint' : 'uploadClient')}
          </Text>
        </Group>
      </Dropzone>
      <PendingUploads
        pending={pending}
        states={uploads.states}
        onDismiss={(key) => {
          uploads.cancel(key)
          forget(key)
        }}
      />
    </Stack>
  )
}

type PendingProps = {
  pending: readonly Pending[]
  states: Uploads['states']
  onDismiss: (key: string) => void
}

/** The progress of each upload, or why it failed. */
function PendingUploads({ pending, states, onDismiss }: PendingProps) {
  const t = useMessages(libraryMessages)
  return (
    <Stack gap={4} role="status">
      {pending.map(({ key, name }) => {
        const { share = 0, error = null } = states[key] ?? {}
        const percent = Math.round((share ?? 0) * 100)
        const failure = error instanceof FileTooLarge ? 'uploadTooLarge' : 'uploadFailed'
        return (
          <Group key={key} gap="xs" wrap="nowrap">
            <Text
              size="sm"
              className="untrusted"
              {...(error ? { c: 'var(--mantine-color-error)' } : {})}
            >
              {error ? t(failure, { name }) : t('uploading', { name, percent })}
            </Text>
            <CloseButton
              size="sm"
              aria-label={t('dismiss', { name })}
              onClick={() => onDismiss(key)}
            />
          </Group>
        )
      })}
    </Stack>
  )
}
