import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSigned } from './scenario/signature.ts'

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'webhooks.md'), 'utf8')
const sampleOf = (language: string) => {
  const code = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page)?.[1]
  if (!code) throw new Error(`docs/webhooks.md has no ${language} sample.`)
  return code
}
const cell = (name: string) => new RegExp(`\\| ${name} \\| \`([^\`]+)\``).exec(page)![1]!

const secret = cell('secret')
const t = Number(cell('t'))
const v1 = cell('v1')
const body = sampleOf('json').trimEnd()
const wrong = '0'.repeat(64)

const cases = [
  { name: 'the test vector', header: `t=${t},v1=${v1}`, body, now: t, holds: true },
  { name: 'an altered body', header: `t=${t},v1=${v1}`, body: `${body} `, now: t, holds: false },
  { name: 'five minutes late', header: `t=${t},v1=${v1}`, body, now: t + 300, holds: true },
  { name: 'a second more', header: `t=${t},v1=${v1}`, body, now: t + 301, holds: false },
  { name: 'from the future', header: `t=${t},v1=${v1}`, body, now: t - 301, holds: false },
  { name: 'a rotation', header: `t=${t},v1=${wrong},v1=${v1}`, body, now: t, holds: true },
  { name: 'a wrong digest', header: `t=${t},v1=${wrong}`, body, now: t, holds: false },
  { name: 'another time', header: `t=${t + 1},v1=${v1}`, body, now: t, holds: false },
  { name: 'no digest', header: `t=${t}`, body, now: t, holds: false },
  { name: 'nonsense', header: 'v1', body, now: t, holds: false },
  { name: 'nothing', header: '', body, now: t, holds: false },
]

/** Each language: its sample, and a program that reads the cases and prints the answers. */
const languages: Record<string, { command: string[]; files: () => Record<string, string> }> = {
  ts: {
    command: [process.execPath, 'main.ts'],
    files: () => ({
      'verify.ts': sampleOf('ts'),
      'main.ts': `import { readFileSync } from 'node:fs'
import { verify } from './verify.ts'
const { secret, cases } = JSON.parse(readFileSync('cases.json', 'utf8'))
console.log(JSON.stringify(cases.map((each) =>
  verify(each.header, Buffer.from(each.body), secret, each.now))))`,
    }),
  },
  python: {
    command: ['python3', 'main.py'],
    files: () => ({
      'verify.py': sampleOf('python'),
      'main.py': `import json
from verify import verify
given = json.load(open("cases.json", encoding="utf8"))
print(json.dumps([verify(each["header"], each["body"].encode(), given["secret"], each["now"])
    for each in given["cases"]]))`,
    }),
  },
  go: {
    command: ['go', 'run', '.'],
    files: () => ({
      'go.mod': 'module example.com/webhook\n\ngo 1.21\n',
      'verify.go': sampleOf('go').replace('package webhook', 'package main'),
      'main.go': `package main

import ("encoding/json"; "fmt"; "os"; "time")

func main() {
	raw, _ := os.ReadFile("cases.json")
	var given struct{ Secret string; Cases []struct{ Header, Body string; Now int64 } }
	if err := json.Unmarshal(raw, &given); err != nil { panic(err) }
	answers := []bool{}
	for _, each := range given.Cases {
		answers = append(answers, Verify(each.Header, []byte(each.Body), given.Secret, time.Unix(each.Now, 0)))
	}
	out, _ := json.Marshal(answers)
	fmt.Println(string(out))
}`,
    }),
  },
  php: {
    command: ['php', 'main.php'],
    files: () => ({
      'verify.php': sampleOf('php'),
      'main.php': `<?php
require 'verify.php';
$given = json_decode(file_get_contents('cases.json'), true);
echo json_encode(array_map(fn ($each) =>
    verify($each['header'], $each['body'], $given['secret'], $each['now']), $given['cases']));`,
    }),
  },
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'postern-verifiers-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(Object.entries(languages))('the %s verifier of docs/webhooks.md', (name, each) => {
  const [program, ...rest] = each.command
  const isHere = spawnSync('which', [program!]).status === 0

  test.skipIf(!isHere)(
    'accepts what is signed and refuses what is not',
    { timeout: 120_000 },
    () => {
      const place = mkdtempSync(join(folder, name))
      writeFileSync(join(place, 'cases.json'), JSON.stringify({ secret, cases }))
      for (const [file, code] of Object.entries(each.files()))
        writeFileSync(join(place, file), code)
      const result = spawnSync(program!, rest, { cwd: place, encoding: 'utf8' })
      expect(result.stderr).toBe('')
      const answers = JSON.parse(result.stdout) as boolean[]
      expect(cases.map((given, at) => [given.name, answers[at]])).toEqual(
        cases.map((given) => [given.name, given.holds]),
      )
    },
  )
})

test("the demo's own receiver decides the same", () => {
  for (const { name, header, body, now, holds } of cases) {
    expect([name, isSigned(header, Buffer.from(body), secret, new Date(now * 1_000))]).toEqual([
      name,
      holds,
    ])
  }
})
