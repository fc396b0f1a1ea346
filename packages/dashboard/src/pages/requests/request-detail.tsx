import { Anchor, Code, Group, Modal, Stack, Text } from '@mantine/core'
import type { ApiRequest } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { CopyField } from '../../parts/copy-field.tsx'
import { DataState } from '../../parts/data-state.tsx'
import { ErrorDetails } from '../../parts/error-details.tsx'
import { Fact } from '../../parts/fact.tsx'
import { visibleName } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import { useProfileName } from '../../session/use-profiles.ts'
import { useMember } from '../../session/use-session.ts'
import { requestMessages } from './messages.ts'
import { RequestStatus } from './request-table.tsx'

type Props = { id: string; onClose: () => void }

/** Everything that is stored about a request. */
export function RequestDetail({ id, onClose }: Props) {
  const t = useMessages(requestMessages)
  const request = useData('requests', id, (client, signal) => client.requests.get(id, { signal }))
  return (
    <Modal opened onClose={onClose} title={t('details')} size="lg">
      <DataState query={request}>{(data) => <Facts request={data} />}</DataState>
    </Modal>
  )
}

function Facts({ request }: { request: ApiRequest }) {
  const t = useMessages(requestMessages)
  const nameOf = useProfileName()
  const { error_code: code, error_fields: fields, error_details: details } = request
  const { profile_id: profile } = request
  const page = request.status === 404 ? null : resourcePage(request.path)
  return (
    <Stack gap="xs">
      <Text ff="monospace" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {request.method} {request.path}
      </Text>
      {request.path.includes('{') && (
        <Text size="sm" c="dimmed">
          {t('pathValues')}
        </Text>
      )}
      {page && (
        <Anchor component={Link} to={page} size="sm">
          {t('viewResource')}
        </Anchor>
      )}
      <Fact label={t('status')}>
        <RequestStatus status={request.status} />
      </Fact>
      {code && (
        <Fact label={t('code')}>
          <Stack gap={4} align="flex-start">
            <Code>{code}</Code>
            <Anchor href={`/docs/errors#${code}`} target="_blank" size="sm">
              {t('aboutCode', { code })}
            </Anchor>
          </Stack>
        </Fact>
      )}
      {details.length > 0 && (
        <Fact label={t('reason')}>
          <ErrorDetails details={details} />
        </Fact>
      )}
      {details.length === 0 && fields.length > 0 && (
        <Fact label={t('fields')}>
          <Group gap={6}>
            {fields.map((field) => (
              <Code key={field} className="untrusted">
                {field}
              </Code>
            ))}
          </Group>
        </Fact>
      )}
      <Fact label={t('operation')}>
        <Code>{request.operation}</Code>
      </Fact>
      <Fact label={t('time')}>
        <When at={request.created_at} size="sm" exact="seconds" /> (
        <When at={request.created_at} size="sm" />)
      </Fact>
      <Fact label={t('duration')}>{t('milliseconds', { count: request.duration_ms })}</Fact>
      <Fact label={t('key')}>
        <Key apiKey={request.key} />
      </Fact>
      <Fact label={t('keyAccess')}>
        <Text size="sm" className="untrusted" dir="auto">
          {profile ? nameOf(profile) : t('allProfiles')}
        </Text>
      </Fact>
      {request.via && <Fact label={t('via')}>{t('assistant')}</Fact>}
      <CopyField label={t('requestId')} value={request.id} />
      {request.request_id !== request.id && (
        <CopyField label={t('sentId')} value={request.request_id} />
      )}
    </Stack>
  )
}

const resourcePath =
  /^\/v1\/(posts|accounts|profiles|webhooks)\/((?:post|acc|prof|whk)_[0-9a-z]{26})\b/

/** The dashboard's page of the resource that a path names; `null` if it names none with a page. */
function resourcePage(path: string): string | null {
  const [, list, id] = resourcePath.exec(path) ?? []
  return list && id ? `/${list}/${id}` : null
}

/** The key: for owners a link to the keys, for everyone a link to its requests. */
function Key({ apiKey }: { apiKey: ApiRequest['key'] }) {
  const t = useMessages(requestMessages)
  const { member } = useMember()
  const name = visibleName(apiKey.name, apiKey.id)
  return (
    <Stack gap={4} align="flex-start">
      {member.role === 'owner' ? (
        <Anchor component={Link} to="/api-keys" size="sm" className="untrusted" dir="auto">
          {name}
        </Anchor>
      ) : (
        <Text size="sm" className="untrusted" dir="auto">
          {name}
        </Text>
      )}
      <Anchor component={Link} to="/requests" search={{ key: apiKey.id } as never} size="sm">
        {t('keyRequests')}
      </Anchor>
      {member.role === 'owner' && (
        <Anchor component={Link} to="/audit-log" search={{ actor: apiKey.id } as never} size="sm">
          {t('keyChanges')}
        </Anchor>
      )}
    </Stack>
  )
}
