import { Anchor, Select, type SelectProps, Text, TextInput } from '@mantine/core'
import type { WebhookEndpoint, WebhookEndpointWithSecret, WebhookEventType } from '@postern/sdk'
import { client } from '../../api/client.ts'
import { useData } from '../../api/use-data.ts'
import { useProfileParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { Form, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useProfiles } from '../../session/use-profiles.ts'
import { useMember } from '../../session/use-session.ts'
import { EventsField } from './events-field.tsx'
import { formMessages } from './form-messages.ts'
import { urlFault } from './url-check.ts'

type Props = {
  opened: boolean
  /** `null` to create one. */
  endpoint: WebhookEndpoint | null
  onClose: () => void
  onCreated?: (endpoint: WebhookEndpointWithSecret) => void
}

/** Creates or edits an endpoint. The entered values stay when the API rejects them. */
export function EndpointForm(props: Props) {
  const t = useMessages(formMessages)
  const { opened, endpoint, onClose } = props
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(endpoint ? 'editTitle' : 'createTitle')}
      size="lg"
    >
      <Fields {...props} />
    </FormDialog>
  )
}

type Values = {
  url: string
  description: string
  all: boolean
  events: WebhookEventType[]
  profile_id: string | null
}

function Fields({ endpoint, onClose, onCreated }: Props) {
  const t = useMessages(formMessages)
  const [filter] = useProfileParam()
  const { private_webhooks: allowsPrivate, profiles: own } = useMember()
  const only = own?.length === 1 ? own[0]!.id : null
  const faultOf = (url: string) => {
    const fault = url.trim() ? urlFault(url.trim(), allowsPrivate) : 'urlMissing'
    return fault === 'useHttps' && allowsPrivate ? 'useHttpsOutside' : fault
  }
  const form = useForm({
    initialValues: valuesOf(endpoint, filter ?? only),
    check: ({ url, all, events, profile_id }) => {
      const fault = faultOf(url)
      return {
        url: fault && t(fault),
        profile_id: own !== null && !profile_id && t('profileMissing'),
        events: !all && events.length === 0 && t('chooseOne'),
      }
    },
    send: async (values) => {
      const body = bodyOf(values)
      if (endpoint) return void (await client.webhooks.update(endpoint.id, body))
      const { profile_id, ...rest } = body
      onCreated?.(await client.webhooks.create(profile_id ? { ...rest, profile_id } : rest))
    },
    topics: ['webhooks'],
    ...(endpoint ? { successMessage: t('saved') } : {}),
    onSuccess: onClose,
  })
  const url = form.field('url')
  const fault = faultOf(url.value)
  // An incomplete URL is no error while it is typed for the first time.
  const isShown = form.wasRefused || (fault !== 'urlMissing' && fault !== 'urlInvalid')
  return (
    <Form form={form} action={t(endpoint ? 'save' : 'create')} onCancel={onClose}>
      <TextInput
        label={t('url')}
        description={t(allowsPrivate ? 'urlHintPrivate' : 'urlHint')}
        type="url"
        inputMode="url"
        placeholder="https://example.com/hooks/postern"
        required
        data-autofocus
        {...url}
        error={fault && isShown ? t(fault) : url.error}
      />
      {!endpoint && <SandboxInbox onChoose={(url) => form.set({ url })} />}
      <TextInput
        label={t('description')}
        description={t('descriptionHint')}
        maxLength={LIMITS.webhook.descriptionCharsMax}
        {...form.field('description')}
      />
      <ProfileField {...form.field('profile_id')} />
      <EventsField values={form.values} change={form.set} error={form.errors.events} />
    </Form>
  )
}

/** Offers the sandbox's webhook inbox as the URL, for users without a receiver. */
function SandboxInbox({ onChoose }: { onChoose: (url: string) => void }) {
  const t = useMessages(formMessages)
  const isOwner = useMember().member.role === 'owner'
  const system = useData('system', 'sandbox', (each) => each.system.get(), {
    scope: 'all',
    enabled: isOwner,
  })
  if (!system.data?.sandbox_url) return null
  const url = `${system.data.sandbox_url}/inbox/mine`
  return (
    <Text size="sm">
      {t('tryInbox')}{' '}
      <Anchor component="button" type="button" inherit td="underline" onClick={() => onChoose(url)}>
        {url}
      </Anchor>
    </Text>
  )
}

function ProfileField(props: SelectProps) {
  const t = useMessages(formMessages)
  const profiles = useProfiles()
  const { profiles: own } = useMember()
  const isStaff = own !== null
  return (
    <Select
      label={t('profile')}
      description={t('profileHint')}
      placeholder={isStaff ? '' : t('allProfiles')}
      required={isStaff}
      clearable={!isStaff}
      searchable={profiles.length > 8}
      data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
      {...props}
    />
  )
}

function valuesOf(endpoint: WebhookEndpoint | null, filter: string | null): Values {
  if (!endpoint) return { url: '', description: '', all: true, events: [], profile_id: filter }
  const events = endpoint.events.filter((type): type is WebhookEventType => type !== '*')
  return {
    url: endpoint.url,
    description: endpoint.description ?? '',
    all: endpoint.events.includes('*'),
    events,
    profile_id: endpoint.profile_id,
  }
}

function bodyOf({ url, description, all, events, profile_id }: Values) {
  return {
    url: url.trim(),
    description: description.trim() || null,
    events: all ? (['*'] as '*'[]) : events,
    profile_id,
  }
}
