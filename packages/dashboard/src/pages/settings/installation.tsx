import { Text, TextInput } from '@mantine/core'
import type { Owner } from '@postern/sdk'
import { useState } from 'react'
import { useAction, useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { fieldError } from '../../parts/error-notice.tsx'
import { shownInForm } from '../../parts/form-error.tsx'
import { words } from '../../parts/words.ts'
import { SaveForm } from './save-form.tsx'
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
    onError: shownInForm,
  })
  return (
    <SaveForm save={save} fields={['name', 'email']} label={common('save')}>
      <TextInput
        label={t('ownerName')}
        required
        value={name}
        error={fieldError(save.error, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('ownerEmail')}
        type="email"
        value={email}
        error={fieldError(save.error, 'email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {t('limit')}: {owner.account_limit ?? t('noLimit')}
      </Text>
    </SaveForm>
  )
}
