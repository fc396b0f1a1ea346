import { join } from 'node:path'
import { debianCodename, requireLibraries, unpackDebianPackages } from '../debian.ts'
import { CannotInstall, snacProgram } from '../home.ts'

/** Unpacks Debian's package `snac2`. Debian 12 has it in its backports only. */
export function unpackSnac(home: string): void {
  const codename = debianCodename()
  if (!codename) {
    throw new CannotInstall('snac2 is taken from Debian’s packages, and this is not Debian.')
  }
  const isBookworm = codename === 'bookworm'
  const suite = isBookworm ? 'bookworm-backports' : codename
  unpackDebianPackages(join(home, 'snac'), suite, ['snac2'])
  const suffix = isBookworm ? '' : 't64'
  requireLibraries([snacProgram(home)], [`libcurl4${suffix}`, `libssl3${suffix}`])
}
