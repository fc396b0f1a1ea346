import { NumberInput, Switch, Text, TextInput } from '@mantine/core'
import type { PostingPlan } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { Form, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { queueMessages } from './messages.ts'
import { updatePlan } from './update-plan.ts'
import { timesOf, useDayNames, type Weekday, weekdays } from './weekdays.ts'

const timeShape = /^([01]?\d|2[0-3]):[0-5]\d$/

type Props = {
  /** What the form starts with, and what is changed: the plan of an account or of a profile. */
  plan: PostingPlan
  onClose: () => void
}

/** The weekly times of a plan. For an account without a plan, `plan` is a copy of its profile's. */
export function TimesForm({ plan, onClose }: Props) {
  const t = useMessages(queueMessages)
  const common = useMessages(commonMessages)
  const nameOf = useDayNames('long')
  const times = Object.fromEntries(weekdays.map(([weekday]) => [weekday, timesOf(plan, weekday)]))
  const form = useForm({
    initialValues: {
      ...(times as Record<Weekday, string>),
      jitter_minutes: plan.jitter_minutes as number | string,
      paused: plan.paused,
    },
    check: (values) =>
      Object.fromEntries(
        weekdays.map(([weekday]) => [
          weekday,
          readTimes(values[weekday]).some((time) => !timeShape.test(time)) && t('timesWrong'),
        ]),
      ),
    send: async ({ jitter_minutes, paused, ...values }) =>
      await updatePlan(plan, {
        slots: weekdays.flatMap(([weekday]) =>
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
        {weekdays.map(([weekday], index) => (
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

function readTimes(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean)
}
