import { Button, Chip, Group, Input, NumberInput, Select, Text, Textarea } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { Plus } from 'lucide-react'
import { useMessages } from '../../messages/messages.ts'
import { Form, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useDayNames, type Weekday, weekdays } from '../queue/weekdays.ts'
import { repeatMessages } from './messages.ts'

const units = ['day', 'week', 'month'] as const
type Unit = (typeof units)[number]

/** How often a post is repeated, and with which other texts. */
export function RepeatDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const t = useMessages(repeatMessages)
  const form = useForm({
    initialValues: {
      interval: 1 as number | string,
      every: 'week' as Unit,
      weekdays: [] as Weekday[],
      count: 4 as number | string,
      texts: [] as string[],
    },
    send: async ({ interval, every, weekdays: days, count, texts }, client) =>
      await client.posts.repeat(post.id, {
        every,
        interval: Number(interval),
        ...(every === 'week' && days.length > 0 ? { weekdays: days } : {}),
        count: Number(count),
        texts: texts.filter((text) => text.trim() !== ''),
      }),
    topics: ['posts'],
    successMessage: ({ posts }) =>
      posts.length === 0 ? t('nothing') : t('done', { count: posts.length }),
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title={t('dialog')}>
      <Form form={form} action={t('repeat')} onCancel={onClose}>
        <Text size="sm" c="dimmed">
          {t('hint')}
        </Text>
        <Group align="flex-start" grow>
          <NumberInput
            label={t('interval')}
            {...form.field('interval')}
            min={1}
            max={LIMITS.repeat.intervalMax}
            allowDecimal={false}
            data-autofocus
          />
          <Select
            label={t('unit')}
            data={units.map((unit) => ({ value: unit, label: t(unit) }))}
            allowDeselect={false}
            {...form.field('every')}
          />
        </Group>
        {form.values.every === 'week' && (
          <Weekdays
            value={form.values.weekdays}
            onChange={(days) => form.set({ weekdays: days })}
          />
        )}
        <NumberInput
          label={t('count')}
          {...form.field('count')}
          min={1}
          max={LIMITS.repeat.countMax}
          allowDecimal={false}
        />
        <Texts value={form.values.texts} onChange={(texts) => form.set({ texts })} />
      </Form>
    </FormDialog>
  )
}

type WeekdaysProps = { value: Weekday[]; onChange: (days: Weekday[]) => void }

/** None selected means the weekday of the post. */
function Weekdays({ value, onChange }: WeekdaysProps) {
  const t = useMessages(repeatMessages)
  const nameOf = useDayNames('short')
  return (
    <Input.Wrapper label={t('weekdays')} labelElement="div">
      <Chip.Group multiple value={value} onChange={(days) => onChange(days as Weekday[])}>
        <Group gap={6} mt={6} role="group" aria-label={t('weekdays')}>
          {weekdays.map(([weekday]) => (
            <Chip key={weekday} value={weekday} variant="outline" size="xs">
              {nameOf(weekday)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}

type TextsProps = { value: string[]; onChange: (texts: string[]) => void }

function Texts({ value, onChange }: TextsProps) {
  const t = useMessages(repeatMessages)
  return (
    <>
      {value.map((text, index) => (
        <Textarea
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts have no other identity
          key={index}
          label={t('text', { number: index + 1 })}
          autosize
          minRows={2}
          maxRows={8}
          value={text}
          onChange={(event) => onChange(value.with(index, event.currentTarget.value))}
        />
      ))}
      <Text size="xs" c="dimmed">
        {t('textsHint')}
      </Text>
      {value.length < LIMITS.repeat.textsMax && (
        <Button
          size="xs"
          variant="subtle"
          w="fit-content"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => onChange([...value, ''])}
        >
          {t('addText')}
        </Button>
      )}
    </>
  )
}
