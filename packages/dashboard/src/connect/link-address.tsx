import { Anchor, Box, Button, Collapse, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ExternalLink, QrCode } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useMessages } from '../messages/messages.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { linkMessages } from './messages.ts'

type Props = {
  url: string
  /** Shows the QR code on request. */
  isFolded: boolean
  /** The client scans the QR code from this screen. */
  isOnTheSpot: boolean
}

/** The URL with its QR code, which has the quiet zone of 4 modules that scanners need. */
export function LinkAddress({ url, isFolded, isOnTheSpot }: Props) {
  const t = useMessages(linkMessages)
  const [isShown, { toggle }] = useDisclosure(!isFolded)
  const field = (
    <CopyField
      label={t('url')}
      value={url}
      description={t('onceText')}
      {...(isFolded && { copyLabel: t('copyLink') })}
    />
  )
  const open = (
    <Text size="sm">
      <Anchor href={url} target="_blank" rel="noopener noreferrer" inherit td="underline">
        {t('openTab')} <ExternalLink size={14} aria-hidden />
      </Anchor>
      . {t('tryText')}
    </Text>
  )
  const code = (
    <Box bg="#fff" w="fit-content" mx="auto" style={{ borderRadius: 8, lineHeight: 0 }}>
      <QRCodeSVG
        value={url}
        size={isOnTheSpot ? 240 : 160}
        marginSize={4}
        role="img"
        aria-label={t('qr')}
      />
    </Box>
  )
  if (!isFolded) {
    return (
      <Group align="flex-start" gap="lg">
        <Stack flex="1 1 260px" miw={0}>
          {field}
          {open}
        </Stack>
        {code}
      </Group>
    )
  }
  return (
    <Stack gap="xs">
      {field}
      {open}
      <Button
        variant="default"
        leftSection={<QrCode size={16} aria-hidden />}
        aria-expanded={isShown}
        onClick={toggle}
      >
        {t(isShown ? 'hideQr' : 'showQr')}
      </Button>
      <Collapse expanded={isShown}>{code}</Collapse>
    </Stack>
  )
}
