/* global SwaggerUIBundle, authorizeDialog, fieldPlugins, listInputs, omitSession, openOperation */
/* global operationLinks, scrollToWanted, showExamples, tryItOut */

const apiKeyName = 'postern-api-key'

const dark = matchMedia('(prefers-color-scheme: dark)')
const applyScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', applyScheme)
applyScheme()
const place = document.querySelector('#reference')
const ui = SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  defaultModelRendering: 'model',
  defaultModelExpandDepth: 100,
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  layout: 'AreaLayout',
  plugins: [
    areaLayout,
    keepSchemes,
    ...fieldPlugins,
    listInputs,
    showExamples,
    tryItOut,
    authorizeDialog,
    keepApiKey,
    operationLinks,
  ],
  requestInterceptor: omitSession,
  onComplete: start,
})
new MutationObserver(() => {
  completeSemantics()
  scrollToWanted()
}).observe(place, { childList: true, subtree: true })
addEventListener('hashchange', () => openOperation(ui))

/**
 * A plugin of Swagger UI that keeps the API key for the other areas, in this tab only. Pages of this
 * origin run no script but its own, and those can already act for a signed-in owner.
 */
function keepApiKey() {
  return {
    statePlugins: {
      auth: {
        wrapActions: {
          authorize: (authorize) => (values) => {
            if (values.apiKey) sessionStorage.setItem(apiKeyName, values.apiKey.value)
            return authorize(values)
          },
          logout: (logout) => (names) => {
            if (names.includes('apiKey')) sessionStorage.removeItem(apiKeyName)
            return logout(names)
          },
        },
      },
    },
  }
}

/**
 * A plugin of Swagger UI that takes the security schemes as they are. They refer to nothing, and resolving them
 * would normalize the whole document before the page responds: most of the time until an area can be used.
 */
function keepSchemes() {
  return {
    statePlugins: {
      spec: {
        wrapActions: {
          requestResolvedSubtree:
            (request, { specActions, specSelectors }) =>
            (path) => {
              if (path.join() !== 'components,securitySchemes') return request(path)
              const schemes = specSelectors.specJson().getIn(path).toJS()
              specActions.updateResolvedSubtree(path, schemes)
            },
        },
      },
    },
  }
}

function start() {
  const apiKey = sessionStorage.getItem(apiKeyName)
  if (apiKey) ui.preauthorizeApiKey('apiKey', apiKey)
  openOperation(ui)
}

/** A plugin of Swagger UI with its layout: no title, because the page has one, and no second `main`. */
function areaLayout({ React: { createElement: h } }) {
  return {
    components: {
      AreaLayout({ getComponent, specSelectors }) {
        const status = specSelectors.loadingStatus()
        if (status !== 'success' && status !== 'failed') return null
        const contents = status === 'success' ? ['AuthorizeBtnContainer', 'operations'] : ['errors']
        return h(
          'div',
          { className: 'swagger-ui' },
          contents.map((name) => h(getComponent(name, true), { key: name })),
        )
      },
    },
    wrapComponents: {
      // No link in the button of the operation, which sets the same hash.
      DeepLink:
        () =>
        ({ text }) =>
          h('span', null, text),
      OperationTag:
        () =>
        ({ children }) =>
          children,
    },
  }
}

/**
 * Swagger UI starts at `h4`, for a page with titles of the API and its tags, does not name the choices of a
 * parameter and the choice to send none, does not let the keyboard scroll a response, opens every link in a new tab,
 * and writes types as `array<string>` and `string($date)`.
 */
function completeSemantics() {
  for (const heading of place.querySelectorAll(':is(h4, h5):not([aria-level])')) {
    heading.setAttribute('aria-level', Number(heading.tagName[1]) - 1)
  }
  for (const choice of place.querySelectorAll('[data-param-name] select:not([aria-label])')) {
    choice.setAttribute('aria-label', choice.closest('[data-param-name]').dataset.paramName)
  }
  for (const body of place.querySelectorAll('.live-responses-table .highlight-code pre')) {
    body.tabIndex = 0
    body.role = 'group'
    body.ariaLabel = 'Response body'
  }
  for (const { firstChild } of place.querySelectorAll('.prop-format')) {
    if (firstChild.nodeValue === '($') firstChild.nodeValue = ' ('
  }
  for (const { firstChild } of place.querySelectorAll('[data-param-name] option[value=""]')) {
    if (firstChild.nodeValue === '--') firstChild.nodeValue = 'Not set'
  }
  for (const { firstChild } of place.querySelectorAll(
    '.json-schema-2020-12__attribute--primary, .parameter__type',
  )) {
    const words = firstChild?.nodeValue?.replace(/^array<(\w+)>/, 'array of $1s')
    if (words && words !== firstChild.nodeValue) firstChild.nodeValue = words
  }
  for (const link of place.querySelectorAll(':not(dialog *) > a[target=_blank][href^="/"]')) {
    link.removeAttribute('target')
  }
}
