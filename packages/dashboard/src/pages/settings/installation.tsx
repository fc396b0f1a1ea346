import { Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { Owner } from '@postern/sdk'
import { useState } from 'react'
import { useAction, useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { fieldError } from '../../parts/error-notice.tsx'
import { shownInForm } from '../../parts/form-error.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { secondFactorMessages } from '../../session/messages.ts'
import { settingsMessages } from './messages.ts'
import { hintBelow, SaveForm } from './save-form.tsx'

export function Installation() {
  const owner = useData('owner', 'one', (client) => client.owner.get(), { scope: 'all' })
  return <DataState query={owner}>{(data) => <OwnerForm key={data.id} owner={data} />}</DataState>
}

function OwnerForm({ owner }: { owner: Owner }) {
  const t = useMessages(settingsMessages)
  const common = useMessages(commonMessages)
  const factor = useMessages(secondFactorMessages)
  const [name, setName] = useState(owner.name)
  const [email, setEmail] = useState(owner.email ?? '')
  const [requiredFor, setRequiredFor] = useState(owner.second_factor_required_for)
  const save = useAction(
    (client) =>
      client.owner.update({
        name,
        email: email.trim() || null,
        second_factor_required_for: requiredFor,
      }),
    {
      topics: ['owner', 'session'],
      successMessage: t('saved'),
      onError: shownInForm,
    },
  )
  const isChanged =
    name !== owner.name ||
    email.trim() !== (owner.email ?? '') ||
    requiredFor !== owner.second_factor_required_for
  return (
    <SaveForm save={save} fields={['name', 'email']} label={common('save')} isChanged={isChanged}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('ownerName')}
          description={t('ownerNameHint')}
          inputWrapperOrder={hintBelow}
          required
          value={name}
          error={fieldError(save.error, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('ownerEmail')}
          description={t('ownerEmailHint')}
          inputWrapperOrder={hintBelow}
          type="email"
          value={email}
          error={fieldError(save.error, 'email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </SimpleGrid>
      <Select
        label={factor('requireLabel')}
        description={factor('requireHint')}
        data={(['nobody', 'owners', 'everyone'] as const).map((value) => ({
          value,
          label: factor(value),
        }))}
        value={requiredFor}
        allowDeselect={false}
        onChange={(value) => setRequiredFor(value as Owner['second_factor_required_for'])}
      />
      <Text size="sm" c="dimmed">
        {t('limit')}: {owner.account_limit ?? t('noLimit')}
      </Text>
    </SaveForm>
  )
}
