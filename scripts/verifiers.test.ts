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
  { name: 'the test vector', header: `t=${t},v1=${v1}`, body, now: t, isValid: true },
  { name: 'an altered body', header: `t=${t},v1=${v1}`, body: `${body} `, now: t, isValid: false },
  {
    name: 'a signature of 300 seconds ago',
    header: `t=${t},v1=${v1}`,
    body,
    now: t + 300,
    isValid: true,
  },
  {
    name: 'a signature of 301 seconds ago',
    header: `t=${t},v1=${v1}`,
    body,
    now: t + 301,
    isValid: false,
  },
  {
    name: 'a signature of 301 seconds in the future',
    header: `t=${t},v1=${v1}`,
    body,
    now: t - 301,
    isValid: false,
  },
  {
    name: 'two digests, one valid',
    header: `t=${t},v1=${wrong},v1=${v1}`,
    body,
    now: t,
    isValid: true,
  },
  { name: 'a wrong digest', header: `t=${t},v1=${wrong}`, body, now: t, isValid: false },
  { name: 'another time', header: `t=${t + 1},v1=${v1}`, body, now: t, isValid: false },
  { name: 'no digest', header: `t=${t}`, body, now: t, isValid: false },
  { name: 'a malformed header', header: 'v1', body, now: t, isValid: false },
  { name: 'an empty header', header: '', body, now: t, isValid: false },
]

/** The sample of each language, with a program that reads the cases and prints the results. */
const languages: Record<string, { command: string[]; files: () => Record<string, string> }> = {
  ts: {
    command: [process.execPath, 'main.ts'],
    files: () => ({
      'verify.ts': sampleOf('ts'),
      'main.ts': `import { readFileSync } from 'node:fs'
import { verify } from './verify.ts'
const { secret, cases } = JSON.parse(readFileSync('cases.json', 'utf8'))
console.log(JSON.stringify(cases.map((item) =>
  verify(item.header, Buffer.from(item.body), secret, item.now))))`,
    }),
  },
  python: {
    command: ['python3', 'main.py'],
    files: () => ({
      'verify.py': sampleOf('python'),
      'main.py': `import json
from verify import verify
input = json.load(open("cases.json", encoding="utf8"))
print(json.dumps([verify(item["header"], item["body"].encode(), input["secret"], item["now"])
    for item in input["cases"]]))`,
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
	var input struct{ Secret string; Cases []struct{ Header, Body string; Now int64 } }
	if err := json.Unmarshal(raw, &input); err != nil { panic(err) }
	results := []bool{}
	for _, item := range input.Cases {
		results = append(results, Verify(item.Header, []byte(item.Body), input.Secret, time.Unix(item.Now, 0)))
	}
	out, _ := json.Marshal(results)
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
$input = json_decode(file_get_contents('cases.json'), true);
echo json_encode(array_map(fn ($item) =>
    verify($item['header'], $item['body'], $input['secret'], $item['now']), $input['cases']));`,
    }),
  },
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'postern-verifiers-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(Object.entries(languages))(
  'the %s verifier of docs/webhooks.md',
  (name, language) => {
    const [program, ...rest] = language.command
    const isInstalled = spawnSync('which', [program!]).status === 0

    test.skipIf(!isInstalled)(
      'accepts valid and rejects invalid signatures',
      { timeout: 120_000 },
      () => {
        const directory = mkdtempSync(join(folder, name))
        writeFileSync(join(directory, 'cases.json'), JSON.stringify({ secret, cases }))
        for (const [file, code] of Object.entries(language.files()))
          writeFileSync(join(directory, file), code)
        const result = spawnSync(program!, rest, { cwd: directory, encoding: 'utf8' })
        expect(result.stderr).toBe('')
        const results = JSON.parse(result.stdout) as boolean[]
        expect(cases.map(({ name }, index) => [name, results[index]])).toEqual(
          cases.map(({ name, isValid }) => [name, isValid]),
        )
      },
    )
  },
)

test("the demo's receiver has the same results", () => {
  for (const { name, header, body, now, isValid } of cases) {
    expect([name, isSigned(header, Buffer.from(body), secret, new Date(now * 1_000))]).toEqual([
      name,
      isValid,
    ])
  }
})
