/** The operation to scroll to, once it is shown, and maybe a field of it. */
let wanted = null

/**
 * A plugin of Swagger UI that names the operation opened last in the URL. The deep links of Swagger UI do not
 * scroll to an operation that is on the page already, and add URLs to the history that *Back* cannot leave.
 */
globalThis.operationLinks = () => ({
  statePlugins: {
    layout: {
      wrapActions: {
        show: (show) => (thing, isShown) => {
          const [kind, tag, operationId] = thing
          if (kind === 'operations' && operationId && isShown !== false) {
            const hash = `#/${encodeURIComponent(tag)}/${operationId}`
            if (!isCurrent(hash)) history.replaceState(null, '', hash)
            markCurrent()
          }
          return show(thing, isShown)
        },
      },
    },
  },
})

/**
 * Opens the operation that the URL names and scrolls to it, or to its field: `#/Posts/createPost` and
 * `#/Posts/createPost/request/first_comment`.
 */
globalThis.openOperation = ({ layoutActions, specSelectors }) => {
  const [, , operationId, place, field] = location.hash.split('/')
  const tag = specSelectors.specJson().getIn(['tags', 0, 'name'])
  if (!operationId || !tag) return
  wanted = { id: `operations-${tag.replaceAll(' ', '_')}-${operationId}`, place, field }
  layoutActions.show(['operations', tag, operationId], true)
  scrollToWanted()
}

/** Waits for its contents, without which the page can be too short. */
globalThis.scrollToWanted = () => {
  const operation = wanted && document.getElementById(wanted.id)
  if (!operation?.querySelector('.examples')) return
  if (!wanted.isReached) operation.scrollIntoView()
  wanted.isReached = true
  const field = wanted.field && findField(operation, wanted)
  if (wanted.field && !field) return
  wanted = null
  for (const { dataset } of document.querySelectorAll('[data-found]')) delete dataset.found
  if (!field) return
  field.dataset.found = ''
  field.scrollIntoView({ block: 'center' })
}

/** The outermost field of that name. Opens the folded objects around it, one at each call. */
function findField(operation, { place, field }) {
  const isRequest = place === 'request'
  const row = isRequest && operation.querySelector(`[data-param-name="${CSS.escape(field)}" i]`)
  if (row) return row
  const section = operation.querySelector(
    isRequest ? '.opblock-section-request-body' : '.responses-wrapper .response[data-code^="2"]',
  )
  if (!section) return null
  const outermost = (selector, isWanted) =>
    [...section.querySelectorAll(selector)]
      .filter(isWanted)
      .toSorted((left, right) => depthOf(left) - depthOf(right))[0]
  const shown = outermost(
    property,
    (each) => each.querySelector('.json-schema-2020-12__title')?.textContent === field,
  )
  const hasField = ({ dataset }) => dataset.fields.split(' ').includes(field)
  if (!shown) outermost('.fold[aria-expanded=false]', hasField)?.click()
  return shown
}

const property = '.json-schema-2020-12-property'

function depthOf(element) {
  let depth = 0
  for (let at = element; at; at = at.parentElement.closest(property)) depth += 1
  return depth
}

const isCurrent = (hash) => `${location.hash}/`.startsWith(`${hash}/`)

function markCurrent() {
  for (const link of document.querySelectorAll('.side a[href*="#/"]')) {
    if (isCurrent(link.hash)) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}
