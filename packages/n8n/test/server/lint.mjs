// Runs n8n's linter for community nodes over this package and prints what it reports as JSON. A process of
// its own, because the linter's rules check less when NODE_ENV is `test`. Argument: the folder of the linter.
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(join(process.argv[2], 'package.json'))
const { ESLint } = require('eslint')
const { config } = require('@n8n/node-cli/eslint')
// n8n provides its package. The author and the homepage are added when the package is published.
const rules = {
  'import-x/no-unresolved': 'off',
  '@n8n/community-nodes/require-homepage': 'off',
  '@n8n/community-nodes/valid-author': 'off',
  'n8n-nodes-base/community-package-json-author-missing': 'off',
}
const eslint = new ESLint({
  cwd: join(import.meta.dirname, '..', '..'),
  overrideConfigFile: true,
  overrideConfig: [...config, { rules }],
})
const results = await eslint.lintFiles(['nodes', 'credentials', 'package.json'])
const messages = results.flatMap((result) =>
  result.messages.map(({ ruleId, message }) => ({ file: result.filePath, ruleId, message })),
)
process.stdout.write(JSON.stringify({ files: results.length, messages }))
