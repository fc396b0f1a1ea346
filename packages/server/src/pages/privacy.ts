import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { countUnauthenticatedRequests } from '../http/unauthenticated.ts'
import type { Vars } from '../http/vars.ts'
import { readInstallationBrand } from '../resources/connect/flow/brand.ts'
import { failurePage } from './error.ts'
import { chooseLanguage } from './language.ts'
import { sendPage } from './page.ts'
import { deletionGuidePage, privacyPage } from './privacy-page.ts'

const pagesByPath = { '/privacy': privacyPage, '/data-deletion': deletionGuidePage }

/** The public pages about privacy, in the brand of the owner and the language of the browser. */
export function privacyPages(ctx: Context): Hono<{ Variables: Vars }> {
  const pages = new Hono<{ Variables: Vars }>()
  pages.onError((err, call) => failurePage(ctx, call, err))
  for (const [path, pageOf] of Object.entries(pagesByPath)) {
    pages.get(path, countUnauthenticatedRequests(ctx), async (call) => {
      const { brand, language } = await readInstallationBrand(ctx)
      const chosen = chooseLanguage(language, call.req.header('accept-language'))
      const platforms = [...ctx.platforms.values()]
      return await sendPage(ctx, call, 200, pageOf({ brand, platforms }, chosen))
    })
  }
  return pages
}
