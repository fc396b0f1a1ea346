import { Anchor, Button, Code, Group } from '@mantine/core'
import { KeyRound, Plus } from 'lucide-react'
import { useList } from '../../api/use-data.ts'
import { useSearchParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { CopyButton } from '../../parts/copy-field.tsx'
import { Empty } from '../../parts/empty.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { useSelectedProfile } from '../../session/use-selected-profile.ts'
import { CreateKey } from './create-key.tsx'
import { KeyTable } from './key-table.tsx'
import { keyMessages } from './messages.ts'

/** Introduction with the base URL, as the API reference and the SDK take it, without `/v1`. */
function About() {
  const t = useMessages(keyMessages)
  return (
    <>
      {t('text')}{' '}
      <Anchor href="/docs" target="_blank" inherit underline="always">
        {t('reference')}
      </Anchor>
      <Group gap={6} mt={4}>
        {t('baseUrl')} <Code>{location.origin}</Code>
        <CopyButton value={location.origin} label={t('baseUrl')} />
      </Group>
    </>
  )
}

export function Page() {
  const t = useMessages(keyMessages)
  const [dialog, setDialog] = useSearchParam('new')
  const { profile, isReady } = useSelectedProfile()
  const list = useList('api_keys', 'page', (client, page) => client.apiKeys.list(page), {
    limit: 100,
  })
  const create = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setDialog('1')}>
      {t('create')}
    </Button>
  )
  return (
    <PageFrame title={t('title')} text={<About />} actions={create}>
      <ListStates
        list={list}
        empty={
          <Empty icon={KeyRound} title={t('emptyTitle')} text={t('emptyText')} action={create} />
        }
      >
        {(keys) => <KeyTable keys={keys} />}
      </ListStates>
      {dialog && isReady && (
        <CreateKey {...(profile ? { profile } : {})} onClose={() => setDialog(null)} />
      )}
    </PageFrame>
  )
}
