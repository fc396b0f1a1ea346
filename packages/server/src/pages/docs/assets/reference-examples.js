const languageKey = 'postern-sample-language'
const languageChanged = 'postern-sample-language-changed'

/**
 * A plugin of Swagger UI that shows `x-codeSamples` and the example of the first success response before the
 * parameters of each operation.
 */
globalThis.showExamples = ({ React }) => {
  const { createElement: h, Fragment } = React
  const CopyButton = copyButtonComponent(React)
  const Samples = samplesComponent(React, CopyButton)
  const Examples = examplesComponent(React)
  return {
    wrapComponents: {
      parameters: (Parameters, { specSelectors }) =>
        function ParametersWithExamples(props) {
          const [path, method] = props.pathMethod
          const operation = specSelectors.specJson().getIn(['paths', path, method])
          const samples = operation.get('x-codeSamples')?.toJS()
          const id = `${method}${path}`
          const response = responseExampleOf(operation)
          return h(
            Fragment,
            null,
            h('h2', { className: 'unseen' }, operation.get('summary')),
            h(
              Examples,
              { isAnswered: Boolean(specSelectors.responseFor(path, method)) },
              samples && h(Samples, { samples, id }),
              response &&
                h(
                  'div',
                  { className: 'samples response-example' },
                  codeBlock(h, CopyButton, {
                    id: `${id}-response`,
                    title: `Example response ${response.status}`,
                    text: response.text,
                  }),
                ),
            ),
            h(Parameters, props),
          )
        },
    },
  }
}

/**
 * The examples are beside the fields on wide screens and above them on others, and folded on phones and when a
 * response arrives.
 */
function examplesComponent({ createElement: h, useEffect, useState }) {
  const wide = matchMedia('(min-width: 80rem)')
  const phone = matchMedia('(max-width: 48rem)')
  return function Examples({ isAnswered, children }) {
    const [isWide, setIsWide] = useState(wide.matches)
    useEffect(() => {
      const follow = () => setIsWide(wide.matches)
      wide.addEventListener('change', follow)
      return () => wide.removeEventListener('change', follow)
    }, [])
    if (isWide && !isAnswered) {
      return h('div', { className: 'examples' }, h('div', null, children))
    }
    return h(
      'details',
      { key: isAnswered, className: 'examples', open: !isAnswered && !phone.matches },
      h('summary', null, 'Examples'),
      h('div', null, children),
    )
  }
}

/** The last success response: the created object, not one that existed before. */
function responseExampleOf(operation) {
  for (const [status, response] of operation.get('responses').reverse().entries()) {
    const example = response.get('content')?.first()?.get('example')
    if (!status.startsWith('2') || example === undefined) continue
    const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
    return { status, text }
  }
  return null
}

/** A titled text with a button that copies it. */
function codeBlock(h, CopyButton, { id, title, text }) {
  return [
    h(
      'div',
      { key: 'bar', className: 'samples-bar' },
      h('h3', { id }, title),
      h(CopyButton, { text, label: `Copy ${title.toLowerCase()}` }),
    ),
    h(
      'pre',
      { key: 'text', role: 'group', 'aria-labelledby': id, tabIndex: 0 },
      h('code', null, text),
    ),
  ]
}

/** Browsers provide the clipboard on https pages and localhost only. */
function copyButtonComponent({ createElement: h, Fragment, useState }) {
  return function CopyButton({ text, label }) {
    const [copied, setCopied] = useState(null)
    const isCopied = copied === text
    const copy = async () => {
      await navigator.clipboard.writeText(text)
      setCopied(text)
    }
    return h(
      Fragment,
      null,
      navigator.clipboard &&
        h(
          'button',
          { type: 'button', onClick: copy, 'aria-label': isCopied ? undefined : label },
          isCopied ? 'Copied' : 'Copy',
        ),
      h('span', { role: 'status', className: 'unseen' }, isCopied ? 'Copied' : ''),
    )
  }
}

/** Tabs by the pattern of the ARIA authoring practices. Every operation shows the chosen language. */
function samplesComponent({ createElement: h, useEffect, useRef, useState }, CopyButton) {
  return function Samples({ samples, id }) {
    const [language, setLanguage] = useState(() => localStorage.getItem(languageKey))
    const list = useRef(null)
    useEffect(() => {
      const follow = () => setLanguage(localStorage.getItem(languageKey))
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
        h('h3', null, 'Example request'),
        h(CopyButton, { text: samples[shown].source, label: 'Copy example request' }),
        h('div', { role: 'tablist', 'aria-label': 'Example request', ref: list, onKeyDown }, tabs),
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
