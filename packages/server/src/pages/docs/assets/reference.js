/* global SwaggerUIBundle */

const languageKey = 'postern-sample-language'
const languageChanged = 'postern-sample-language-changed'
const apiKeyName = 'postern-api-key'

document.documentElement.classList.toggle(
  'dark-mode',
  matchMedia('(prefers-color-scheme: dark)').matches,
)
const place = document.querySelector('#reference')
const ui = SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  deepLinking: true,
  defaultModelRendering: 'model',
  defaultModelExpandDepth: 2,
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  layout: 'AreaLayout',
  plugins: [areaLayout, showSamples, keepApiKey],
  onComplete: authorizeAgain,
})
addEventListener('hashchange', () => ui.layoutActions.parseDeepLinkHash(location.hash))

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

function authorizeAgain() {
  const apiKey = sessionStorage.getItem(apiKeyName)
  if (apiKey) ui.preauthorizeApiKey('apiKey', apiKey)
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
      OperationTag:
        () =>
        ({ children }) =>
          children,
    },
  }
}

/** A plugin of Swagger UI that shows `x-codeSamples` before the parameters of each operation. */
function showSamples({ React }) {
  const Samples = samplesComponent(React)
  return {
    wrapComponents: {
      parameters: (Parameters, { specSelectors }) =>
        function ParametersWithSamples(props) {
          const [path, method] = props.pathMethod
          const samples = specSelectors
            .specJson()
            .getIn(['paths', path, method, 'x-codeSamples'])
            ?.toJS()
          return React.createElement(
            React.Fragment,
            null,
            samples && React.createElement(Samples, { samples, id: `${method}${path}` }),
            React.createElement(Parameters, props),
          )
        },
    },
  }
}

/** Tabs by the pattern of the ARIA authoring practices. Every operation shows the chosen language. */
function samplesComponent({ createElement: h, useEffect, useRef, useState }) {
  return function Samples({ samples, id }) {
    const [language, setLanguage] = useState(() => localStorage.getItem(languageKey))
    const [copied, setCopied] = useState(false)
    const list = useRef(null)
    useEffect(() => {
      const follow = () => {
        setLanguage(localStorage.getItem(languageKey))
        setCopied(false)
      }
      addEventListener(languageChanged, follow)
      return () => removeEventListener(languageChanged, follow)
    }, [])
    const shown = Math.max(
      samples.findIndex(({ lang }) => lang === language),
      0,
    )
    const choose = (index) => {
      localStorage.setItem(languageKey, samples[index].lang)
      dispatchEvent(new Event(languageChanged))
      list.current.children[index].focus()
    }
    const onKeyDown = (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (step) choose((shown + step + samples.length) % samples.length)
    }
    const copy = async () => {
      await navigator.clipboard.writeText(samples[shown].source)
      setCopied(true)
    }
    const tabs = samples.map(({ label, lang }, index) =>
      h(
        'button',
        {
          key: lang,
          type: 'button',
          role: 'tab',
          id: `${id}-${lang}`,
          'aria-selected': index === shown,
          'aria-controls': `${id}-sample`,
          tabIndex: index === shown ? 0 : -1,
          onClick: () => choose(index),
        },
        label,
      ),
    )
    return h(
      'div',
      { className: 'samples' },
      h(
        'div',
        { className: 'samples-bar' },
        h('div', { role: 'tablist', 'aria-label': 'Samples', ref: list, onKeyDown }, tabs),
        // Browsers provide the clipboard on https pages and localhost only.
        navigator.clipboard &&
          h('button', { type: 'button', onClick: copy }, copied ? 'Copied' : 'Copy'),
        h('span', { role: 'status', className: 'unseen' }, copied ? 'Copied' : ''),
      ),
      h(
        'pre',
        {
          role: 'tabpanel',
          id: `${id}-sample`,
          'aria-labelledby': `${id}-${samples[shown].lang}`,
          tabIndex: 0,
        },
        h('code', null, samples[shown].source),
      ),
    )
  }
}
