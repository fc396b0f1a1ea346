import { Anchor, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { PostingPlan } from '@postern/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../api/client.ts'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { dateFormat } from '../../parts/dates.ts'
import { Form, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { commonMessages } from '../../parts/messages.ts'
import type { ProfileName } from '../../session/use-profiles.ts'
import { useMay } from '../../session/use-session.ts'
import { profileMessages } from './messages.ts'
import { Nothing } from './profile-lists.tsx'

/** From Monday on; the second value is a date with this weekday. */
const days = [
  ['monday', '2026-11-02'],
  ['tuesday', '2026-11-03'],
  ['wednesday', '2026-11-04'],
  ['thursday', '2026-11-05'],
  ['friday', '2026-11-06'],
  ['saturday', '2026-11-07'],
  ['sunday', '2026-11-08'],
] as const
type Weekday = (typeof days)[number][0]

const timeShape = /^([01]?\d|2[0-3]):[0-5]\d$/

/** The weekly times at which queued posts of the profile are published. */
export function PostingTimes({ profile }: { profile: ProfileName }) {
  const t = useMessages(profileMessages)
  const nameOf = useDayNames('short')
  const canEdit = useMay('posts:write')
  const [edited, edit] = useState<PostingPlan | null>(null)
  const plan = useData(
    'posts',
    ['posting-plan', profile.id],
    (client) => client.profiles.postingPlan(profile.id),
    { scope: 'all' },
  )
  return (
    <DataState query={plan} rows={2}>
      {(shown) => (
        <Stack gap={4} align="flex-start">
          {shown.slots.length === 0 && <Nothing>{t('noTimes')}</Nothing>}
          {days.map(([weekday]) => {
            const times = timesOf(shown, weekday)
            return (
              times && (
                <Text key={weekday} size="sm">
                  {nameOf(weekday)} {times}
                </Text>
              )
            )
          })}
          <Text size="sm" c="dimmed">
            {shown.time_zone.replaceAll('_', ' ')}
            {shown.paused && ` · ${t('queuePaused')}`}
          </Text>
          {canEdit && (
            <Anchor component="button" type="button" size="sm" onClick={() => edit(shown)}>
              {t('editTimes')}
            </Anchor>
          )}
          {edited && <TimesForm plan={edited} onClose={() => edit(null)} />}
        </Stack>
      )}
    </DataState>
  )
}

function TimesForm({ plan, onClose }: { plan: PostingPlan; onClose: () => void }) {
  const t = useMessages(profileMessages)
  const common = useMessages(commonMessages)
  const nameOf = useDayNames('long')
  const times = Object.fromEntries(days.map(([weekday]) => [weekday, timesOf(plan, weekday)]))
  const form = useForm({
    initialValues: {
      ...(times as Record<Weekday, string>),
      jitter_minutes: plan.jitter_minutes as number | string,
      paused: plan.paused,
    },
    check: (values) =>
      Object.fromEntries(
        days.map(([weekday]) => [
          weekday,
          readTimes(values[weekday]).some((time) => !timeShape.test(time)) && t('timesWrong'),
        ]),
      ),
    send: async ({ jitter_minutes, paused, ...values }) =>
      await client.profiles.updatePostingPlan(plan.profile_id, {
        slots: days.flatMap(([weekday]) =>
          readTimes(values[weekday]).map((time) => ({ weekday, time: time.padStart(5, '0') })),
        ),
        jitter_minutes: Number(jitter_minutes) || 0,
        paused,
      }),
    topics: ['posts'],
    successMessage: t('timesSaved'),
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title={t('postingTimes')}>
      <Form form={form} action={common('save')} onCancel={onClose}>
        <Text size="sm" c="dimmed">
          {t('timesHint', { zone: plan.time_zone.replaceAll('_', ' ') })}
        </Text>
        {days.map(([weekday], index) => (
          <TextInput
            key={weekday}
            label={nameOf(weekday)}
            {...form.field(weekday)}
            placeholder={index === 0 ? '09:00, 17:30' : ''}
            autoComplete="off"
            {...(index === 0 && { 'data-autofocus': true })}
          />
        ))}
        <NumberInput
          label={t('jitter')}
          description={t('jitterHint')}
          {...form.field('jitter_minutes')}
          min={0}
          max={LIMITS.postingPlan.jitterMinutesMax}
          allowDecimal={false}
        />
        <Switch
          label={t('pauseQueue')}
          description={t('pauseHint')}
          checked={form.values.paused}
          onChange={(event) => form.set({ paused: event.currentTarget.checked })}
        />
      </Form>
    </FormDialog>
  )
}

function useDayNames(style: 'short' | 'long'): (weekday: Weekday) => string {
  const { i18n } = useTranslation()
  const format = dateFormat(i18n.language, { weekday: style, timeZone: 'UTC' })
  return (weekday) => format.format(new Date(days.find(([name]) => name === weekday)![1]))
}

function timesOf(plan: PostingPlan, weekday: Weekday): string {
  const slots = plan.slots.filter((slot) => slot.weekday === weekday)
  return slots.map(({ time }) => time).join(', ')
}

function readTimes(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean)
}
