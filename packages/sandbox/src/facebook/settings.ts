import { z } from 'zod'
import { setting, settingsPart } from '../core/settings.ts'

export const facebookSettings = settingsPart({
  facebook_code_token: setting(z.enum(['short', 'long']), 'short'),
  facebook_omit_from: setting(z.boolean(), false),
  facebook_object_values: setting(z.boolean(), false),
  facebook_refuse_duplicates: setting(z.boolean(), true),
})

export const settingsOf = facebookSettings.read
