import { z } from 'zod'

export const duration = z.int().min(0).max(3_600_000)

/**
 * Switches for behaviour that the platform documents leave open or give in two versions. These hold
 * for every network; each network adds its own, whose names begin with the network's.
 */
const fields = {
  text_ms: duration,
  image_ms: duration,
  video_ms: duration,
  /** Time after FINISHED in which publishing still answers "not found" (threads.md §8). */
  publish_lag_ms: duration,
  /** Time after publishing in which a post has no address yet (threads.md §3.3). */
  permalink_lag_ms: duration,
  webhook_duplicates: z.boolean(),
  /** A cancelled login comes back without its state, which no document excludes (threads.md §1.2, tiktok.md §1.3). */
  cancel_omits_state: z.boolean(),
}

const defaults: z.infer<z.ZodObject<typeof fields>> = {
  text_ms: 200,
  image_ms: 600,
  video_ms: 2000,
  publish_lag_ms: 0,
  permalink_lag_ms: 0,
  webhook_duplicates: false,
  cancel_omits_state: false,
}

export type Settings = typeof defaults & { id: 'settings' }

/** What `PUT /control/settings` accepts of one network, and the values it starts with. */
export type SettingsPart = { fields: z.ZodRawShape; defaults: Readonly<Record<string, unknown>> }

type HasSettings = { settings: readonly SettingsPart[] }

export function defaultSettings(networks: readonly HasSettings[]): Settings {
  const parts = networks.flatMap(({ settings }) => settings)
  return Object.assign({ id: 'settings', ...defaults }, ...parts.map((part) => part.defaults))
}

/** The changes that `PUT /control/settings` accepts. */
export function settingsPatch(networks: readonly HasSettings[]) {
  const parts = networks.flatMap(({ settings }) => settings)
  return z
    .strictObject(Object.assign({}, fields, ...parts.map((part) => part.fields)) as typeof fields)
    .partial()
    .transform((patch) => Object.fromEntries(Object.entries(patch)))
}
