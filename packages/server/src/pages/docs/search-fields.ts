import type { Field } from './fields.ts'

/** The words of fields and of those inside them, each once. `fields` has the field of each name and value. */
export function fieldWords(fields: readonly Field[]): {
  fields: ReadonlyMap<string, string>
  names: string
  descriptions: string
} {
  const words = new Map<string, string>()
  const descriptions = new Set<string>()
  const collect = ({ name, values, description, fields: inner }: Field): void => {
    words.set(name, name)
    descriptions.add(description)
    const choices = values.filter(([kind]) => kind === 'One of').flatMap(([, all]) => all)
    for (const value of choices.map(String)) if (!words.has(value)) words.set(value, name)
    inner.forEach(collect)
  }
  fields.forEach(collect)
  return {
    fields: words,
    names: [...words.keys()].join(' '),
    descriptions: [...descriptions].join(' ').replaceAll('`', ''),
  }
}
