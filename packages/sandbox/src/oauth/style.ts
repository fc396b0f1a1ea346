/** CSS of the authorize pages, with the platform's accent color and AA contrast in both schemes. */
export const dialogStyle = `
:root{color-scheme:light dark;--bg:#f3f4f6;--card:#fff;--ink:#16181d;--soft:#555b66;--line:#d5d8de;--accent:#111;--on:#fff}
@media(prefers-color-scheme:dark){:root{--bg:#101216;--card:#1b1e24;--ink:#f1f2f4;--soft:#b3b9c4;--line:#3a3f49;--accent:#f1f2f4;--on:#111}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
header{display:flex;flex-wrap:wrap;gap:.2rem .6rem;align-items:center;justify-content:center;padding:1.2rem 1rem .2rem}
.brand{font-weight:800;font-size:1.4rem}
.badge{border:2px solid currentColor;border-radius:99px;padding:.1rem .7rem;font-weight:700;font-size:.85rem}
.honest{text-align:center;color:var(--soft);font-size:.9rem;margin:.2rem 0 1rem;flex-basis:100%}
main{width:min(30rem,100% - 2rem);margin:0 auto 3rem;background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.4rem}
h1{font-size:1.3rem;line-height:1.3;margin:0 0 .6rem}
a{color:inherit}
small{color:var(--soft)}
.accounts{list-style:none;padding:0;margin:1rem 0}
.accounts li{margin:.5rem 0}
.who{display:flex;gap:.8rem;align-items:center;text-align:left;line-height:1.3}
.who img{border-radius:50%}
button{font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:10px;padding:.6rem 1rem;cursor:pointer;min-height:44px}
.accounts button{width:100%}
button:hover{border-color:var(--accent)}
button:focus-visible,a:focus-visible,input:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.primary{background:var(--accent);border-color:var(--accent);color:var(--on);font-weight:700}
.actions{display:flex;gap:.7rem;margin-top:1rem}
.actions button{flex:1}
.refused{border:1px dashed var(--line);border-radius:10px;padding:.6rem 1rem}
.note{margin:.4rem 0 0;color:var(--soft);font-size:.9rem}
code{overflow-wrap:anywhere}
fieldset{min-width:0;border:1px solid var(--line);border-radius:10px;margin:0 0 1rem;padding:.4rem 1rem .8rem}
legend{font-weight:700;padding:0 .4rem}
.row{display:flex;gap:.8rem;align-items:flex-start;padding:.45rem 0}
.row input{flex:none;width:1.2rem;height:1.2rem;margin-top:.2rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--bg);padding:1rem;border-radius:8px}
`
