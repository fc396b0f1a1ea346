/** The style of the reference page. It also fixes colors of Swagger UI with too little contrast. */
export const referenceStyle = `
body{margin:0;background:#fff;color:#14171c;font:1rem/1.5 system-ui,sans-serif}
.skip{position:absolute;left:-999rem;top:0;padding:.75rem 1rem;background:#fff;color:#14171c;z-index:2}
.skip:focus{left:0}
.top{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.5rem;padding:.625rem 1.5rem;border-bottom:1px solid #dfe2e8}
.top a{color:#1d4fa8}
.top .home{display:inline-flex;align-items:center;gap:.5rem;font-weight:650;font-size:1.125rem;letter-spacing:-.02em;color:inherit;text-decoration:none}
.top ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:0;padding:0}
.find{flex:1 1 10rem;display:flex;justify-content:end}
.find input{font:inherit;width:min(18rem,100%);min-height:2.25rem;padding:.125rem .75rem;color:inherit;background:transparent;border:1px solid #848c9a;border-radius:8px}
.find input::placeholder{color:inherit;opacity:.75}
#reference{--get:#1a5fa8;--post:#1d6b45;--put:#8a5300;--delete:#b3261e;--patch:#0f6a66}
#reference .swagger-ui{overflow-wrap:anywhere}
#reference .swagger-ui .scheme-container .servers,#reference .swagger-ui .scheme-container .servers-title{display:none}
#reference .swagger-ui .info .title small{background:#545b66}
#reference .swagger-ui .info .title small.version-stamp{background:#3d6600}
#reference .swagger-ui :is(.info,.opblock,.markdown,.renderedMarkdown) a,#reference .swagger-ui .info .url{color:#1d4fa8}
#reference .swagger-ui .btn.authorize{color:#1d6b45;border-color:#1d6b45}
#reference .swagger-ui .btn.authorize svg{fill:#1d6b45}
#reference .swagger-ui .opblock-get .opblock-summary-method{background:var(--get)}
#reference .swagger-ui .opblock-post .opblock-summary-method{background:var(--post)}
#reference .swagger-ui .opblock-put .opblock-summary-method{background:var(--put)}
#reference .swagger-ui .opblock-delete .opblock-summary-method{background:var(--delete)}
#reference .swagger-ui .opblock-patch .opblock-summary-method{background:var(--patch)}
#reference .opblock-summary-path a{display:inline-block;padding:.25rem 0}
#reference .swagger-ui .opblock .opblock-summary-method{color:#fff}
#reference .swagger-ui .parameter__in,#reference .swagger-ui .parameter__deprecated{color:inherit}
#reference .swagger-ui .microlight{max-height:none;overflow:visible!important;white-space:pre-wrap!important}
#reference .samples{padding:1.25rem}
#reference .samples-bar{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between}
#reference .samples [role=tablist]{display:flex;flex-wrap:wrap;gap:.25rem}
#reference .samples button{min-height:2rem;padding:.25rem .75rem;border:0;border-bottom:3px solid transparent;background:none;color:inherit;font:600 .875rem system-ui,sans-serif;cursor:pointer}
#reference .samples button[aria-selected=true]{border-bottom-color:currentColor}
#reference .samples button:focus-visible,#reference .samples pre:focus-visible{outline:2px solid currentColor;outline-offset:-2px}
#reference .samples pre{margin:.25rem 0 0;padding:1rem;max-height:30rem;overflow:auto;border-radius:4px;background:#1c2330;color:#f0f2f5;font:.8125rem/1.5 ui-monospace,Menlo,Consolas,monospace;white-space:pre;overflow-wrap:normal}
#reference .swagger-ui .samples pre code{padding:0;background:none;color:inherit;font:inherit}
#reference .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.dark-mode body{background:#1c2022;color:#f0f2f5}
.dark-mode .top{border-color:#30353f}
.dark-mode .top a,.dark-mode #reference .swagger-ui :is(.info,.opblock,.markdown,.renderedMarkdown) a,.dark-mode #reference .swagger-ui .info .url{color:#9cc1ff}
.dark-mode .top .home,.dark-mode .skip{color:inherit}
.dark-mode .skip{background:#1c2022}
.dark-mode #reference .swagger-ui .btn.authorize{color:#7fdca6;border-color:#7fdca6}
.dark-mode #reference .swagger-ui .btn.authorize svg{fill:#7fdca6}
`
