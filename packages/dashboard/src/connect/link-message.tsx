import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { Mail, Share2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../messages/messages.ts'
import { LabeledCopyButton } from '../parts/copy-field.tsx'
import { platformName } from '../parts/platform-mark.tsx'
import { accountHandle } from '../parts/visible-name.ts'
import type { Created } from './create.ts'
import { type Email, emailOf, mailtoUrl, type PageLanguage, pageLanguages } from './email-text.ts'
import { linkMessages } from './messages.ts'
import { useBrandName, useBrandSettings } from './use-brand-settings.ts'

type Props = {
  created: Created
  /** Offers what the phone shares with, if the browser can. */
  isPhone: boolean
}

/** The message to the client in a chosen language, with buttons to copy and to send it. */
export function LinkMessage({ created: { made, language, account, brandName }, isPhone }: Props) {
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
    kind: made.object === 'connect_link' ? 'link' : 'invitation',
    url: made.url,
    brand: storedName ?? brandName,
    duration: durationOf(made),
    account: account ? accountHandle(account) : null,
    platform: made.platforms?.length === 1 ? platformName(made.platforms[0]!) : null,
  })
  return (
    <Stack gap="xs" pos="relative">
      <Text size="sm" fw={500} id="email-text" lh="40px" pe={128}>
        {t('message')}
      </Text>
      <Group gap="xs">
        <LabeledCopyButton value={email.body} label={t('copyMessage')} variant="filled" />
        {isPhone && 'share' in navigator ? (
          <Button
            variant="default"
            leftSection={<Share2 size={16} aria-hidden />}
            onClick={() => void share(email)}
          >
            {t('share')}
          </Button>
        ) : (
          <Button
            component="a"
            href={mailtoUrl(email)}
            variant="default"
            leftSection={<Mail size={16} aria-hidden />}
          >
            {t('email')}
          </Button>
        )}
      </Group>
      {/* Shown beside the label. In the tab order it follows the buttons: the one that copies is first. */}
      <Select
        w={120}
        pos="absolute"
        top={0}
        right={0}
        aria-label={t('messageLanguage')}
        data={Object.entries(pageLanguages).map(([value, label]) => ({ value, label }))}
        value={emailLanguage}
        onChange={(value) => setChosenLanguage(value as PageLanguage)}
        allowDeselect={false}
      />
      <Textarea
        aria-labelledby="email-text"
        value={email.body}
        readOnly
        autosize
        minRows={4}
        lang={emailLanguage}
      />
    </Stack>
  )
}

/** Opens the share sheet; closing it without a choice is no error. */
async function share({ subject, body }: Email): Promise<void> {
  await navigator.share({ title: subject, text: body }).catch(() => {})
}

/** The days of an invitation or the minutes of a link. */
function durationOf({ object, expires_at, created_at }: Created['made']): number {
  const ms = Date.parse(expires_at) - Date.parse(created_at)
  return Math.round(ms / (object === 'connect_link' ? 60_000 : 86_400_000))
}
