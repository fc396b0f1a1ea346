import { z } from 'zod'

export const duration = z.int().min(0).max(3_600_000)

/**
 * Settings for behavior that the platforms do not document, or document in two conflicting ways. These
 * apply to all platforms; the name of a platform's own setting starts with the platform.
 */
const fields = {
  /** How long the platform processes a post with text, an image or a video before it is ready. */
  text_ms: duration,
  image_ms: duration,
  video_ms: duration,
  /**
   * How long publishing still fails with "not found" after the status FINISHED (threads.md §3.3).
   */
  publish_lag_ms: duration,
  /** How long a published post has no permalink (threads.md §3.3). */
  permalink_lag_ms: duration,
  /** Sends every webhook twice. */
  webhook_duplicates: z.boolean(),
  /** Omits `state` when a login is canceled; the docs do not promise it (threads.md §1.2, tiktok.md §1.3). */
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

/** One platform's fields in `PUT /control/settings`, with their defaults. */
export type SettingsPart = { fields: z.ZodRawShape; defaults: Readonly<Record<string, unknown>> }

type HasSettings = { settings: readonly SettingsPart[] }

export function defaultSettings(networks: readonly HasSettings[]): Settings {
  const parts = networks.flatMap(({ settings }) => settings)
  return Object.assign({ id: 'settings', ...defaults }, ...parts.map((part) => part.defaults))
}

/** The schema of `PUT /control/settings`. */
export function settingsPatch(networks: readonly HasSettings[]) {
  const parts = networks.flatMap(({ settings }) => settings)
  return z
    .strictObject(Object.assign({}, fields, ...parts.map((part) => part.fields)) as typeof fields)
    .partial()
    .transform((patch) => Object.fromEntries(Object.entries(patch)))
}
