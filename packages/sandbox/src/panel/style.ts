/** CSS of the panel, feed and inbox pages, with AA contrast in both schemes. */
export const panelStyle = `
:root{color-scheme:light dark;--bg:#f4f5f7;--card:#fff;--ink:#15181d;--soft:#545b67;--line:#d3d7de;--accent:#1d4ed8;--good:#11683a;--bad:#a31621}
@media(prefers-color-scheme:dark){:root{--bg:#0f1115;--card:#191c22;--ink:#eff1f4;--soft:#b0b7c3;--line:#383e49;--accent:#93b4ff;--good:#7fdca6;--bad:#ff9aa2}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:baseline;padding:1rem 1.2rem;background:var(--card);border-bottom:1px solid var(--line)}
.home{font-weight:800;font-size:1.2rem;color:var(--ink);text-decoration:none}
nav a{margin-right:1rem}
a{color:var(--accent)}
main{max-width:72rem;margin:0 auto;padding:1.2rem}
h1{font-size:1.4rem;margin:.4rem 0 1rem}
h2{font-size:1.05rem;margin:0 0 .6rem}
h3{font-size:.95rem;margin:.8rem 0 .3rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem 1.2rem;margin:0 0 1rem}
.grid{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr));align-items:start}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.35rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-weight:600}
small,.empty,.soft{color:var(--soft);overflow-wrap:anywhere}
li,.path{overflow-wrap:anywhere}
.path{min-width:18rem}
.time{color:var(--soft);white-space:nowrap}
:is(td,li,nav) a{display:inline-block;min-height:24px;min-width:24px}
.actions{display:flex;flex-wrap:wrap;gap:.2rem .8rem;align-items:end}
.grant{border-top:1px solid var(--line);padding:.3rem 0 .5rem}
code,pre{font-family:ui-monospace,monospace;font-size:.88em}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.4rem 0}
form.line{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:.3rem 0}
label{min-width:0;display:grid;gap:.15rem;font-size:.9rem;color:var(--soft)}
input,select,textarea,button{font:inherit;color:inherit;background:var(--bg);border:1px solid var(--line);border-radius:8px;padding:.35rem .6rem;min-height:2.2rem;max-width:100%;min-width:0}
button{cursor:pointer;background:var(--card)}
button:hover{border-color:var(--accent)}
button:focus-visible,a:focus-visible,input:focus-visible,select:focus-visible,textarea:focus-visible,summary:focus-visible,.wide:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.tag{border:1px solid var(--line);border-radius:99px;padding:.05rem .6rem;font-size:.85rem;font-weight:600}
.tag.valid,.tag.active{color:var(--good)}
.tag.invalid,.tag.stale,.tag.missing,.tag.removed{color:var(--bad)}
.post img,.post video{max-width:100%;max-height:26rem;border-radius:8px;display:block;margin:.5rem 0}
.post p{white-space:pre-wrap;overflow-wrap:anywhere}
.thread{border-left:2px solid var(--line);margin:.4rem 0 .4rem .4rem;padding-left:.8rem}
`
