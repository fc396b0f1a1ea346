import type { Context } from '../../context.ts'
import type { Config } from '../../core/config.ts'
import { checkAddress } from './address.ts'
import { checkApps, checkVersions } from './apps.ts'
import { checkClientDocuments } from './client-documents.ts'
import { checkDatabase, unreachable } from './database.ts'
import type { Finding } from './finding.ts'
import { checkMachine } from './machine.ts'
import { checkMail } from './mail.ts'
import { checkSignInProvider } from './sign-in-provider.ts'

type Opener = <T>(config: Config, work: (ctx: Context) => Promise<T>) => Promise<T>

/**
 * Runs all checks and returns their findings with advice. Changes nothing; a check that fails is a
 * finding and does not stop the others.
 */
export async function diagnose(config: Config, open: Opener): Promise<Finding[]> {
  const installation = open(config, checkInstallation).catch((err) => [unreachable(config, err)])
  const parts = await Promise.all([
    checkMachine(config),
    installation,
    checkAddress(config),
    checkApps(config),
    checkClientDocuments(config),
    checkMail(config),
  ])
  return parts.flat()
}

/** The checks that need the context of an installation. */
async function checkInstallation(ctx: Context): Promise<Finding[]> {
  const parts = await Promise.all([checkDatabase(ctx), checkSignInProvider(ctx)])
  return [...parts.flat(), ...checkVersions(ctx.config, ctx.clock.now())]
}
