import { join, resolve } from 'node:path'
import { loadConfig, platformValues } from '../packages/server/src/base/config.ts'
import { webhookVerifyTokens } from '../packages/server/src/comments/inbound.ts'

/**
 * `npm run platforms`: what is to be entered at the real platforms' apps for this installation, with
 * the same environment as the server. The verify tokens follow from the first encryption key.
 */
const dataDir = resolve(process.env.DATA_DIR ?? join(import.meta.dirname, '..', 'data'))
const config = loadConfig({ ...process.env, DATA_DIR: dataDir })
const lines: string[] = ['', `For ${config.publicUrl}`]
for (const platform of platformValues) {
  const callbacks = `${config.publicUrl}/platform-callbacks/${platform}`
  const isMeta = platform !== 'tiktok'
  lines.push(
    '',
    platform,
    `  redirect URI     ${config.publicUrl}/connect/callback/${platform}`,
    `  webhook URL      ${config.publicUrl}/platform-webhooks/${platform}`,
    ...(isMeta
      ? [
          `  verify token     ${webhookVerifyTokens(config.keyring, platform)[0]}`,
          `  deauthorize URL  ${callbacks}/deauthorize`,
          `  data deletion    ${callbacks}/data-deletion`,
        ]
      : [`  URL prefix       ${config.publicUrl}/`]),
  )
}
if (!config.publicUrl.startsWith('https://')) {
  lines.push('', 'The platforms ask for https: set PUBLIC_URL to how they reach this installation.')
}
process.stdout.write(`${lines.join('\n')}\n\n`)
