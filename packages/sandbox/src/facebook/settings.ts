import { z } from 'zod'
import type { Sandbox } from '../core/sandbox.ts'
import type { Settings, SettingsPart } from '../core/settings.ts'

const fields = {
  facebook_code_token: z.enum(['short', 'long']),
  facebook_omit_from: z.boolean(),
  facebook_object_values: z.boolean(),
  facebook_refuse_duplicates: z.boolean(),
}

type FacebookSettings = z.infer<z.ZodObject<typeof fields>>

const defaults: FacebookSettings = {
  facebook_code_token: 'short',
  facebook_omit_from: false,
  facebook_object_values: false,
  facebook_refuse_duplicates: true,
}

export const facebookSettings: SettingsPart = { fields, defaults }

export function settingsOf(sandbox: Sandbox): FacebookSettings {
  return sandbox.settings() as Settings & FacebookSettings
}
