import { brandColors } from '../color.ts'
import { baseStyle, brandStyle } from '../style.ts'

/** The style of the reference, the list of errors and the landing page. */
export const docsStyle = `${baseStyle}${brandStyle(brandColors(null))}
html{scroll-padding-top:1.5rem}
.skip{position:absolute;left:-999rem;top:0;padding:.75rem 1rem;background:var(--surface);color:var(--ink);z-index:2}
.skip:focus{left:0}
.top{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.5rem;padding:.625rem 1.5rem;background:var(--surface);border-bottom:1px solid var(--line)}
.top .home{display:inline-flex;align-items:center;gap:.5rem;font-weight:650;font-size:1.125rem;letter-spacing:-.02em;color:var(--ink);text-decoration:none}
.top ul,.side ul{list-style:none}
.top ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
.top li a{display:inline-block;padding:.25rem 0;color:var(--ink);text-decoration:none}
.top li a:hover{text-decoration:underline}
.top li a[aria-current]{font-weight:650;box-shadow:inset 0 -2px var(--link)}
.frame{max-width:80rem;margin:0 auto;padding:1.5rem;display:grid;gap:1.5rem 3rem}
.side{font-size:.9375rem}
.side a{display:block;padding:.25rem 0;color:var(--ink);text-decoration:none}
.side a:hover{text-decoration:underline}
.side>ul{display:grid;gap:1rem}
.side>ul>li>a{font-weight:650}
.side ul ul a{color:var(--soft)}
main{min-width:0;max-width:52rem;overflow-wrap:anywhere}
h1{font-size:2rem;font-weight:650;letter-spacing:-.02em}
h2{font-size:1.5rem;font-weight:650;margin-top:3.5rem;padding-top:1.5rem;border-top:1px solid var(--line)}
main>h1+h2,main>h1+p+h2{margin-top:1.5rem;padding-top:0;border:0}
h3{font-size:1.125rem;font-weight:650}
h4{font-size:.875rem;font-weight:650;margin:1.5rem 0 .5rem;color:var(--soft)}
main p+p,main h1+p,main h2+p,main h3+p{margin-top:.75rem}
main p+pre,main p+.code,main pre+p{margin-top:.75rem}
code,pre{font-family:ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.875em}
:where(:not(pre))>code{background:var(--raised);border:1px solid var(--line);border-radius:5px;padding:.05em .3em}
a code{color:inherit}
a:has(>code){text-underline-offset:.35em}
a code,h1 code,h3 code{background:none;border:0;padding:0}
pre{margin:0;padding:.875rem 1rem;background:var(--raised);border:1px solid var(--line);border-radius:10px;white-space:pre-wrap;line-height:1.5}
.card>h2:first-child{font-size:1.125rem;margin:0;padding:0;border:0}
.card{margin-top:1.25rem;padding:1.5rem;background:var(--surface);border:1px solid var(--line);border-radius:14px}
.call{display:flex;flex-wrap:wrap;gap:.5rem;align-items:baseline;margin-top:.5rem}
.call code{background:none;border:0;padding:0;font-size:1rem}
.access{color:var(--soft);font-size:.9375rem}
.fields{display:grid}
.fields>div{padding:.625rem 0;border-top:1px solid var(--line)}
.fields dt{display:flex;flex-wrap:wrap;gap:.125rem .625rem;align-items:baseline}
.fields dt>code{font-weight:600;background:none;border:0;padding:0}
.fields dd{margin-top:.125rem;font-size:.9375rem;color:var(--soft)}
.fields dd code{color:var(--ink)}
.fields strong{font-size:.875rem;font-weight:600}
.fields>div{scroll-margin-top:4rem}
.values span{margin-right:.75rem}
.values code{margin-right:.125rem}
.fields summary{padding:.375rem 0;font-weight:600;color:var(--ink);cursor:pointer}
.fields .fields{padding-left:.75rem;border-left:2px solid var(--line)}
.error:target,.card:target,.fields>div:target{box-shadow:0 0 0 3px var(--link)}
.status{font:650 .8125rem/1 ui-monospace,Menlo,Consolas,monospace;padding:.3rem .5rem;border-radius:6px;border:1px solid var(--edge)}
.ways{list-style:none;display:grid;gap:.75rem;margin-top:1.5rem;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr))}
.ways a{display:block;height:100%;padding:1.125rem 1.25rem;background:var(--surface);border:1px solid var(--line);border-radius:14px;text-decoration:none;color:var(--ink)}
.ways.four{grid-template-columns:repeat(auto-fit,minmax(min(14rem,100%),1fr))}
.ways a:hover{border-color:var(--ink)}
.ways .main{background:#3566ad;border-color:#3566ad;color:#fff}
.ways .main span{color:inherit}
.lockup{display:flex;align-items:center;gap:.625rem;margin-bottom:2rem;font-weight:650;font-size:1.375rem;letter-spacing:-.02em}
.ways strong{display:block}
.ways span{color:var(--soft);font-size:.9375rem}
.narrow{max-width:52rem;margin:0 auto;padding:clamp(1.5rem,8vh,5rem) 1.5rem}
.side a[aria-current]{font-weight:650}
.side ul ul ul{padding-left:.875rem;margin-bottom:.5rem}
.side ul ul ul a{font-size:.875rem}
article :is(ul,ol){margin-top:.75rem;padding-left:1.5rem}
article li+li{margin-top:.25rem}
article :is(p,.table,.code)+*,article *+:is(.table,.code){margin-top:.875rem}
article h1+*{margin-top:1rem}
article h2+*,article h3+*{margin-top:.75rem}
article h3{margin-top:1.75rem}
article p+h2,article *+h2{margin-top:2.5rem}
article :target{scroll-margin-top:1rem}
.table{overflow-x:auto;overflow-wrap:normal}
table{border-collapse:collapse;min-width:100%;font-size:.9375rem}
th,td{padding:.5rem .75rem;text-align:start;vertical-align:top;border-bottom:1px solid var(--line);min-width:7rem}
th:empty{padding:0;border:0}
.code{position:relative}
.copy{position:absolute;top:.375rem;right:.375rem;min-height:2rem;padding:.125rem .75rem;font:600 .8125rem system-ui,sans-serif;color:var(--ink);background:var(--surface);border:1px solid var(--edge);border-radius:8px;cursor:pointer}
.bar{flex:1 1 10rem;position:relative;display:flex;gap:.75rem;justify-content:end}
.menu{white-space:nowrap;font:600 .9375rem system-ui,sans-serif;min-height:2.75rem;padding:.125rem .875rem;color:var(--ink);background:var(--surface);border:1px solid var(--edge);border-radius:8px;cursor:pointer}
.menu::before{content:"☰";content:"☰"/"";margin-right:.5rem}
.find{flex:1 1 auto;min-width:0;display:flex;justify-content:end}
.suggestions{position:absolute;z-index:4;top:calc(100% + .25rem);right:0;width:min(32rem,100%);max-height:70vh;overflow:auto;padding:.25rem;background:var(--surface);border:1px solid var(--edge);border-radius:10px;box-shadow:0 8px 24px #0003}
.suggestions a{overflow-wrap:anywhere;display:flex;flex-wrap:wrap;gap:.125rem .625rem;align-items:baseline;padding:.5rem .75rem;color:var(--ink);border-radius:7px;text-decoration:none}
.suggestions :is(a:hover,[aria-selected=true]){background:var(--raised)}
.suggestions [aria-selected=true]{box-shadow:inset 0 0 0 2px var(--link)}
.suggestions small{color:var(--soft)}
p.suggestions{margin:0;padding:.75rem 1rem;color:var(--soft)}
p.suggestions:empty{padding:0;border:0;box-shadow:none}
.find input{font:inherit;width:min(18rem,100%);min-height:2.25rem;padding:.125rem .75rem;color:var(--ink);background:var(--bg);border:1px solid var(--edge);border-radius:8px}
.find input::placeholder{color:var(--soft)}
.results{list-style:none;display:grid;gap:1rem;margin-top:1rem}
.results p{color:var(--soft);font-size:.9375rem}
.results li>code{display:inline-block}
.operations{list-style:none}
article .operations{padding:0}
.operations li{display:flex;flex-wrap:wrap;gap:.125rem .75rem;align-items:baseline;padding:.375rem 0;border-top:1px solid var(--line)}
.operations a{display:inline-flex;gap:.75rem;text-decoration:none}
.operations a:hover{text-decoration:underline}
.operations li>code{margin-left:auto;background:none;border:0;padding:0;color:var(--soft)}
.method{width:3.5rem;color:var(--soft);font:650 .75rem/1.9 ui-monospace,Menlo,Consolas,monospace}
.frame:has(.pairs,.operation){max-width:100rem}
.frame:has(.pairs,.operation) main{max-width:none}
:is(.pair,.operation){padding:2rem 0;border-top:1px solid var(--line)}
.pairs{margin-top:2rem}
.pair ul+p,.beside .code+.tabs,.tabs+p{margin-top:.75rem}
:is(.pair,.operation) h2{margin:0;padding:0;border:0}
.pairs+h2{margin-top:0}
.beside{margin-top:1rem}
.beside pre{background:#1c2330;color:#f0f2f5;border-color:#1c2330;font-size:.8125rem}
.beside pre code{font-size:inherit}
.tabs details+details{margin-top:.25rem}
.tabs summary{padding:.25rem .75rem;font-weight:600;font-size:.875rem;cursor:pointer}
.tabs pre{margin-top:.25rem}
main>.operations{margin:1.5rem 0 2.5rem}
.operation h3{margin:1.5rem 0 .5rem}
.operation:target h2{text-decoration:underline solid var(--link) 3px;text-underline-offset:.25em}
.call .method{width:auto}
.about p{margin-top:.75rem}
.beside h3{font-size:.9375rem}
.beside pre{max-height:34rem;overflow:auto}
.try{margin-top:1rem;border:1px solid var(--edge);border-radius:10px}
.try summary{padding:.625rem 1rem;font-weight:600;cursor:pointer}
.try>:not(summary){margin:0 1rem 1rem}
.answer summary{padding-left:0;padding-right:0}
.try form{display:grid;gap:.75rem}
.try :is(label,legend){font:600 .875rem/1.5 ui-monospace,Menlo,Consolas,monospace}
.try fieldset{display:flex;flex-wrap:wrap;gap:.375rem 1rem;margin:0;padding:0;border:0}
.try legend{padding:0}
.try fieldset label{display:flex;align-items:center;gap:.5rem;min-height:2.75rem;font-weight:400}
.try [type=checkbox]{width:1.125rem;height:1.125rem;margin:0;accent-color:var(--link)}
:is(.try label,#key) :is(input:not([type=checkbox]),select,textarea){display:block;width:100%;min-height:2.75rem;margin-top:.25rem;padding:.375rem .75rem;font:inherit;font-weight:400;color:var(--ink);background:var(--surface);border:1px solid var(--edge);border-radius:8px}
.try ::placeholder{color:var(--soft)}
.buttons{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}
:is(.buttons,.authorization) button{min-height:2.75rem;padding:.25rem 1rem;font:inherit;font-weight:600;color:var(--ink);background:var(--surface);border:1px solid var(--edge);border-radius:10px;cursor:pointer}
.buttons button:not([type]){color:var(--on-fill);background:var(--fill);border-color:var(--fill-edge)}
.try .sent{font-weight:600}
.sent[data-ok=true]{color:var(--good)}
.sent[data-ok=false]{color:var(--alert)}
.authorization{margin-top:1rem}
#key{width:min(30rem,calc(100vw - 2rem));padding:1.5rem;color:var(--ink);background:var(--surface);border:1px solid var(--edge);border-radius:14px}
#key::backdrop{background:#0009}
#key h2{margin:0;padding:0;border:0;font-size:1.25rem}
#key :is(p:not(:empty),label,.buttons){margin-top:.75rem}
#key label{display:block;font-weight:600}
@supports selector(::details-content){.tabs{display:grid;grid-template-columns:repeat(3,auto) 1fr}.tabs details{display:contents}.tabs ::details-content{grid-area:2/1/3/-1}.tabs summary{grid-row:1;list-style:none;border-bottom:3px solid transparent}.tabs [open]>summary{border-bottom-color:var(--link);pointer-events:none}}
.all{margin-top:1.5rem}
.all summary{padding:.5rem 0;font-weight:600;cursor:pointer}
.all h3{margin:1.5rem 0 .5rem}
.fields.events{margin-top:1.5rem}
.filter{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1rem;margin-top:1.5rem}
.filter label{font-weight:600}
.filter input{font:inherit;min-height:2.5rem;padding:.25rem .75rem;color:var(--ink);background:var(--surface);border:1px solid var(--edge);border-radius:8px;max-width:100%}
.error-body{margin-top:1.5rem}
.filter [role=status]{color:var(--soft)}
[hidden]{display:none!important}
.send{display:flex;flex-wrap:wrap;align-items:end;gap:.75rem;margin-bottom:.75rem}
.send label{display:grid;grid-template-columns:minmax(0,1fr);gap:.25rem;min-width:min(24rem,100%);max-width:100%;font-weight:600}
.send :is(select,button){font:inherit;min-height:2.75rem;padding:.25rem .875rem;color:var(--ink);background:var(--surface);border:1px solid var(--edge);border-radius:10px;max-width:100%}
.send select{font-weight:400}
.send button{font-weight:600;cursor:pointer;color:var(--on-fill);background:var(--fill);border-color:var(--fill-edge)}
.sent:empty{display:none}
.sent{margin-bottom:.875rem}
@media (scripting:none){.try,.authorization{display:none}}
@media (min-width:64rem){html{scroll-padding-top:4.25rem}.top{position:sticky;top:0;z-index:3;padding-top:.5rem;padding-bottom:.5rem}:is(.menu,.close){display:none}.frame{grid-template-columns:16rem minmax(0,1fr);padding:2rem 1.5rem}.side{display:block;position:sticky;inset:3.5rem auto auto;width:auto;height:auto;align-self:start;max-height:calc(100vh - 3.5rem);overflow:auto;margin:0;padding:.5rem 0 1.5rem;border:0;color:inherit;background:none}}
@media (max-width:79.99rem){.operation .beside pre{max-height:40vh}}
@media (max-width:63.99rem){html{scroll-padding-top:5rem}:is(.fields,.all) summary{padding:.625rem 0}.tabs summary{padding:.625rem .75rem}.top{display:contents}.top>*{padding:.625rem 1.5rem;background:var(--surface)}.top>.home{display:flex}.top>nav{padding-top:0;padding-bottom:0}.bar{position:sticky;top:0;z-index:3;border-bottom:1px solid var(--line)}.find input{min-height:2.75rem}.suggestions{right:1.5rem;width:calc(100% - 3rem)}.side:popover-open{position:fixed;inset:0 auto 0 0;width:min(20rem,85vw);height:auto;max-height:none;margin:0;padding:1rem 1.25rem;border:0;border-right:1px solid var(--line);color:inherit;background:var(--surface)}.side::backdrop{background:#0009}.side a{padding:.4375rem 0}.close{position:sticky;top:0;float:right;width:2.75rem;height:2.75rem;font:inherit;color:var(--ink);background:var(--surface);border:1px solid var(--edge);border-radius:8px;cursor:pointer}}
@media (min-width:80rem){:is(.pair,.operation){display:grid;grid-template-columns:minmax(0,1fr) minmax(0,30rem);gap:0 3rem}.pair>div:first-child{max-width:46rem}.beside{margin:0}.operation{grid-template-rows:auto 1fr}.operation>:not(.beside){max-width:46rem}.operation>.beside{grid-area:1/2/3/3;position:sticky;top:4rem;align-self:start;max-height:calc(100vh - 5rem);overflow:auto}}
@media (max-width:30rem){.top>*{padding-left:1rem;padding-right:1rem}.top ul{gap:0 .875rem;font-size:.9375rem}.suggestions{right:1rem;width:calc(100% - 2rem)}.ways{gap:.5rem}.ways a{padding:.75rem 1rem}.find input{width:100%}.code pre{padding-top:2.75rem}.card{padding:1.125rem}.filter :is(label,input){width:100%}.frame{padding:1.25rem 1rem}h1{font-size:1.75rem}}
`
