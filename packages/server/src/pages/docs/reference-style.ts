/**
 * The style of the reference in addition to that of all documentation pages. It places samples beside the
 * fields on wide screens, and fixes colors of Swagger UI with too little contrast.
 */
export const referenceStyle = `
.frame{max-width:100rem}
.frame main{max-width:none}
#reference{--get:#1a5fa8;--post:#1d6b45;--put:#8a5300;--delete:#b3261e;--patch:#0f6a66;--required:#8a5300;min-height:100vh;margin-top:1rem}
#reference .swagger-ui{color:var(--ink);font-family:inherit;overflow-wrap:anywhere}
#reference .swagger-ui .auth-wrapper{margin-bottom:1rem}
#reference .swagger-ui :is(.opblock,.markdown,.renderedMarkdown) a{color:var(--link)}
#reference .swagger-ui .btn{min-height:2.5rem;padding:.25rem 1rem;font:600 .875rem system-ui,sans-serif;color:var(--ink);background:var(--surface);border:1px solid var(--edge);border-radius:10px;box-shadow:none}
#reference .swagger-ui .btn:hover{border-color:var(--ink)}
#reference .swagger-ui .btn.execute{color:var(--on-fill);background:var(--fill);border-color:var(--fill-edge)}
#reference .swagger-ui :is(.btn,input,select,textarea,.copy-to-clipboard button):focus-visible{outline:2px solid var(--link);outline-offset:2px}
#reference .swagger-ui .btn.authorize svg{fill:currentColor}
html:has(#reference .sender){scroll-padding-bottom:7rem}
#reference .swagger-ui :is(.execute-wrapper,.btn-group):has(.execute){position:sticky;bottom:0;z-index:2;display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem;padding:.75rem 1.25rem;background:var(--surface);border-top:1px solid var(--line);border-radius:0 0 10px 10px}
#reference .responses-wrapper{scroll-margin-top:2.75rem}
#reference .swagger-ui :is(.execute-wrapper,.btn-group) .btn{flex:0 0 auto;width:auto}
#reference .choices{display:flex;flex-wrap:wrap;gap:.375rem .5rem;margin:.375rem 0 .625rem;padding:0;border:0}
#reference .choices label{display:flex;align-items:center;gap:.5rem;min-height:2.25rem;margin:0;padding:.125rem .75rem;font:.875rem system-ui,sans-serif;color:var(--ink);background:var(--bg);border:1px solid var(--edge);border-radius:8px;cursor:pointer}
#reference .choices label:has(:checked){border-color:var(--link);box-shadow:inset 0 0 0 1px var(--link)}
#reference .choices input{width:1.125rem;height:1.125rem;margin:0;accent-color:var(--link)}
#reference [data-found]{outline:3px solid var(--link);outline-offset:3px;border-radius:8px}
#reference .swagger-ui li[data-found]{padding:.625rem .75rem;outline-offset:-3px}
#reference .swagger-ui .btn-group .btn{border-radius:10px}
#reference .swagger-ui :is(input[type=text],input[type=password],select,textarea){color:var(--ink);background-color:var(--bg);border:1px solid var(--edge);border-radius:8px;box-shadow:none}
#reference .swagger-ui textarea{font-weight:400}
#reference .swagger-ui ::placeholder{color:var(--soft)}
#reference .swagger-ui .opblock .parameter__name.required::after,#reference .swagger-ui .opblock .parameter__name.required span{color:var(--required)}
#reference .id-hint{margin:0 0 .75rem;font-size:.875rem;color:var(--ink)}
#reference .authorize-dialog{width:min(30rem,calc(100vw - 2rem));margin:auto;padding:1.5rem;color:var(--ink);background:var(--surface);border:1px solid var(--edge);border-radius:14px}
#reference .authorize-dialog::backdrop{background:#0009}
#reference .authorize-dialog h2{margin:0 0 .75rem;padding:0;border:0;font-size:1.25rem}
#reference .authorize-dialog p{margin:0 0 1rem;font-size:.9375rem}
#reference .authorize-dialog [role=alert]{font-weight:600}
#reference .authorize-dialog [role=alert]:empty{display:none}
#reference .swagger-ui .request-url{display:none}
#reference .id-hint a{color:var(--link)}
#reference .authorize-dialog a{color:var(--link)}
#reference .authorize-dialog label{display:grid;gap:.25rem;margin:0 0 1rem;font-weight:600;font-size:.875rem;color:var(--ink)}
#reference .authorize-dialog input{width:100%;max-width:none;min-height:2.75rem;margin:0;padding:.25rem .75rem;font:inherit;font-weight:400}
#reference .authorize-buttons{display:flex;flex-wrap:wrap;gap:.5rem}
#reference .swagger-ui .opblock{--method:var(--get);background:var(--surface);border:1px solid var(--line);border-radius:10px;box-shadow:none;margin:0 0 .625rem;scroll-margin-top:1rem}
#reference .swagger-ui .opblock-post{--method:var(--post)}
#reference .swagger-ui .opblock-put{--method:var(--put)}
#reference .swagger-ui .opblock-delete{--method:var(--delete)}
#reference .swagger-ui .opblock-patch{--method:var(--patch)}
#reference .swagger-ui .opblock .opblock-summary{border:0}
#reference .swagger-ui .opblock.is-open .opblock-summary{border-bottom:1px solid var(--line)}
#reference .swagger-ui .opblock .opblock-summary-method{min-width:4.5rem;padding:.375rem 0;background:var(--method);color:#fff;border-radius:6px;font:650 .75rem/1 ui-monospace,Menlo,Consolas,monospace}
#reference .swagger-ui .opblock .opblock-summary-path{font-size:.875rem}
#reference .swagger-ui .opblock .opblock-summary-description{color:var(--soft);font-size:.875rem}
#reference .swagger-ui .opblock .opblock-section-header{background:none;box-shadow:none;border:0;border-top:1px solid var(--line)}
#reference .swagger-ui .opblock .opblock-body>.opblock-description-wrapper{border:0}
#reference .swagger-ui .opblock thead tr :is(td,th){border-color:var(--line)}
#reference .swagger-ui :is(.parameter__in,.parameter__deprecated){color:inherit}
#reference .swagger-ui :is(.markdown,.renderedMarkdown) code{padding:.05em .3em;background:var(--raised);border:1px solid var(--line);border-radius:5px;color:inherit;font-weight:400}
#reference .swagger-ui :is(.markdown,.renderedMarkdown) a code{border:0;padding:0;background:none}
#reference .swagger-ui .microlight{max-height:none;overflow:visible!important;white-space:pre-wrap!important}
#reference .swagger-ui .live-responses-table .highlight-code .microlight{max-height:60vh;overflow:auto!important}
#reference .swagger-ui :is(.live-responses-table,.received-headers) pre.microlight{padding:1rem!important;background:#1c2330!important;color:#f0f2f5!important;border-radius:8px;font:.8125rem/1.5 ui-monospace,Menlo,Consolas,monospace;word-break:normal;overflow-wrap:anywhere}
#reference .live-responses-table .microlight code{padding:0;background:none;font:inherit;white-space:pre-wrap!important;word-break:inherit}
#reference .live-responses-table .microlight [style*="211, 99, 99"]{color:#f2a0a0!important}
#reference .live-responses-table div:has(>pre .headerline){display:none}
#reference .received-headers{margin:.75rem 0 .25rem}
#reference .received-headers>summary{padding:.5rem 0;font-weight:600;font-size:.875rem;cursor:pointer}
#reference .swagger-ui .live-responses-table .response .response-col_status{color:var(--alert);font-weight:650}
#reference .swagger-ui [data-success=true] .live-responses-table .response .response-col_status{color:var(--good)}
#reference .live-responses-table .highlight-code{display:flex;flex-wrap:wrap;justify-content:flex-end;gap:.5rem}
#reference .live-responses-table .highlight-code :is(.copy-to-clipboard,.download-contents){position:static}
#reference .live-responses-table .highlight-code .microlight{flex:1 0 100%;order:1;margin:0}
#reference .swagger-ui .download-contents{padding:0 .75rem;background:#4a5160;color:#fff;font-family:inherit}
#reference .swagger-ui .response-col_links{display:none}
#reference .swagger-ui .response-col_status{min-width:4rem}
#reference .swagger-ui :is(.parameters-col_name,.col_header:first-child){min-width:8rem}
#reference .swagger-ui .model-box{display:block;padding:.75rem;background:var(--raised);border-radius:8px}
#reference .swagger-ui .json-schema-2020-12{background:none}
#reference :is([data-json-schema-level="0"],.json-schema-2020-12-keyword--items>.json-schema-2020-12)>.json-schema-2020-12-head:has(>.json-schema-2020-12-accordion__children){display:none}
#reference [data-json-schema-level="0"]>.json-schema-2020-12-body>.json-schema-2020-12-keyword--properties>ul>li:first-child{border:0}
#reference .swagger-ui [class*=json-schema-2020-12]{color:var(--ink)}
#reference .swagger-ui .json-schema-2020-12-body{margin:0;border:0}
#reference .swagger-ui .json-schema-2020-12--embedded.json-schema-2020-12--embedded{margin:0}
#reference .swagger-ui .json-schema-2020-12-property{margin:0;padding:.5rem 0;border-top:1px solid var(--line)}
#reference .swagger-ui .json-schema-2020-12__title{font-size:.8125rem}
#reference .swagger-ui .json-schema-2020-12-property--required>.json-schema-2020-12>.json-schema-2020-12-head .json-schema-2020-12__title:after{content:"required";margin-left:.625rem;color:var(--required);font-weight:400}
#reference .swagger-ui .json-schema-2020-12__constraint{color:var(--soft);background:none;border:1px solid var(--line);font-size:.75rem}
#reference .swagger-ui :is(.json-schema-2020-12-keyword__name,.json-schema-2020-12-json-viewer__name){margin-left:0}
#reference .swagger-ui .json-schema-2020-12-keyword--description{margin-left:0;font-size:.8125rem}
#reference .swagger-ui .json-schema-2020-12-keyword__children{margin:0;border:0}
#reference :not([data-json-schema-level="0"])>.json-schema-2020-12-body>.json-schema-2020-12-keyword--properties{padding-left:.75rem;border-left:2px solid var(--line)}
#reference .swagger-ui .fold{min-height:2rem;margin:.25rem 0;padding:.125rem .75rem;font:600 .8125rem system-ui,sans-serif;color:var(--ink);background:var(--surface);border:1px solid var(--edge);border-radius:8px;cursor:pointer}
#reference .values{display:flex;flex-wrap:wrap;gap:.25rem;align-items:baseline;margin-top:.25rem;font-size:.75rem}
#reference .values-name{color:var(--soft);font-weight:600}
#reference .swagger-ui .values code{padding:.05em .35em;background:var(--surface);border:1px solid var(--line);border-radius:5px;color:var(--ink);font:.75rem/1.5 ui-monospace,Menlo,Consolas,monospace}
#reference .swagger-ui :is(.content-type-wrapper,.response-control-media-type):has(option:only-child){display:none}
#reference .headers>h4{padding:.75rem 1.25rem 0;margin:0;border-top:1px solid var(--line);font:650 .875rem/1.5 inherit;color:var(--ink)}
#reference :is(.headers .opblock-section-header,.body-only>.opblock-section>.parameters-container,.body-only>.opblock-section>.opblock-section-header>.tab-header){display:none}
#reference :is(.headers .parameter__in,.execute-wrapper:empty){display:none}
#reference .swagger-ui .headers .parameters tr:last-child>td{border:0}
#reference .body-only>.opblock-section{display:grid}
#reference .body-only>.opblock-section>*{grid-area:1/1;min-width:0}
#reference .body-only>.opblock-section>.opblock-section-header{z-index:1;justify-self:end;align-self:start;border:0}
#reference .body-only .opblock-section-request-body>.opblock-section-header{min-height:50px;padding-right:9rem}
#reference .sender{flex:1 1 14rem;min-height:1.5rem;margin:0;text-align:left;font-size:.875rem;color:var(--ink)}
#reference .sender button{padding:0;border:0;background:none;color:var(--link);font:inherit;text-decoration:underline;cursor:pointer}
#reference .sender a{color:var(--link)}
#reference .examples>summary{padding:.75rem 1.25rem;font-weight:600;font-size:.875rem;cursor:pointer}
#reference .samples{padding:1.25rem}
#reference .swagger-ui :is(.sent-request,.sent-request pre){max-height:none}
#reference .swagger-ui .sent-request{padding:0 0 1.25rem}
#reference .samples-bar{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between}
#reference .samples+.samples{padding-top:0}
#reference .samples-bar h3{align-self:center;font-size:.875rem}
#reference .samples [role=tablist]{flex:0 0 100%;display:flex;flex-wrap:wrap;gap:.25rem}
#reference .samples button{min-height:2rem;padding:.25rem .75rem;border:0;border-bottom:3px solid transparent;background:none;color:inherit;font:600 .875rem system-ui,sans-serif;cursor:pointer}
#reference .samples button[aria-selected=true]{border-bottom-color:currentColor}
#reference .samples :is(button,pre):focus-visible{outline:2px solid currentColor;outline-offset:-2px}
#reference .samples pre{margin:.25rem 0 0;padding:1rem;max-height:min(34rem,80vh);overflow:auto;border-radius:8px;background:linear-gradient(#1c2330,#1c2330) bottom/100% 2rem no-repeat local,linear-gradient(transparent,#56657f) bottom/100% 1.5rem no-repeat #1c2330;color:#f0f2f5;font:.8125rem/1.5 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap}
#reference .swagger-ui .samples pre code{padding:0;background:none;color:inherit;font:inherit}
#reference .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.dark-mode #reference{--required:#e0a85c}
.dark-mode #reference .swagger-ui{background:none}
@media (min-width:80rem){
#reference{--examples:28rem}
#reference .opblock-body:has(>div.examples){position:relative;padding-right:var(--examples)}
#reference div.examples{position:absolute;inset:0 0 0 auto;width:var(--examples)}
#reference div.examples>div{position:sticky;top:3.5rem;display:flex;flex-direction:column;max-height:min(calc(100vh - 8rem),100%)}
#reference div.examples .samples{display:flex;flex-direction:column;flex:0 0 auto;max-height:calc(100vh - 20rem)}
#reference div.examples .samples pre{min-height:0;max-height:none}
#reference div.examples .response-example{flex:0 1 auto;min-height:0;max-height:none}
}
@media (max-width:79.99rem){
#reference details.examples pre{max-height:30vh}
}
@media (min-width:90rem){
#reference{--examples:32rem}
}
@media (max-width:48rem){
#reference .swagger-ui :is(.execute-wrapper,.btn-group) .btn.execute{flex:1 0 auto}
#reference .swagger-ui :is(.responses-table,table.parameters,.responses-table>tbody,.parameters>tbody,.responses-table>tbody>tr,.parameters>tbody>tr){display:block}
#reference .swagger-ui :is(.responses-table,table.parameters)>thead{display:none}
#reference .swagger-ui :is(.responses-table,table.parameters)>tbody>tr>td:not(.response-col_links){display:block;width:auto;max-width:none;margin:0;padding:.375rem 0 0;border:0}
#reference .swagger-ui table.parameters>tbody>tr>td.parameters-col_name{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .75rem}
#reference .swagger-ui .parameters-col_name>*{padding:0}
#reference .swagger-ui :is(.responses-table,table.parameters)>tbody>tr{padding:.75rem 0;border-top:1px solid var(--line)}
#reference .swagger-ui .response-col_status{font-weight:650}
#reference .swagger-ui :is(.responses-inner,.table-container,.opblock-description-wrapper,.samples){padding:.75rem}
#reference .swagger-ui .sent-request{padding:0 0 .75rem}
#reference .swagger-ui :is(.opblock-section-header,.examples>summary,.headers>h4,.btn-group){padding-left:.75rem;padding-right:.75rem}
#reference .swagger-ui .model-box{padding:0;background:none}
#reference .swagger-ui .live-responses-table{padding:0}
#reference .swagger-ui .try-out__btn{margin-left:.5rem;padding:.25rem .625rem}
#reference .body-only .opblock-section-request-body>.opblock-section-header{padding-right:11rem}
}
`
