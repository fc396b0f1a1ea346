import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorCatalog } from '../../server/src/core/error-catalog.ts'
import { postErrorCodes } from '../../server/src/schemas/event.ts'

/** A language of the dashboard is a folder of `src/messages`: the files of `en`, translated. */
const folder = join(import.meta.dirname, '..', 'src', 'messages')
const languages = globSync('*/', { cwd: folder }).map((name) => basename(name))
const files = filesOf('en')

describe.each(languages)('the language %s', (language) => {
  test('has the files of English and no others', () => {
    expect(filesOf(language)).toEqual(files)
  })

  // The API's own messages are English.
  test.skipIf(language === 'en')('has a message for every error of the API', () => {
    const wanted = [...Object.keys(errorCatalog), ...Object.keys(read('en', 'api.json'))]
    const known = read(language, 'api.json')
    expect(wanted.filter((code) => !(code in known))).toEqual([])
  })

  test('says for every reason why a post failed what is wrong and what to do', () => {
    const wanted = postErrorCodes.flatMap((code) => [code, `${code}_do`])
    const known = read(language, 'post-errors.json')
    expect(wanted.filter((key) => !known[key]?.trim())).toEqual([])
  })

  test.each(files.filter((file) => file.endsWith('.json') && file !== 'api.json'))(
    'has every message of %s, with the forms of its plurals',
    (file) => {
      const wanted = Object.keys(read('en', file)).flatMap((key) => formsOf(key, language))
      expect(Object.keys(read(language, file)).sort()).toEqual([...new Set(wanted)].sort())
    },
  )

  test.each(files.filter((file) => file.endsWith('.json')))(
    'has in %s the placeholders of English and no text that is empty',
    (file) => {
      const english = read('en', file)
      for (const [key, text] of Object.entries(read(language, file))) {
        expect(text.trim(), key).not.toBe('')
        const own = english[key] ?? english[key.replace(/_[a-z]+$/, '_other')]
        // English uses the API's own message.
        if (own === undefined || own === '{{message}}') continue
        // A singular form may omit the number.
        const named = (each: string) => placeholders(each).filter((name) => name !== 'count')
        expect(named(text), `${key}: ${text}`).toEqual(named(own))
      }
    },
  )
})

function filesOf(language: string): string[] {
  return globSync('*', { cwd: join(folder, language) }).sort()
}

function read(language: string, file: string): Record<string, string> {
  return JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Record<string, string>
}

/** English `posts_other` requires one form per plural category of the language. */
function formsOf(key: string, language: string): string[] {
  const name = /^(.+)_(?:one|other)$/.exec(key)?.[1]
  if (!name) return [key]
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  return pluralCategories.map((category) => `${name}_${category}`)
}

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!))].sort()
}
