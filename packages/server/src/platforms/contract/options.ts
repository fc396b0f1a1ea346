import { z } from 'zod'
import {
  type ContentKind,
  contentKinds,
  type Label,
  type OptionType,
  type PreviewRole,
} from '../../core/platform-words.ts'

/** The texts of an option in the UI; its type and bounds come from its schema. */
type CommonTexts = {
  label: Label
  help?: Label
  /** Whether posts without it are refused. */
  required?: true
  /**
   * The words for what the option forbids. Forms show these instead, off at first, and send `true` until a
   * person turns them on.
   */
  opposite?: Label
  /** Whether most posts need a decision on it. Required options always do. */
  prominent?: true
  /** The content kinds it applies to; missing for all kinds. */
  kinds?: readonly ContentKind[]
  /** Whether it applies to the first part of a thread only; see `laterPartOptions`. */
  firstPartOnly?: true
  /** Maximum input length, if the schema has no maximum. */
  charsMax?: number
  preview?: PreviewRole
  /** Texts for a refused value, by code of the finding or of the schema issue. */
  refusals?: Readonly<Record<string, Label>>
}

type OptionTexts<Schema extends z.ZodType> = CommonTexts &
  (Schema extends z.ZodEnum ? { choices: Readonly<Record<z.output<Schema>, Label>> } : unknown) &
  (Schema extends z.ZodBoolean ? { default?: boolean } : unknown)

type AnyOptionTexts = CommonTexts & { choices?: Readonly<Record<string, Label>>; default?: boolean }

const textsBySchema = z.registry<AnyOptionTexts>()

/** Defines a post option: the schema of its value and its UI texts. */
export function option<Schema extends z.ZodType>(schema: Schema, texts: OptionTexts<Schema>) {
  const optional = schema.optional()
  textsBySchema.add(optional, texts as AnyOptionTexts)
  return optional
}

export type OptionsShape = z.ZodObject<Record<string, z.ZodOptional<z.ZodType>>>

export type OptionDescription = {
  name: string
  type: OptionType
  label: Label
  opposite: Label | null
  help: Label | null
  required: boolean
  prominent: boolean
  /** The platform's documented default, else `null`. */
  default: boolean | null
  kinds: ContentKind[]
  firstPartOnly: boolean
  choices: { value: string; label: Label }[]
  /** Maximum characters of a text or entries of a list. */
  max: number | null
  preview: PreviewRole | null
  refusals: { code: string; text: Label }[]
}

/** The options of a platform as data, in schema order. */
export function describeOptions(options: OptionsShape): OptionDescription[] {
  return Object.entries(options.shape).map(([name, schema]) => {
    const texts = textsBySchema.get(schema)
    if (!texts) throw new Error(`The option ${name} has no texts. Define it with option().`)
    return {
      name,
      ...typeOf(schema.unwrap(), texts),
      label: texts.label,
      opposite: texts.opposite ?? null,
      help: texts.help ?? null,
      required: texts.required ?? false,
      prominent: texts.prominent ?? texts.required ?? false,
      default: texts.default ?? null,
      kinds: [...(texts.kinds ?? contentKinds)],
      firstPartOnly: texts.firstPartOnly ?? false,
      choices: Object.entries(texts.choices ?? {}).map(([value, label]) => ({ value, label })),
      preview: texts.preview ?? null,
      refusals: Object.entries(texts.refusals ?? {}).map(([code, text]) => ({ code, text })),
    }
  })
}

/** The target's options as they apply to the parts of a thread after the first one. */
export function laterPartOptions(
  shape: OptionsShape,
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const dropped = describeOptions(shape).filter(({ firstPartOnly }) => firstPartOnly)
  const names = new Set(dropped.map(({ name }) => name))
  return Object.fromEntries(Object.entries(options).filter(([name]) => !names.has(name)))
}

/** The parsed options of the part that is being published. */
export function partOptions<Shape extends OptionsShape>(
  shape: Shape,
  part: { content: { options: Readonly<Record<string, unknown>> }; answers: object | null },
): z.output<Shape> {
  const { options } = part.content
  return shape.parse(part.answers ? laterPartOptions(shape, options) : options)
}

/** The names of the options that apply to this content kind only. */
export function optionsOnlyFor(options: OptionsShape, kind: ContentKind): string[] {
  return describeOptions(options)
    .filter(({ kinds }) => kinds.length === 1 && kinds[0] === kind)
    .map(({ name }) => name)
}

function typeOf(schema: z.ZodType, texts: AnyOptionTexts): Pick<OptionDescription, 'type' | 'max'> {
  const charsMax = texts.charsMax ?? null
  if (schema instanceof z.ZodEnum) return { type: 'choice', max: null }
  if (schema instanceof z.ZodBoolean) return { type: 'boolean', max: null }
  if (schema instanceof z.ZodNumber) return { type: 'integer', max: null }
  if (schema instanceof z.ZodURL) return { type: 'url', max: schema.maxLength ?? charsMax }
  if (schema instanceof z.ZodString) return { type: 'text', max: schema.maxLength ?? charsMax }
  if (schema instanceof z.ZodArray) {
    const type = schema.element instanceof z.ZodObject ? 'people' : 'texts'
    return { type, max: z.toJSONSchema(schema).maxItems ?? null }
  }
  throw new Error(`Unsupported option type: ${schema.def.type}.`)
}
