/**
 * A plugin of Swagger UI with inputs for lists: checkboxes for values that are known, else one field with commas.
 * Swagger UI shows a box that scrolls, in which several values are chosen with Ctrl, and a field for each value.
 */
globalThis.listInputs = ({ React: { createElement: h }, Im: { List } }) => ({
  wrapComponents: {
    parameterRow: (ParameterRow) => (props) =>
      h(ParameterRow, props.isExecute ? { ...props, param: withoutCommas(props.param) } : props),
    JsonSchema_array: (ArrayForm) => (props) => {
      const items = props.schema.get('items')
      const values = items?.get('enum')
      if (values) return checkboxes(h, { ...props, values, chosen: List(props.value || []) })
      if (items?.get('type') !== 'string') return h(ArrayForm, props)
      return h('input', {
        type: 'text',
        'aria-label': props.description,
        placeholder: props.description,
        value: List(props.value || []).join(','),
        onChange: ({ target: { value } }) => props.onChange(value && List(value.split(','))),
      })
    },
  },
})

/** Values chosen by checkboxes are not typed, so that their description does not say what separates them. */
function withoutCommas(param) {
  if (!param.getIn(['schema', 'items', 'enum'])) return param
  return param.update('description', (text) => text?.replace(', separated by commas', ''))
}

function checkboxes(h, { description, values, chosen, onChange }) {
  const choose = (value, isChosen) => {
    const list = values.filter((each) => (each === value ? isChosen : chosen.includes(each)))
    onChange(list.isEmpty() ? '' : list)
  }
  const choices = values.map((value) =>
    h(
      'label',
      { key: value },
      h('input', {
        type: 'checkbox',
        checked: chosen.includes(value),
        onChange: ({ target }) => choose(value, target.checked),
      }),
      value,
    ),
  )
  return h('fieldset', { className: 'choices', 'aria-label': description }, choices)
}
