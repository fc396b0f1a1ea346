/** Plugins of Swagger UI that show the parameters and the fields of bodies. */
globalThis.fieldPlugins = [orderParameters, showValues, foldFields, explainIds, shortenValues]

/**
 * Shows the body before the headers, which are optional, and inputs only while an operation is tried out. The
 * component of Swagger UI shows the body last, so it is used twice.
 */
function orderParameters({ React: { createElement: h, Fragment } }) {
  const isHeader = (parameter) => parameter.get('in') === 'header'
  return {
    wrapComponents: {
      parameters: (Parameters) => (props) => {
        const { operation, parameters } = props
        const others = parameters.filterNot(isHeader)
        const hasBody = operation.has('requestBody')
        if (!parameters.some(isHeader) || !(hasBody || others.size)) return h(Parameters, props)
        return h(
          Fragment,
          null,
          h(
            'div',
            { className: others.size ? 'inputs' : 'inputs body-only' },
            h(Parameters, { ...props, parameters: others }),
          ),
          h(
            'div',
            { className: 'headers' },
            h('h4', null, 'Headers'),
            h(Parameters, {
              ...props,
              parameters: parameters.filter(isHeader),
              operation: operation.delete('requestBody'),
            }),
          ),
        )
      },
      JsonSchemaForm: (Form) => (props) => (props.disabled ? null : h(Form, props)),
    },
  }
}

/**
 * A plugin of Swagger UI that shows enum values and examples in place instead of folded. It leaves out the
 * examples of whole objects, which the tab "Example Value" shows, and two keywords that say nothing new: every
 * operation refuses unknown fields, and names of metadata can be any string.
 */
function showValues({ React: { createElement: h } }) {
  const shown = (value) => (typeof value === 'string' ? value : JSON.stringify(value))
  const line = (name, values) =>
    h(
      'div',
      { className: 'values' },
      h('span', { className: 'values-name' }, name),
      values.map((value) => h('code', { key: shown(value) }, shown(value))),
    )
  return {
    components: {
      JSONSchema202012KeywordEnum: ({ schema }) => schema.enum && line('One of', schema.enum),
      JSONSchema202012KeywordConst: ({ schema }) =>
        'const' in schema && line('Always', [schema.const]),
      JSONSchema202012KeywordExamples: ({ schema }) =>
        schema.examples &&
        typeof schema.examples[0] !== 'object' &&
        line('Example', schema.examples),
      JSONSchema202012KeywordPropertyNames: () => null,
      JSONSchema202012KeywordDefault: ({ schema }) =>
        'default' in schema &&
        (isEmpty(schema.default)
          ? h(
              'div',
              { className: 'values' },
              h('span', { className: 'values-name' }, 'Default'),
              'empty',
            )
          : line('Default', [schema.default])),
    },
    wrapComponents: {
      JSONSchema202012KeywordConstraint: (Constraint) => (props) =>
        h(Constraint, {
          ...props,
          constraint: { ...props.constraint, value: rangeInWords(props.constraint.value) },
        }),
      // The type of the list says the same.
      JSONSchema202012KeywordItems: (Items) => (props) =>
        Object.keys(props.schema.items ?? {}).join() === 'type' ? null : h(Items, props),
      JSONSchema202012KeywordAdditionalProperties: (AdditionalProperties) => (props) =>
        props.schema.additionalProperties?.type && h(AdditionalProperties, props),
    },
  }
}

/** A plugin of Swagger UI that writes the values of parameters as those of fields in bodies. */
function shortenValues({ React: { createElement: h } }) {
  const names = { Default: 'Default', Available: 'One of', Example: 'Example' }
  const shorten = (_, name) => `${names[name]}: `
  return {
    wrapComponents: {
      Markdown: (Markdown) => (props) =>
        h(Markdown, {
          ...props,
          source: props.source?.replace(/^<i>(Default|Available|Example) ?\w*<\/i> : /, shorten),
        }),
    },
  }
}

const isEmpty = (value) => value === '' || JSON.stringify(value) === '[]'

/** `[1, 50] items`, `≥ 1` and `≤ 280 characters` in words. */
const rangeInWords = (range) =>
  range
    .replace(/^\[(.+), (.+)\]/, '$1 to $2')
    .replace(/^≥/, 'at least')
    .replace(/^≤/, 'up to')

const lists = {
  acc: ['/v1/accounts', 'accounts#/Accounts/listAccounts'],
  med: ['/v1/media', 'media#/Media/listMedia'],
  prof: ['/v1/profiles', 'profiles#/Profiles/listProfiles'],
  mem: ['/v1/members', 'members#/Members/listMembers'],
}

/** A plugin of Swagger UI: says next to the body of **Try it out** where to find IDs that exist. */
function explainIds({ React: { createElement: h, Fragment } }) {
  return {
    wrapComponents: {
      RequestBody: (RequestBody) => (props) => {
        const example = props.requestBody?.getIn(['content', 'application/json', 'example'])
        const text = JSON.stringify(example ?? null)
        const kinds = Object.keys(lists).filter((kind) => text.includes(`"${kind}_`))
        return h(
          Fragment,
          null,
          props.isExecute &&
            kinds.length > 0 &&
            h(
              'p',
              { className: 'id-hint' },
              'The IDs are examples. Replace ',
              kinds.map((kind, index) => [
                index ? ', and ' : '',
                h('code', { key: kind }, `${kind}_…`),
                ' with an ID from ',
                h(
                  'a',
                  {
                    key: lists[kind][0],
                    href: `/docs/reference/${lists[kind][1]}`,
                    target: '_blank',
                  },
                  h('code', null, `GET ${lists[kind][0]}`),
                ),
              ]),
              '.',
            ),
          h(RequestBody, props),
        )
      },
    },
  }
}

/**
 * Folds the fields of nested objects behind a button: in requests below the second level, in responses below
 * the first. The items of a list count as the first level.
 */
function foldFields({ React: { createContext, createElement: h, useContext, useState } }) {
  const OpenLevels = createContext(2)
  return {
    components: {
      JSONSchema202012Accordion: ({ children }) =>
        h('div', { className: 'json-schema-2020-12-accordion__children' }, children),
      JSONSchema202012ExpandDeepButton: () => null,
    },
    wrapComponents: {
      response: (Response) => (props) => h(OpenLevels.Provider, { value: 1 }, h(Response, props)),
      JSONSchema202012KeywordProperties: (Properties) =>
        function FoldedProperties(props) {
          const levels = useContext(OpenLevels)
          const [isOpen, setIsOpen] = useState(levels > 0)
          const { properties = {} } = props.schema
          const count = Object.keys(properties).length
          if (count === 0) return null
          const innerLevels = 'has_more' in properties ? levels : levels - 1
          return h(
            OpenLevels.Provider,
            { value: innerLevels },
            levels <= 0 &&
              h(
                'button',
                {
                  type: 'button',
                  className: 'fold',
                  'aria-expanded': isOpen,
                  'data-fields': fieldNamesOf(props.schema).join(' '),
                  onClick: () => setIsOpen(!isOpen),
                },
                isOpen ? 'Hide fields' : count === 1 ? 'Show 1 field' : `Show ${count} fields`,
              ),
            isOpen && h(Properties, props),
          )
        },
    },
  }
}

/** The names of the fields in a schema and in those of its fields. */
function fieldNamesOf({ properties = {}, items, anyOf = [] }, levels = 5) {
  if (levels === 0) return []
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf]
  return [
    ...Object.keys(properties),
    ...inner.flatMap((schema) => fieldNamesOf(schema, levels - 1)),
  ]
}
