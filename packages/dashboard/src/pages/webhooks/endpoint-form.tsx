import { Anchor, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import type { WebhookEndpoint, WebhookEndpointWithSecret, WebhookEventType } from '@postern/sdk'
import { type FormEvent, type Ref, useRef, useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction, useData } from '../../api/use-data.ts'
import { useProfileParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { fieldError } from '../../parts/error-notice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { FormError, shownInForm } from '../../parts/form-error.tsx'
import { commonMessages as partWords } from '../../parts/messages.ts'
import { useProfiles } from '../../session/use-profiles.ts'
import { useMember } from '../../session/use-session.ts'
import { EventsField, showFirstEvent } from './events-field.tsx'
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
      <Form {...props} />
    </FormDialog>
  )
}

type Values = {
  url: string
  description: string
  all: boolean
  events: WebhookEventType[]
  profile: string | null
}

function Form({ endpoint, onClose, onCreated }: Props) {
  const t = useMessages(formMessages)
  const p = useMessages(partWords)
  const [filter] = useProfileParam()
  const { private_webhooks: allowsPrivate, profiles: own } = useMember()
  const only = own?.length === 1 ? own[0]!.id : null
  const [values, setValues] = useState<Values>(() => valuesOf(endpoint, filter ?? only))
  const change = (next: Partial<Values>) => setValues((before) => ({ ...before, ...next }))
  const save = useAction(
    async () => {
      const body = bodyOf(values)
      if (endpoint) return void (await client.webhooks.update(endpoint.id, body))
      const { profile_id, ...rest } = body
      onCreated?.(await client.webhooks.create(profile_id ? { ...rest, profile_id } : rest))
    },
    {
      topics: ['webhooks'],
      ...(endpoint ? { successMessage: t('saved') } : {}),
      onSuccess: onClose,
      onError: shownInForm,
    },
  )
  const url = values.url.trim()
  const fault = url ? urlFault(url, allowsPrivate) : 'urlMissing'
  const faultKey = fault === 'useHttps' && allowsPrivate ? 'useHttpsOutside' : fault
  const lacksProfile = own !== null && !values.profile
  const urlField = useRef<HTMLInputElement>(null)
  const profileField = useRef<HTMLInputElement>(null)
  const eventsField = useRef<HTMLDivElement>(null)
  const [isChecked, setIsChecked] = useState(false)
  const isShown = isChecked || (fault !== 'urlMissing' && fault !== 'urlInvalid')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (fault) return urlField.current?.focus()
    if (lacksProfile) return profileField.current?.focus()
    if (!values.all && values.events.length === 0) return showFirstEvent(eventsField.current)
    save.mutate(undefined)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          ref={urlField}
          label={t('url')}
          description={t(allowsPrivate ? 'urlHintPrivate' : 'urlHint')}
          type="url"
          inputMode="url"
          placeholder="https://example.com/hooks/postern"
          required
          data-autofocus
          value={values.url}
          onChange={(event) => change({ url: event.currentTarget.value })}
          error={faultKey && isShown ? t(faultKey) : fieldError(save.error, 'url')}
        />
        {!endpoint && <SandboxInbox onChoose={(url) => change({ url })} />}
        <TextInput
          label={t('description')}
          description={t('descriptionHint')}
          maxLength={LIMITS.webhook.descriptionCharsMax}
          value={values.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
          error={fieldError(save.error, 'description')}
        />
        <ProfileField
          ref={profileField}
          value={values.profile}
          onChange={(profile) => change({ profile })}
          error={isChecked && lacksProfile ? t('profileMissing') : null}
        />
        <EventsField values={values} change={change} isChecked={isChecked} fieldRef={eventsField} />
        <FormError error={save.error} fields={['url', 'description']} />
        <Group className="dialog-buttons" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {p('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t(endpoint ? 'save' : 'create')}
          </Button>
        </Group>
      </Stack>
    </form>
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

type ProfileProps = {
  ref: Ref<HTMLInputElement>
  value: string | null
  error: string | null
  onChange: (id: string | null) => void
}

function ProfileField(props: ProfileProps) {
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
  if (!endpoint) return { url: '', description: '', all: true, events: [], profile: filter }
  const events = endpoint.events.filter((type): type is WebhookEventType => type !== '*')
  return {
    url: endpoint.url,
    description: endpoint.description ?? '',
    all: endpoint.events.includes('*'),
    events,
    profile: endpoint.profile_id,
  }
}

function bodyOf({ url, description, all, events, profile }: Values) {
  return {
    url: url.trim(),
    description: description.trim() || null,
    events: all ? (['*'] as '*'[]) : events,
    profile_id: profile,
  }
}
