import { NumberInput, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { MemberNotices } from '@postern/sdk'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { settingsMessages } from './messages.ts'

const timings = ['off', 'at_once', 'daily'] as const
type Timing = (typeof timings)[number]
type Cause = keyof MemberNotices['causes']

/** What the signed-in member is told by email. */
export function Notices() {
  const notices = useData('session', 'notices', (client) => client.session.notices(), {
    scope: 'all',
  })
  return <DataState query={notices}>{(data) => <NoticesForm notices={data} />}</DataState>
}

function NoticesForm({ notices }: { notices: MemberNotices }) {
  const t = useMessages(settingsMessages)
  const common = useMessages(commonMessages)
  const form = useForm({
    initialValues: {
      causes: notices.causes,
      quiet_from: notices.quiet_from ?? '',
      quiet_until: notices.quiet_until ?? '',
      digest_time: notices.digest_time,
      unanswered_hours: notices.unanswered_hours,
    },
    send: ({ quiet_from: from, quiet_until: until, ...rest }, client) =>
      client.session.updateNotices({
        ...rest,
        quiet_from: from || null,
        quiet_until: until || null,
      }),
    topics: ['session'],
    successMessage: t('saved'),
  })
  const { causes } = form.values
  return (
    <Form form={form} action={common('save')}>
      {!notices.email_configured && <Text size="sm">{t('noticesNoEmail')}</Text>}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {(Object.keys(causes) as Cause[]).map((cause) => (
          <Select
            key={cause}
            label={t(`cause_${cause}`)}
            allowDeselect={false}
            data={timings.map((value) => ({ value, label: t(`timing_${value}`) }))}
            value={causes[cause] ?? 'off'}
            onChange={(next) => form.set({ causes: { ...causes, [cause]: next as Timing } })}
          />
        ))}
        {'comment_unanswered' in causes && (
          <NumberInput
            label={t('unansweredHours')}
            min={1}
            max={168}
            required
            {...form.field('unanswered_hours')}
          />
        )}
        <TextInput
          label={t('digestAt')}
          placeholder="08:30"
          required
          {...form.field('digest_time')}
        />
        <TextInput label={t('quietFrom')} placeholder="20:00" {...form.field('quiet_from')} />
        <TextInput label={t('quietUntil')} placeholder="07:30" {...form.field('quiet_until')} />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {t('noticesZone', { zone: notices.time_zone.replaceAll('_', ' ') })}
      </Text>
    </Form>
  )
}
