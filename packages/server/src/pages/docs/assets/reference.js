/* global SwaggerUIBundle */

const languageKey = 'postern-sample-language'
const languageChanged = 'postern-sample-language-changed'

document.documentElement.classList.toggle(
  'dark-mode',
  matchMedia('(prefers-color-scheme: dark)').matches,
)
SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  plugins: [showSamples],
})

/** A plugin of Swagger UI that shows `x-codeSamples` above the responses of each operation. */
function showSamples({ React }) {
  const Samples = samplesComponent(React)
  return {
    wrapComponents: {
      responses: (Responses, { specSelectors }) =>
        function ResponsesWithSamples(props) {
          const place = ['paths', props.path, props.method, 'x-codeSamples']
          const samples = specSelectors.specJson().getIn(place)?.toJS()
          return React.createElement(
            React.Fragment,
            null,
            samples &&
              React.createElement(Samples, { samples, id: `${props.method}${props.path}` }),
            React.createElement(Responses, props),
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
