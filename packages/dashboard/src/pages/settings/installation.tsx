import { Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { Owner } from '@postern/sdk'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { secondFactorMessages } from '../../session/messages.ts'
import { hintBelow } from './hint-below.ts'
import { settingsMessages } from './messages.ts'

export function Installation() {
  const owner = useData('owner', 'one', (client) => client.owner.get(), { scope: 'all' })
  return <DataState query={owner}>{(data) => <OwnerForm key={data.id} owner={data} />}</DataState>
}

function OwnerForm({ owner }: { owner: Owner }) {
  const t = useMessages(settingsMessages)
  const common = useMessages(commonMessages)
  const factor = useMessages(secondFactorMessages)
  const form = useForm({
    initialValues: {
      name: owner.name,
      email: owner.email ?? '',
      second_factor_required_for: owner.second_factor_required_for,
    },
    send: ({ email, ...rest }, client) =>
      client.owner.update({ ...rest, email: email.trim() || null }),
    topics: ['owner', 'session'],
    successMessage: t('saved'),
  })
  const { name, email, second_factor_required_for: requiredFor } = form.values
  const isChanged =
    name !== owner.name ||
    email.trim() !== (owner.email ?? '') ||
    requiredFor !== owner.second_factor_required_for
  return (
    <Form form={form} action={common('save')} isDisabled={!isChanged}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('ownerName')}
          description={t('ownerNameHint')}
          inputWrapperOrder={hintBelow}
          required
          {...form.field('name')}
        />
        <TextInput
          label={t('ownerEmail')}
          description={t('ownerEmailHint')}
          inputWrapperOrder={hintBelow}
          type="email"
          {...form.field('email')}
        />
      </SimpleGrid>
      <Select
        label={factor('requireLabel')}
        description={factor('requireHint')}
        data={(['nobody', 'owners', 'everyone'] as const).map((value) => ({
          value,
          label: factor(value),
        }))}
        allowDeselect={false}
        {...form.field('second_factor_required_for')}
      />
      <Text size="sm" c="dimmed">
        {t('limit')}: {owner.account_limit ?? t('noLimit')}
      </Text>
    </Form>
  )
}
