import '@mantine/dropzone/styles.css'
import { Box, Button, Group, Image, Progress, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { safeUrl } from '../../parts/safe-url.ts'
import { LogoError } from './logo-error.tsx'
import { LogoUrl } from './logo-url.tsx'
import { brandMessages } from './messages.ts'
import { acceptedTypes, megabytesMax, useLogoUpload } from './use-logo-upload.ts'

/** The logo of the hosted pages: an uploaded file or a URL. Each change is saved at once. */
export function LogoField({ logoUrl }: { logoUrl: string | null }) {
  const t = useMessages(brandMessages)
  const confirm = useConfirm()
  const openFileDialog = useRef<() => void>(null)
  const upload = useLogoUpload()
  const remove = useAction((client) => client.connect.settings.update({ logo_url: null }), {
    topics: ['connect_settings'],
    successMessage: t('logoRemoved'),
    onSuccess: upload.reset,
  })
  const askToRemove = async () => {
    const text = t('removeLogoText')
    if (await confirm({ title: t('removeLogo'), text, action: t('remove') })) {
      remove.mutate(undefined)
    }
  }
  return (
    <Stack gap="xs">
      <Dropzone
        openRef={openFileDialog}
        onDrop={([file]) => file && upload.start(file)}
        multiple={false}
        activateOnClick={false}
        activateOnKeyboard={false}
        disabled={upload.isPending}
        p="sm"
        // The button inside is the control, not the drop zone.
        role="presentation"
        tabIndex={-1}
        inputProps={{ accept: acceptedTypes.join(), 'aria-label': t('chooseLogo') }}
        styles={{ inner: { pointerEvents: 'all' } }}
      >
        <Group gap="md" wrap="nowrap">
          <Picture url={safeUrl(logoUrl)} />
          <Stack gap={6} flex={1} miw={0}>
            <Group gap="xs">
              <Button
                size="xs"
                variant="default"
                loading={upload.isPending}
                onClick={() => openFileDialog.current?.()}
              >
                {t(logoUrl ? 'replaceLogo' : 'chooseLogo')}
              </Button>
              {logoUrl && (
                <Button
                  size="xs"
                  variant="subtle"
                  color="red"
                  loading={remove.isPending}
                  onClick={() => void askToRemove()}
                >
                  {t('remove')}
                </Button>
              )}
            </Group>
            <Text size="xs" c="dimmed">
              {t('logoRule', { size: megabytesMax })}
            </Text>
          </Stack>
        </Group>
      </Dropzone>
      {upload.isPending && (
        <Progress value={upload.share * 100} size="sm" aria-label={t('uploading')} />
      )}
      <LogoError error={upload.error} />
      <LogoUrl key={logoUrl} logoUrl={logoUrl} onSaved={upload.reset} />
    </Stack>
  )
}

/** The current logo on white, as on the hosted page; the URL itself may be broken. */
function Picture({ url }: { url: string | null }) {
  const t = useMessages(brandMessages)
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  return (
    <Box
      w={96}
      h={64}
      p={6}
      bg={url ? 'white' : 'transparent'}
      style={{
        display: 'grid',
        placeItems: 'center',
        flex: 'none',
        border: '1px solid var(--mantine-color-default-border)',
        borderRadius: 'var(--mantine-radius-md)',
      }}
    >
      {url && url !== brokenUrl ? (
        <Image
          src={url}
          alt={t('logo')}
          fit="contain"
          w={82}
          h={50}
          onError={() => setBrokenUrl(url)}
        />
      ) : (
        <ImagePlus size={22} aria-hidden color="var(--mantine-color-dimmed)" />
      )}
    </Box>
  )
}
