/**
 * The style of the reference in addition to that of all documentation pages. It places samples beside the
 * fields on wide screens, and fixes colors of Swagger UI with too little contrast.
 */
export const referenceStyle = `
.frame:has(#reference){max-width:100rem}
.frame:has(#reference) main{max-width:none}
#reference{--get:#1a5fa8;--post:#1d6b45;--put:#8a5300;--delete:#b3261e;--patch:#0f6a66;min-height:100vh;margin-top:1rem}
#reference .swagger-ui{color:var(--ink);font-family:inherit;overflow-wrap:anywhere}
#reference .swagger-ui .auth-wrapper{margin-bottom:1rem}
#reference .swagger-ui :is(.opblock,.markdown,.renderedMarkdown) a{color:var(--link)}
#reference .swagger-ui .btn.authorize{color:#1d6b45;border-color:#1d6b45}
#reference .swagger-ui .btn.authorize svg{fill:#1d6b45}
#reference .swagger-ui .opblock{--method:var(--get);background:var(--surface);border:1px solid var(--line);border-radius:10px;box-shadow:none;margin:0 0 .625rem;scroll-margin-top:1rem}
#reference .swagger-ui .opblock-post{--method:var(--post)}
#reference .swagger-ui .opblock-put{--method:var(--put)}
#reference .swagger-ui .opblock-delete{--method:var(--delete)}
#reference .swagger-ui .opblock-patch{--method:var(--patch)}
#reference .swagger-ui .opblock .opblock-summary{border:0}
#reference .swagger-ui .opblock.is-open .opblock-summary{border-bottom:1px solid var(--line)}
#reference .swagger-ui .opblock .opblock-summary-method{min-width:4.5rem;padding:.375rem 0;background:var(--method);color:#fff;border-radius:6px;font:650 .75rem/1 ui-monospace,Menlo,Consolas,monospace}
#reference .swagger-ui .opblock .opblock-summary-path{font-size:.875rem}
#reference .opblock-summary-path a{display:inline-block;padding:.25rem 0}
#reference .swagger-ui .opblock .opblock-summary-description{color:var(--soft);font-size:.875rem}
#reference .swagger-ui .opblock .opblock-section-header{background:none;box-shadow:none;border-top:1px solid var(--line)}
#reference .swagger-ui :is(.parameter__in,.parameter__deprecated){color:inherit}
#reference .swagger-ui :is(.markdown,.renderedMarkdown) code{padding:.05em .3em;background:var(--raised);border:1px solid var(--line);border-radius:5px;color:inherit;font-weight:400}
#reference .swagger-ui :is(.markdown,.renderedMarkdown) a code{border:0;padding:0;background:none}
#reference .swagger-ui .microlight{max-height:none;overflow:visible!important;white-space:pre-wrap!important}
#reference .swagger-ui .response-col_links{display:none}
#reference .swagger-ui .response-col_status{min-width:4rem}
#reference .swagger-ui :is(.parameters-col_name,.col_header:first-child){min-width:8rem}
#reference .swagger-ui .model-box{display:block;padding:.75rem;background:var(--raised);border-radius:8px}
#reference .swagger-ui .json-schema-2020-12{background:none}
#reference .json-schema-2020-12-expand-deep-button,#reference [data-json-schema-level="0"]>.json-schema-2020-12-head>.json-schema-2020-12-accordion{display:none}
#reference .swagger-ui [class*=json-schema-2020-12]{color:var(--ink)}
#reference .swagger-ui .json-schema-2020-12__constraint{color:var(--soft);background:none;border:1px solid var(--line);font-size:.75rem}
#reference .samples{padding:1.25rem}
#reference .samples-bar{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between}
#reference .samples [role=tablist]{display:flex;flex-wrap:wrap;gap:.25rem}
#reference .samples button{min-height:2rem;padding:.25rem .75rem;border:0;border-bottom:3px solid transparent;background:none;color:inherit;font:600 .875rem system-ui,sans-serif;cursor:pointer}
#reference .samples button[aria-selected=true]{border-bottom-color:currentColor}
#reference .samples :is(button,pre):focus-visible{outline:2px solid currentColor;outline-offset:-2px}
#reference .samples pre{margin:.25rem 0 0;padding:1rem;max-height:min(34rem,80vh);overflow:auto;border-radius:8px;background:#1c2330;color:#f0f2f5;font:.8125rem/1.5 ui-monospace,Menlo,Consolas,monospace;white-space:pre;overflow-wrap:normal}
#reference .swagger-ui .samples pre code{padding:0;background:none;color:inherit;font:inherit}
#reference .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.dark-mode #reference .swagger-ui{background:none}
.dark-mode #reference .swagger-ui .btn.authorize{color:#7fdca6;border-color:#7fdca6}
.dark-mode #reference .swagger-ui .btn.authorize svg{fill:#7fdca6}
@media (min-width:80rem){
#reference .opblock-body{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,28rem)}
#reference .opblock-body>*{grid-column:1}
#reference .opblock-body>.samples{grid-area:1/2/span 9;align-self:start;position:sticky;top:0}
}
`
