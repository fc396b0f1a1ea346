import {
  Button,
  Group,
  Input,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import type { ConnectSettings } from '@postern/sdk'
import { useBlocker } from '@tanstack/react-router'
import { client } from '../../api/client.ts'
import { useData } from '../../api/use-data.ts'
import { pageLanguages } from '../../connect/email-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { ColorField } from '../../parts/color-field.tsx'
import { useConfirm } from '../../parts/confirm.tsx'
import { DataState } from '../../parts/data-state.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { unsavedMessages } from '../../parts/unsaved-messages.ts'
import { ColorAdvice } from './color-advice.tsx'
import { LogoField } from './logo-field.tsx'
import { brandMessages } from './messages.ts'
import { type Draft, Preview } from './preview.tsx'

const fields = ['brand_name', 'color', 'language', 'privacy_url', 'support_email'] as const

type Changes = Record<(typeof fields)[number], string | null>

const unchanged = Object.fromEntries(fields.map((field) => [field, null])) as Changes

export function Page() {
  const t = useMessages(brandMessages)
  const settings = useData('connect_settings', 'one', (each) => each.connect.settings.get(), {
    scope: 'all',
  })
  return (
    <PageFrame title={t('title')} text={t('text')}>
      <DataState query={settings} rows={8}>
        {(saved) => <BrandForm saved={saved} />}
      </DataState>
    </PageFrame>
  )
}

function BrandForm({ saved }: { saved: ConnectSettings }) {
  const t = useMessages(brandMessages)
  const form = useForm({
    initialValues: unchanged,
    send: (changes) => client.connect.settings.update(bodyOf(draftOf(saved, changes))),
    topics: ['connect_settings'],
    successMessage: t('saved'),
  })
  const draft = draftOf(saved, form.values)
  const isChanged = fields.some((field) => draft[field].trim() !== (saved[field] ?? ''))
  useWarningBeforeLeaving(isChanged)
  const field = (name: keyof Draft) => ({ ...form.field(name), value: draft[name] })
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
      <Paper withBorder p="md" component="section" style={{ alignSelf: 'start' }}>
        <Stack>
          <Input.Wrapper label={t('logo')} labelElement="div">
            <LogoField logoUrl={saved.logo_url} />
          </Input.Wrapper>
          <Form
            form={form}
            buttons={
              <Group justify="flex-end" gap="xs">
                {isChanged && (
                  <>
                    <Text size="sm" c="dimmed">
                      {t('unsaved')}
                    </Text>
                    <Button variant="subtle" onClick={form.reset}>
                      {t('discard')}
                    </Button>
                  </>
                )}
                <Button type="submit" loading={form.isPending} disabled={!isChanged}>
                  {t('save')}
                </Button>
              </Group>
            }
          >
            <TextInput
              label={t('name')}
              description={t('nameHint')}
              maxLength={LIMITS.brand.nameCharsMax}
              dir="auto"
              {...field('brand_name')}
            />
            <Stack gap={6}>
              <ColorField
                label={t('color')}
                description={t('colorHint')}
                placeholder="#1a4b8c"
                // What is no color stays, and the advice below says so.
                fixOnBlur={false}
                {...field('color')}
              />
              <ColorAdvice color={draft.color.trim()} />
            </Stack>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <TextInput
                label={t('privacy')}
                type="url"
                placeholder="https://"
                {...field('privacy_url')}
              />
              <TextInput label={t('email')} type="email" {...field('support_email')} />
            </SimpleGrid>
            <Select
              label={t('language')}
              data={[
                { value: '', label: t('browser') },
                ...Object.entries(pageLanguages).map(([value, label]) => ({ value, label })),
              ]}
              allowDeselect={false}
              {...field('language')}
            />
          </Form>
        </Stack>
      </Paper>
      <Preview draft={draft} logoUrl={saved.logo_url} />
    </SimpleGrid>
  )
}

/** Asks for confirmation before leaving the page with unsaved changes. */
function useWarningBeforeLeaving(isChanged: boolean): void {
  const tUnsaved = useMessages(unsavedMessages)
  const confirm = useConfirm()
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isChanged || current.pathname === next.pathname) return false
      return !(await confirm({
        title: tUnsaved('leaveTitle'),
        text: tUnsaved('leaveText'),
        action: tUnsaved('leave'),
      }))
    },
    enableBeforeUnload: () => isChanged,
  })
}

/** The saved values with those that were changed. */
function draftOf(saved: ConnectSettings, changes: Changes): Draft {
  const entries = fields.map((field) => [field, changes[field] ?? saved[field] ?? ''])
  return Object.fromEntries(entries) as Draft
}

/** Empty fields are sent as `null`, which clears them. */
function bodyOf(draft: Draft) {
  return Object.fromEntries(
    fields.map((field) => [field, draft[field].trim() || null]),
  ) as Parameters<typeof client.connect.settings.update>[0]
}
