import type en from '../../../messages/en/composer-crop.json'
import { defineMessages } from '../../../messages/messages.ts'

export type CropTexts = typeof en

export const cropMessages = defineMessages<CropTexts>(
  import.meta.glob('../../../messages/*/composer-crop.json', { eager: true, import: 'default' }),
)
