import { z } from 'zod'
import {
  type ContentKind,
  contentKinds,
  type Label,
  type OptionType,
  type PreviewRole,
} from '../core/platform-words.ts'

/** What people read about an option; its type and its bounds come from the schema beside it. */
type CommonWords = {
  label: Label
  help?: Label
  /** Whether a post without it is refused. */
  required?: true
  /** The contents that it goes with; every one when missing. */
  kinds?: readonly ContentKind[]
  /** How many characters can be typed, where the schema has no maximum. */
  charsMax?: number
  preview?: PreviewRole
  /** Sentences on a value that is refused, by the code of the finding or of the schema's issue. */
  refusals?: Readonly<Record<string, Label>>
}

type OptionWords<Schema extends z.ZodType> = CommonWords &
  (Schema extends z.ZodEnum ? { choices: Readonly<Record<z.output<Schema>, Label>> } : unknown) &
  (Schema extends z.ZodBoolean ? { default?: boolean } : unknown)

type AnyWords = CommonWords & { choices?: Readonly<Record<string, Label>>; default?: boolean }

const wordsOf = z.registry<AnyWords>()

/** An option of a post: the schema that its value must fit, and its words. */
export function option<Schema extends z.ZodType>(schema: Schema, words: OptionWords<Schema>) {
  const optional = schema.optional()
  wordsOf.add(optional, words as AnyWords)
  return optional
}

export type OptionsShape = z.ZodObject<Record<string, z.ZodOptional<z.ZodType>>>

export type OptionDescription = {
  name: string
  type: OptionType
  label: Label
  help: Label | null
  required: boolean
  /** What counts when it is missing, where the network says so. */
  default: boolean | null
  kinds: ContentKind[]
  choices: { value: string; label: Label }[]
  /** The most characters of a text, or entries of a list. */
  max: number | null
  preview: PreviewRole | null
  refusals: { code: string; text: Label }[]
}

/** The options of a network as data, in the order in which they are written. */
export function describeOptions(options: OptionsShape): OptionDescription[] {
  return Object.entries(options.shape).map(([name, schema]) => {
    const words = wordsOf.get(schema)
    if (!words) throw new Error(`The option ${name} has no words: define it with option().`)
    return {
      name,
      ...typeOf(schema.unwrap(), words),
      label: words.label,
      help: words.help ?? null,
      required: words.required ?? false,
      default: words.default ?? null,
      kinds: [...(words.kinds ?? contentKinds)],
      choices: Object.entries(words.choices ?? {}).map(([value, label]) => ({ value, label })),
      preview: words.preview ?? null,
      refusals: Object.entries(words.refusals ?? {}).map(([code, text]) => ({ code, text })),
    }
  })
}

/** The options that go with this kind of content alone. */
export function optionsOnlyFor(options: OptionsShape, kind: ContentKind): string[] {
  return describeOptions(options)
    .filter(({ kinds }) => kinds.length === 1 && kinds[0] === kind)
    .map(({ name }) => name)
}

function typeOf(schema: z.ZodType, words: AnyWords): Pick<OptionDescription, 'type' | 'max'> {
  const charsMax = words.charsMax ?? null
  if (schema instanceof z.ZodEnum) return { type: 'choice', max: null }
  if (schema instanceof z.ZodBoolean) return { type: 'boolean', max: null }
  if (schema instanceof z.ZodNumber) return { type: 'integer', max: null }
  if (schema instanceof z.ZodURL) return { type: 'url', max: schema.maxLength ?? charsMax }
  if (schema instanceof z.ZodString) return { type: 'text', max: schema.maxLength ?? charsMax }
  if (schema instanceof z.ZodArray) {
    const type = schema.element instanceof z.ZodObject ? 'people' : 'usernames'
    return { type, max: z.toJSONSchema(schema).maxItems ?? null }
  }
  throw new Error(`There is no option of the type ${schema.def.type}.`)
}
