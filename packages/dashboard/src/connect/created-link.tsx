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
import type { Account, ConnectLinkCreated } from '@postern/sdk'
import { CircleCheck, ExternalLink, Link2, Mail, TriangleAlert } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../messages/messages.ts'
import { CopyField, LabeledCopyButton } from '../parts/copy-field.tsx'
import { DataState } from '../parts/data-state.tsx'
import { accountHandle } from '../parts/visible-name.ts'
import { useAccountOf } from '../session/use-accounts.ts'
import { MissingBrandName } from './brand-name.tsx'
import { emailOf, mailtoUrl, type PageLanguage, pageLanguages } from './email-text.ts'
import { InvitationStatus, usePolledInvitation } from './invitation-status.tsx'
import { LinkStatus, usePolledLink } from './link-status.tsx'
import { linkMessages } from './messages.ts'
import { useBrandName, useBrandSettings } from './use-brand-settings.ts'
import type { Created } from './use-create.ts'
import { useMissingPermissions } from './use-missing-permissions.ts'

type Made = Created['made']

/** The dialog keeps the scroll position of the form, which may be longer. */
const showTop = (view: HTMLElement | null) => view?.closest('[role=dialog]')?.scrollTo({ top: 0 })

/** A new link or invitation with its URL, QR code, a message to send, and its live status. */
export function CreatedLinkView({ created }: { created: Created }) {
  const t = useMessages(linkMessages)
  const { made, account } = created
  const brandName = useBrandName()
  const [isNameSaved, setIsNameSaved] = useState(false)
  const isLink = made.object === 'connect_link'
  const link = usePolledLink(made.id, isLink)
  const invitation = usePolledInvitation(made.id, !isLink)
  const isOpen = isLink
    ? !link.data || link.data.status === 'valid'
    : !invitation.data || invitation.data.status === 'open'
  const isReconnected =
    account !== undefined &&
    (link.data?.status === 'used' || (invitation.data?.account_ids.length ?? 0) > 0)
  return (
    <Stack ref={showTop}>
      {isReconnected && <Reconnected account={account} />}
      {isOpen && !isReconnected && (
        <>
          {!created.brandName && brandName === null && (
            <MissingBrandName onSaved={() => setIsNameSaved(true)} />
          )}
          {isNameSaved && brandName && (
            <Alert variant="light" color="teal" icon={<CircleCheck aria-hidden />} role="status">
              {t('brandNameSaved')}
            </Alert>
          )}
          <Alert variant="light" color="yellow" icon={<Link2 aria-hidden />}>
            {t('onceText')}
          </Alert>
          <Address url={made.url} />
          <EmailText created={created} />
          <Divider />
        </>
      )}
      {!isReconnected && isLink && (
        <DataState query={link} rows={2}>
          {(data) => <LinkStatus link={data} />}
        </DataState>
      )}
      {!isReconnected && !isLink && (
        <DataState query={invitation} rows={2}>
          {(data) => <InvitationStatus invitation={data} />}
        </DataState>
      )}
    </Stack>
  )
}

/** Says that the account is connected again, and which permissions it still lacks. */
function Reconnected({ account: before }: { account: Account }) {
  const t = useMessages(linkMessages)
  const account = useAccountOf()(before.id)
  const missingOf = useMissingPermissions()
  const name = accountHandle(before)
  // Until the new state is loaded, the permissions are those of the time before.
  const isLoaded = account && account.connected_at > before.connected_at
  const permissions = isLoaded ? missingOf(account) : null
  return permissions ? (
    <Alert variant="light" color="yellow" icon={<TriangleAlert aria-hidden />} role="status">
      {t('connectedWithout', { name, permissions })}
    </Alert>
  ) : (
    <Alert variant="light" color="teal" icon={<CircleCheck aria-hidden />} role="status">
      {t('connectedAgain', { name })}
    </Alert>
  )
}

function Address({ url }: { url: string }) {
  const t = useMessages(linkMessages)
  return (
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
  )
}

function EmailText({ created: { made, language, account, brandName } }: { created: Created }) {
  const t = useMessages(linkMessages)
  const { i18n } = useTranslation()
  const brand = useBrandSettings()
  const storedName = useBrandName()
  const [chosenLanguage, setChosenLanguage] = useState<PageLanguage | null>(language)
  const emailLanguage =
    chosenLanguage ??
    brand.data?.language ??
    (i18n.language in pageLanguages ? (i18n.language as PageLanguage) : 'en')
  const email = emailOf(emailLanguage, {
    kind: isLink(made) ? 'link' : 'invitation',
    url: made.url,
    brand: storedName ?? brandName,
    duration: durationOf(made),
    account: account ? accountHandle(account) : null,
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
        <LabeledCopyButton value={email.body} label={t('copyMessage')} />
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

function isLink(made: Made): made is ConnectLinkCreated {
  return made.object === 'connect_link'
}

/** The days of an invitation or the minutes of a link. */
function durationOf(made: Made): number {
  const ms = Date.parse(made.expires_at) - Date.parse(made.created_at)
  return Math.round(ms / (isLink(made) ? 60_000 : 86_400_000))
}
