import { z } from 'zod'
import { duration, setting, settingsPart } from '../core/settings.ts'

export const linkedinSettings = settingsPart({
  /** The product of the app, which decides the scopes that it may ask for (linkedin.md §0). */
  linkedin_product: setting(z.enum(['community_management', 'share']), 'community_management'),
  /** Only apps of partners get refresh tokens (linkedin.md §1.3). */
  linkedin_refresh_tokens: setting(z.boolean(), false),
  /** How long a new token is refused as revoked (linkedin.md §1.2). */
  linkedin_new_token_ms: setting(duration, 0),
  /** Whether versions of the API end by the clock (linkedin.md §2). */
  linkedin_versions_end: setting(z.boolean(), false),
  linkedin_image_ms: setting(duration, 600),
  linkedin_image_fails: setting(z.boolean(), false),
  linkedin_video_ms: setting(duration, 2_000),
  linkedin_video_fails: setting(z.boolean(), false),
  /** The size of the parts of a video (linkedin.md §4.4). */
  linkedin_part_bytes: setting(z.int().min(1).max(100_000_000), 4_194_304),
  /** Lists have at most so many elements a page, whatever is asked for (linkedin.md §2). */
  linkedin_page_size: setting(z.int().min(1).max(100), 100),
  /** How long the same content of an author is refused, also after it was deleted (linkedin.md §4.7). */
  linkedin_duplicate_hours: setting(z.int().min(0).max(720), 48),
  /** How long a new post is missing in lists. */
  linkedin_list_lag_ms: setting(duration, 0),
  /** Calls of the app in a day of UTC (linkedin.md §8). */
  linkedin_calls_per_day: setting(z.int().min(0).nullable(), null),
})

export const settingsOf = linkedinSettings.read
