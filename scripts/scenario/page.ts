export type Field = { type: string; name: string; value: string; checked: boolean }
export type Button = { name: string; value: string; text: string }

export type Form = {
  method: 'GET' | 'POST'
  action: string
  /** The enabled fields. */
  fields: Field[]
  buttons: Button[]
}

/** Parses the forms of a page with regular expressions, which suffice for the hosted pages. */
export function formsOf(markup: string): Form[] {
  return [...markup.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, opening, inside]) => {
    const form = attributesOf(opening ?? '')
    return {
      method: form.get('method')?.toUpperCase() === 'POST' ? 'POST' : 'GET',
      action: form.get('action') ?? '',
      fields: fieldsOf(inside ?? ''),
      buttons: [...(inside ?? '').matchAll(/<button\b([^>]*)>(.*?)<\/button>/gs)].map(
        ([, attributes, text]) => {
          const button = attributesOf(attributes ?? '')
          const [name, value] = [button.get('name') ?? '', button.get('value') ?? '']
          return { name, value, text: textOf(text ?? '') }
        },
      ),
    }
  })
}

/** The first heading of a page. */
export function headingOf(markup: string): string {
  return textOf(/<h1\b[^>]*>(.*?)<\/h1>/s.exec(markup)?.[1] ?? '')
}

function fieldsOf(inside: string): Field[] {
  return [...inside.matchAll(/<input\b([^>]*)>/g)]
    .map(([, attributes]) => attributesOf(attributes ?? ''))
    .filter((input) => !input.has('disabled'))
    .map((input) => ({
      type: input.get('type') ?? 'text',
      name: input.get('name') ?? '',
      value: input.get('value') ?? 'on',
      checked: input.has('checked'),
    }))
}

function attributesOf(text: string): Map<string, string> {
  const matches = text.matchAll(/([\w-]+)(?:\s*=\s*"([^"]*)")?/g)
  return new Map([...matches].map(([, name, value]) => [name!, decodeEntities(value ?? '')]))
}

/** The visible text of markup. */
function textOf(markup: string): string {
  const visible = markup.replace(/<svg\b.*?<\/svg>/gs, ' ').replace(/<[^>]*>/g, ' ')
  return decodeEntities(visible).replace(/\s+/g, ' ').trim()
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function decodeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_match, name: string) => entities[name]!)
}
