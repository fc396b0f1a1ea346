import { Anchor, Button, FileInput, Group, Paper, Stack, Text } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../api/use-data.ts'
import { useSearchParam } from '../../../api/use-search-param.ts'
import { useMessages } from '../../../messages/messages.ts'
import { BackLink } from '../../../parts/back-link.tsx'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { useSelectedProfile } from '../../../session/use-selected-profile.ts'
import { ImportResult } from './import-result.tsx'
import { importMessages } from './messages.ts'
import { megabytesMax, readFile } from './read-file.ts'

/** Imports a file after a check of it; the import that is shown is in the URL. */
export function Page() {
  const t = useMessages(importMessages)
  const { i18n } = useTranslation()
  const [shown, setShown] = useSearchParam('import')
  const max = new Intl.NumberFormat(i18n.language).format(LIMITS.import.rowsMax)
  return (
    <>
      <BackLink to="/posts" label={t('posts')} />
      <PageFrame
        title={t('title')}
        text={
          <>
            {t('text', { max })}{' '}
            <Anchor underline="always" href="/docs/guides/bulk">
              {t('guide')}
            </Anchor>
          </>
        }
        narrow
      >
        <ImportForm onStarted={setShown} />
        {shown && <ImportResult id={shown} />}
      </PageFrame>
    </>
  )
}

function ImportForm({ onStarted }: { onStarted: (id: string) => void }) {
  const t = useMessages(importMessages)
  const { profile } = useSelectedProfile()
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<'tooLarge' | 'notUtf8' | null>(null)
  const start = useAction(
    async (client, { chosen, isDryRun }: { chosen: File; isDryRun: boolean }) => {
      const text = await readFile(chosen)
      if (typeof text === 'string') {
        setRefusal(text)
        return null
      }
      return await client.posts.imports.create({ ...text, dry_run: isDryRun })
    },
    { topics: ['posts'], onSuccess: (created) => created && onStarted(created.id) },
  )
  const send = (isDryRun: boolean) => file && start.mutate({ chosen: file, isDryRun })
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Text size="sm">{profile ? t('into', { profile: profile.name }) : t('intoDefault')}</Text>
        <FileInput
          label={t('file')}
          placeholder={t('choose')}
          accept=".csv,.jsonl,.ndjson,text/csv"
          leftSection={<FileUp size={16} aria-hidden />}
          value={file}
          onChange={(chosen) => {
            setRefusal(null)
            setFile(chosen)
          }}
          error={refusal && t(refusal, { max: megabytesMax })}
        />
        <Group gap="xs">
          <Button
            variant="default"
            disabled={!file}
            loading={start.isPending && start.variables.isDryRun}
            onClick={() => send(true)}
          >
            {t('check')}
          </Button>
          <Button
            disabled={!file}
            loading={start.isPending && !start.variables.isDryRun}
            onClick={() => send(false)}
          >
            {t('import')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
