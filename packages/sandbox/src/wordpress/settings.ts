import { z } from 'zod'
import { setting, settingsPart } from '../core/settings.ts'

export const wordpressSettings = settingsPart({
  /** Whether the sites have application passwords (wordpress.md §1.1). */
  wordpress_application_passwords: setting(z.boolean(), true),
  /** Whether the web server takes the `Authorization` header away (wordpress.md §1.3). */
  wordpress_strips_authorization: setting(z.boolean(), false),
  /** What the consent page returns as `site_url`; null is the site's own address. */
  wordpress_site_url: setting(z.string().nullable(), null),
  /**
   * Whether a plug-in asks for the user so early that a wrong password is an error of every call; else
   * the call goes on as a visitor's (wordpress.md §1.3).
   */
  wordpress_checks_passwords_early: setting(z.boolean(), false),
  /** Whether the pages name the root of the API in the header `Link`. */
  wordpress_link_header: setting(z.boolean(), true),
  /** Whether the API answers visitors at all. */
  wordpress_api_closed: setting(z.boolean(), false),
  /** A larger upload is refused by the web server, in HTML. */
  wordpress_upload_bytes_max: setting(z.int().min(0), 64_000_000),
  /** Whether comments of visitors wait for approval. */
  wordpress_moderates_comments: setting(z.boolean(), false),
  /** Whether every comment comes too fast after the one before (wordpress.md §4). */
  wordpress_comment_flood: setting(z.boolean(), false),
  /** Whether a comment that is in a state already cannot be put into it, as in older versions. */
  wordpress_refuses_same_status: setting(z.boolean(), false),
  /** Whether each call gets a login page with HTTP 200. */
  wordpress_login_page: setting(z.boolean(), false),
  /** The language of messages. */
  wordpress_language: setting(z.enum(['en', 'de']), 'en'),
})

export const settingsOf = wordpressSettings.read
