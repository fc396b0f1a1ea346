import {
  Alert,
  Anchor,
  Box,
  Button,
  Divider,
  Group,
  Select,
  Stack,
  Text,
  Textarea,
} from '@mantine/core'
import { ExternalLink, Link2, Mail } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { CopyButton, CopyField } from '../../parts/copy-field.tsx'
import { DataState } from '../../parts/data-state.tsx'
import { useMember } from '../../session/use-session.ts'
import { emailOf, mailtoUrl, type PageLanguage, pageLanguages } from './email-text.ts'
import type { CreatedLink } from './link-form.tsx'
import { LinkStatus, usePolledLink } from './link-status.tsx'
import { linkMessages } from './messages.ts'
import { minutesUntil } from './use-now.ts'

/** The new link with its URL, QR code, a message to send, and its live status. */
export function CreatedLinkView({ createdLink }: { createdLink: CreatedLink }) {
  const t = useMessages(linkMessages)
  const liveLink = usePolledLink(createdLink.link.id)
  const { url } = createdLink.link
  const isOpen = liveLink.data === undefined || liveLink.data.status === 'valid'
  return (
    <Stack>
      {isOpen && (
        <>
          <Alert variant="light" color="yellow" icon={<Link2 aria-hidden />}>
            {t('onceText')}
          </Alert>
          <Group align="flex-start" gap="lg">
            <Stack flex="1 1 260px" miw={0}>
              <CopyField label={t('url')} value={url} />
              <Text size="sm">
                <Anchor href={url} target="_blank" rel="noopener noreferrer" inherit td="underline">
                  {t('openTab')} <ExternalLink size={14} aria-hidden />
                </Anchor>
                . {t('tryText')}
              </Text>
            </Stack>
            <Box p={8} bg="#fff" style={{ borderRadius: 8, lineHeight: 0 }}>
              <QRCodeSVG value={url} size={132} role="img" aria-label={t('qr')} />
            </Box>
          </Group>
          <EmailText createdLink={createdLink} />
          <Divider />
        </>
      )}
      <DataState query={liveLink} rows={2}>
        {(link) => <LinkStatus link={link} />}
      </DataState>
    </Stack>
  )
}

function EmailText({ createdLink: { link, language } }: { createdLink: CreatedLink }) {
  const t = useMessages(linkMessages)
  const { i18n } = useTranslation()
  const isOwner = useMember().member.role === 'owner'
  const brand = useData('connect_settings', 'one', (each) => each.connect.settings.get(), {
    scope: 'all',
    enabled: isOwner,
  })
  const [chosenLanguage, setChosenLanguage] = useState<PageLanguage | null>(language)
  const emailLanguage =
    chosenLanguage ??
    brand.data?.language ??
    (i18n.language in pageLanguages ? (i18n.language as PageLanguage) : 'en')
  const email = emailOf(emailLanguage, {
    url: link.url,
    brand: brand.data?.brand_name ?? null,
    minutes: minutesUntil(link.expires_at, Date.parse(link.created_at)),
  })
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-end">
        <Text size="sm" fw={500} id="email-text">
          {t('message')}
        </Text>
        <Select
          size="xs"
          w={130}
          aria-label={t('messageLanguage')}
          data={Object.entries(pageLanguages).map(([value, label]) => ({ value, label }))}
          value={emailLanguage}
          onChange={(value) => setChosenLanguage(value as PageLanguage)}
          allowDeselect={false}
        />
      </Group>
      <Textarea
        aria-labelledby="email-text"
        value={email.body}
        readOnly
        autosize
        minRows={4}
        maxRows={10}
        lang={emailLanguage}
      />
      <Group gap="xs">
        <CopyButton value={email.body} label={t('copyMessage')} size={36} />
        <Button
          component="a"
          href={mailtoUrl(email)}
          variant="default"
          leftSection={<Mail size={16} aria-hidden />}
        >
          {t('email')}
        </Button>
      </Group>
    </Stack>
  )
}
