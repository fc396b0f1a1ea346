import { z } from 'zod'

export const duration = z.int().min(0).max(3_600_000)

/** One setting: the schema of its value, and the value before it is set. */
type Setting<T> = { schema: z.ZodType<T>; initial: T }

export function setting<T>(schema: z.ZodType<T>, initial: NoInfer<T>): Setting<T> {
  return { schema, initial }
}

type HasValues = { settings(): object }

/** The settings of one platform or family of them, and how its code reads them. */
export type SettingsPart<Values = unknown> = {
  fields: z.ZodRawShape
  defaults: Readonly<Record<string, unknown>>
  read(sandbox: HasValues): Values
}

export function settingsPart<Values extends Record<string, unknown>>(
  settings: { [Name in keyof Values]: Setting<Values[Name]> },
): SettingsPart<Values> {
  const entries = Object.entries<Setting<unknown>>(settings)
  return {
    fields: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    defaults: Object.fromEntries(entries.map(([name, { initial }]) => [name, initial])),
    read: (sandbox) => sandbox.settings() as Values,
  }
}

/**
 * Settings for behavior that the platforms do not document, or document in two conflicting ways. These
 * apply to all platforms; the name of a platform's own setting starts with the platform.
 */
const common = settingsPart({
  /** How long the platform processes a post with text, an image or a video before it is ready. */
  text_ms: setting(duration, 200),
  image_ms: setting(duration, 600),
  video_ms: setting(duration, 2000),
  /** How long publishing still fails with "not found" after the status FINISHED (threads.md §8). */
  publish_lag_ms: setting(duration, 0),
  /** How long a published post has no permalink (threads.md §3.3). */
  permalink_lag_ms: setting(duration, 0),
  /** Sends every webhook twice. */
  webhook_duplicates: setting(z.boolean(), false),
  /** Omits `state` when a login is canceled; the docs do not promise it (threads.md §1.2, tiktok.md §1.3). */
  cancel_omits_state: setting(z.boolean(), false),
})

export type Settings = ReturnType<typeof common.read> & { id: 'settings' }

type HasSettings = { settings: readonly SettingsPart[] }

export function defaultSettings(networks: readonly HasSettings[]): Settings {
  return Object.assign({ id: 'settings' }, ...partsOf(networks).map(({ defaults }) => defaults))
}

/** The schema of `PUT /control/settings`. */
export function settingsPatch(networks: readonly HasSettings[]) {
  const fields: z.ZodRawShape = Object.assign({}, ...partsOf(networks).map((part) => part.fields))
  return z
    .strictObject(fields)
    .partial()
    .transform((patch) => Object.fromEntries(Object.entries(patch)))
}

function partsOf(networks: readonly HasSettings[]): SettingsPart[] {
  return [common, ...networks.flatMap(({ settings }) => settings)]
}
