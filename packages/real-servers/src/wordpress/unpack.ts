import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { debianCodename, requireLibraries, unpackDebianPackages } from '../debian.ts'
import { CannotInstall, wordpressFolder } from '../home.ts'

/** Runs on each architecture and on PHP 7.2 and later, so every machine tests the same WordPress, 6.8. */
const wordpressSuite = 'trixie'
const wordpressPackages = [
  'wordpress',
  'wordpress-theme-twentytwentyfive',
  // WordPress links to these instead of having copies.
  'php-getid3',
  'libjs-underscore',
]

/** Debian's versions of PHP, by codename. */
const phpVersions: Readonly<Record<string, string>> = { bookworm: '8.2', trixie: '8.4' }

/** Unpacks Debian's packages of WordPress, PHP and MariaDB. Nothing of it is installed on the system. */
export function unpackWordpress(home: string): void {
  const codename = debianCodename() ?? ''
  const php = phpVersions[codename]
  if (!php) {
    throw new CannotInstall('PHP and MariaDB are taken from the packages of Debian 12 or 13.')
  }
  const folder = wordpressFolder(home)
  unpackDebianPackages(folder, wordpressSuite, wordpressPackages)
  const parts = ['cli', 'common', 'mysql', 'opcache'].map((part) => `php${php}-${part}`)
  unpackDebianPackages(folder, codename, [...parts, 'mariadb-server-core'])
  requireLibraries(
    [join(folder, 'usr', 'bin', `php${php}`), join(folder, 'usr', 'sbin', 'mariadbd')],
    [
      codename === 'bookworm' ? 'libaio1' : 'libaio1t64',
      ...['libargon2-1', 'libedit2', 'libnuma1', 'libsodium23', 'liburing2', 'libxml2'],
    ],
  )
  // Debian's own one reads /etc/wordpress.
  const config = join(folder, 'usr', 'share', 'wordpress', 'wp-config.php')
  writeFileSync(config, "<?php require getenv('WORDPRESS_CONFIG');\n")
}
