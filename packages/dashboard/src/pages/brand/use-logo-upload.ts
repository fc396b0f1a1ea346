import { useState } from 'react'
import { progressFetch } from '../../api/progress-fetch.ts'
import { shownInForm, useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { brandMessages } from './messages.ts'

export const acceptedTypes = ['image/png', 'image/jpeg', 'image/webp']
/** The API's limit (docs/connect-links.md). Larger files are not uploaded. */
export const megabytesMax = 1

type UnusableReason = 'type' | 'size' | 'empty'

/** Why a chosen file was not uploaded. */
export class UnusableLogo extends Error {
  override readonly name = 'UnusableLogo'
  readonly reason: UnusableReason
  readonly megabytes: number

  constructor(reason: UnusableReason, file: File) {
    super(reason)
    this.reason = reason
    this.megabytes = file.size / 1_048_576
  }
}

/** Uploads a logo and reports its progress, 0 to 1. */
export function useLogoUpload() {
  const t = useMessages(brandMessages)
  const [share, setShare] = useState(0)
  const upload = useAction(
    async (client, file: File) => {
      if (!acceptedTypes.includes(file.type)) throw new UnusableLogo('type', file)
      if (file.size === 0) throw new UnusableLogo('empty', file)
      if (file.size > megabytesMax * 1_048_576) throw new UnusableLogo('size', file)
      setShare(0)
      const data = await base64Of(file)
      return await client.connect.settings.uploadLogo({ data }, { fetch: progressFetch(setShare) })
    },
    { topics: ['connect_settings'], successMessage: t('logoSaved'), onError: shownInForm },
  )
  return {
    share,
    isPending: upload.isPending,
    error: upload.error,
    start: (file: File) => upload.mutate(file),
    reset: upload.reset,
  }
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
}
