import { Button, Modal, NumberInput, Select, Stack, Text, Textarea } from '@mantine/core'
import type { ReportLinkCreated } from '@postern/sdk'
import { ExternalLink, FileText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageLanguages } from '../connect/email-text.ts'
import { useMessages } from '../messages/messages.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { formatInstant } from '../parts/dates.ts'
import { Form, useForm } from '../parts/form.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { SearchableSelect } from '../parts/searchable-select.tsx'
import { useProfiles } from '../session/use-profiles.ts'
import { useMay } from '../session/use-session.ts'
import { reportMessages } from './messages.ts'
import { monthName, monthsUntil } from './months.ts'

const monthsMax = 13

/** Creates a report for a client; without a profile the dialog asks for one. */
export function ReportButton({ profileId = null }: { profileId?: string | null }) {
  const t = useMessages(reportMessages)
  const may = useMay('insights:write')
  const [isOpen, setIsOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<FileText size={16} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('report')}
      </Button>
      {isOpen && <ReportDialog profileId={profileId} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type DialogProps = { profileId: string | null; onClose: () => void }

function ReportDialog({ profileId, onClose }: DialogProps) {
  const t = useMessages(reportMessages)
  const [link, setLink] = useState<ReportLinkCreated | null>(null)
  if (link) return <NewReport link={link} onClose={onClose} />
  return (
    <FormDialog opened onClose={onClose} title={t('title')}>
      <ReportForm profileId={profileId} onCreated={setLink} onCancel={onClose} />
    </FormDialog>
  )
}

type FormProps = {
  profileId: string | null
  onCreated: (link: ReportLinkCreated) => void
  onCancel: () => void
}

function ReportForm({ profileId, onCreated, onCancel }: FormProps) {
  const t = useMessages(reportMessages)
  const { i18n } = useTranslation()
  const profiles = useProfiles()
  const months = monthsUntil(new Date(), monthsMax)
  const form = useForm({
    initialValues: {
      profile: profileId ?? (profiles.length === 1 ? profiles[0]!.id : null),
      month: months[1] as string | null,
      language: '' as string | null,
      note: '',
      expires_in_days: LIMITS.report.linkDays.default as number | string,
    },
    check: ({ profile }) => ({ profile: profile ? null : t('required') }),
    send: async ({ profile, month, language, note, expires_in_days }, client) =>
      await client.insights.reportLinks.create(profile!, {
        month: month!,
        ...(language ? { language: language as keyof typeof pageLanguages } : {}),
        ...(note.trim() ? { note } : {}),
        expires_in_days: Number(expires_in_days) || LIMITS.report.linkDays.default,
      }),
    topics: ['insights'],
    onSuccess: onCreated,
  })
  return (
    <Form form={form} action={t('create')} onCancel={onCancel}>
      <Text size="sm">{t('text')}</Text>
      {profileId === null && (
        <SearchableSelect
          label={t('profile')}
          placeholder={t('chooseProfile')}
          data={profiles.map(({ id, name: label }) => ({ value: id, label }))}
          limit={100}
          required
          {...form.field('profile')}
        />
      )}
      <Select
        label={t('month')}
        data={months.map((value) => ({ value, label: monthName(value, i18n.language) }))}
        allowDeselect={false}
        data-autofocus
        {...form.field('month')}
      />
      <Select
        label={t('language')}
        data={[
          { value: '', label: t('browserLanguage') },
          ...Object.entries(pageLanguages).map(([value, label]) => ({ value, label })),
        ]}
        allowDeselect={false}
        {...form.field('language')}
      />
      <Textarea
        label={t('note')}
        description={t('noteHint')}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={LIMITS.report.noteCharsMax}
        {...form.field('note')}
      />
      <NumberInput
        label={t('openFor')}
        min={1}
        max={LIMITS.report.linkDays.max}
        allowDecimal={false}
        {...form.field('expires_in_days')}
      />
    </Form>
  )
}

type NewProps = { link: ReportLinkCreated; onClose: () => void }

/** The URL of a new report, which is shown only here. */
function NewReport({ link, onClose }: NewProps) {
  const t = useMessages(reportMessages)
  const { i18n } = useTranslation()
  return (
    <Modal opened onClose={onClose} title={t('linkTitle')}>
      <Stack>
        <CopyField
          label={t('url')}
          value={link.url}
          description={t('linkText', { until: formatInstant(link.expires_at, i18n.language) })}
          copyLabel={t('copy')}
        />
        <Button
          component="a"
          href={link.url}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<ExternalLink size={16} aria-hidden />}
        >
          {t('preview')}
        </Button>
      </Stack>
    </Modal>
  )
}
