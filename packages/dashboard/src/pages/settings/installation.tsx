import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { Owner } from '@postern/sdk'
import { useState } from 'react'
import { useAction, useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx'
import { words } from '../../parts/words.ts'
import { settingsWords } from './words.ts'

export function Installation() {
  const owner = useData('owner', 'one', (client) => client.owner.get(), { of: 'all' })
  return <DataState query={owner}>{(data) => <OwnerForm key={data.id} owner={data} />}</DataState>
}

function OwnerForm({ owner }: { owner: Owner }) {
  const t = useMessages(settingsWords)
  const common = useMessages(words)
  const [name, setName] = useState(owner.name)
  const [email, setEmail] = useState(owner.email ?? '')
  const save = useAction((client) => client.owner.update({ name, email: email.trim() || null }), {
    topics: ['owner', 'session'],
    done: t('saved'),
    onError: () => {},
  })
  const nameError = fieldError(save.error, 'name')
  const emailError = fieldError(save.error, 'email')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(undefined)
      }}
    >
      <Stack>
        <TextInput
          label={t('ownerName')}
          required
          value={name}
          error={nameError}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('ownerEmail')}
          type="email"
          value={email}
          error={emailError}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          {t('limit')}: {owner.account_limit ?? t('noLimit')}
        </Text>
        {save.error && !nameError && !emailError && <ErrorNotice error={save.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {common('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
