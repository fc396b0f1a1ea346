/** CSS of the panel, feed and inbox pages, with AA contrast in both schemes. */
export const panelStyle = `
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--raised:#f3f5f8;--ink:#14171c;--soft:#545b67;--line:#dfe2e8;--edge:#b9c0cb;--accent:#2b5695;--on:#fff;--good:#11683a;--good-bg:#e5f5ec;--bad:#a31621;--bad-bg:#fdecec;--warn:#8a4b00;--warn-bg:#fdf1de}
@media(prefers-color-scheme:dark){:root{--bg:#101318;--card:#181c22;--raised:#20252d;--ink:#e9ecf1;--soft:#a9b1be;--line:#2c323c;--edge:#454d5a;--accent:#9cc1ff;--on:#0b1830;--good:#7fdca6;--good-bg:#143222;--bad:#ff9aa2;--bad-bg:#3a1a1e;--warn:#f0b866;--warn-bg:#38280f}}
*,*::before,*::after{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
header{display:flex;flex-wrap:wrap;gap:.4rem 1.5rem;align-items:center;padding:.7rem 1.5rem;background:var(--card);border-bottom:1px solid var(--line)}
.home{display:inline-flex;align-items:center;gap:.5rem;font-weight:650;font-size:1.15rem;letter-spacing:-.02em;color:var(--ink);text-decoration:none}
nav{display:flex;flex-wrap:wrap;gap:.2rem}
nav a{padding:.3rem .7rem;border-radius:8px;color:var(--ink);text-decoration:none}
nav a:hover{background:var(--raised)}
nav a[aria-current]{background:var(--raised);font-weight:600}
.honest{margin:0 0 0 auto;padding:.15rem .7rem;border-radius:99px;font-size:.85rem;font-weight:600;color:var(--warn);background:var(--warn-bg)}
a{color:var(--accent);text-underline-offset:.15em}
main{max-width:76rem;margin:0 auto;padding:1.5rem}
main.feed{max-width:44rem}
h1{font-size:1.6rem;font-weight:650;letter-spacing:-.02em;line-height:1.25;margin:0}
h2{font-size:1.06rem;font-weight:650;letter-spacing:-.01em;line-height:1.3;margin:0 0 .75rem}
h3{font-size:.95rem;font-weight:600;margin:0}
p{margin:.25rem 0}
.head{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;justify-content:space-between;margin-bottom:1.1rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.1rem 1.25rem;margin:0 0 1rem}
.grid{display:grid;gap:0 1rem;grid-template-columns:minmax(0,2fr) minmax(0,3fr);align-items:stretch}
.now{font-size:1.2rem;font-weight:650;font-variant-numeric:tabular-nums;margin:0}
.wide{overflow-x:auto;margin:0 -1.25rem -1.1rem;border-radius:0 0 12px 12px}
p+.wide{margin-top:.75rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:start;padding:.5rem .6rem;border-top:1px solid var(--line);vertical-align:top}
:is(th,td):first-child{padding-inline-start:1.25rem}
:is(th,td):last-child{padding-inline-end:1.25rem}
th{color:var(--soft);font-size:.85rem;font-weight:600;white-space:nowrap}
tbody th{color:inherit;font-size:inherit}
small,.empty,.soft{color:var(--soft)}
small,li,td a{overflow-wrap:anywhere}
time{white-space:nowrap}
.now time{white-space:normal}
td time{color:var(--soft)}
:is(td,li) a{display:inline-block;min-height:24px;min-width:24px}
.list{list-style:none;margin:0;padding:0;display:grid;gap:.5rem}
.actions{display:flex;flex-wrap:wrap;gap:.4rem .5rem;align-items:end;margin-top:.6rem}
.grant{border-top:1px solid var(--line);padding:.5rem 0}
.grant:first-of-type{border-top:0;padding-top:0}
.grant:last-child{padding-bottom:0}
.grant>summary{display:grid;grid-template-columns:auto 32px minmax(0,1fr);gap:.6rem;align-items:center;list-style:none}
.grant>summary::before{content:'▸';color:var(--soft)}
.grant[open]>summary::before{content:'▾'}
.grant>div{padding:.4rem 0 .4rem 2.2rem}
.title{display:flex;flex-wrap:wrap;gap:.2rem .6rem;align-items:center}
.avatar{border-radius:50%;display:block;object-fit:cover}
.who{display:grid;grid-template-columns:28px minmax(0,1fr);gap:.5rem;align-items:start}
.who+.who{margin-top:.5rem}
.who small{display:block}
.person .list{grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));gap:.6rem 1rem;margin-top:.5rem}
.person .who+.who{margin-top:0}
.person+.person{border-top:1px solid var(--line);margin-top:.8rem;padding-top:.8rem}
.person .who>div{display:flex;flex-wrap:wrap;gap:0 .5rem;align-items:baseline}
.person .who :is(a,small){overflow-wrap:break-word}
code,pre{font-family:ui-monospace,"SF Mono",Menlo,Consolas,monospace;font-size:.86em}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.4rem 0;padding:.75rem .9rem;background:var(--raised);border-radius:8px}
form{margin:0}
.line{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end}
.fields{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.6rem;align-items:end}
.fields :is(.text,.line){grid-column:1/-1}
.fields .long{grid-column:span 2}
.post h2{margin:0}
.line+.line,.line+.wide,.line+.empty,.fields,.list+form{margin-top:.75rem}
label{min-width:0;display:grid;gap:.2rem;font-size:.85rem;font-weight:600}
input,select,textarea,button,.button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:8px;padding:.3rem .7rem;min-height:2.25rem;max-width:100%;min-width:0}
label :is(input,select){width:100%;font-weight:400}
button,.button{display:inline-flex;align-items:center;justify-content:center;font-weight:600;font-size:.9rem;cursor:pointer;text-decoration:none}
button:hover,.button:hover{background:var(--raised)}
.primary{color:var(--on);background:var(--accent);border-color:var(--accent)}
.primary:hover{background:var(--accent);filter:brightness(1.08)}
.danger{color:var(--bad)}
.confirm{max-width:26rem}
.confirm>summary{list-style:none}
.confirm p{margin:.6rem 0}
:is(button,a,input,select,textarea,summary,.wide):focus-visible{outline:3px solid var(--accent);outline-offset:2px}
summary{cursor:pointer;border-radius:8px;min-height:24px}
.tag{border-radius:99px;padding:.1rem .6rem;font-size:.8rem;font-weight:600;white-space:nowrap;background:var(--raised);color:var(--soft)}
.tag:is(.valid,.active,.ok){color:var(--good);background:var(--good-bg)}
.tag:is(.invalid,.stale,.missing,.removed,.password_changed,.expired,.revoked,.failed){color:var(--bad);background:var(--bad-bg)}
.tag:is(.checkpoint,.only_refresh,.no_secret,.fault){color:var(--warn);background:var(--warn-bg)}
.message{padding:.6rem 1.25rem;margin-bottom:.5rem}
.row{display:grid;grid-template-columns:minmax(9rem,14rem) minmax(0,1fr) auto;gap:.2rem 1rem;align-items:center}
.row h2{margin:0}
.row>strong{overflow-wrap:anywhere}
summary.row>strong::before{content:'▸';display:inline-block;width:1.1em;color:var(--soft)}
[open]>summary.row>strong::before{content:'▾'}
.subject{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.state{display:inline-flex;flex-wrap:wrap;gap:.2rem .6rem;align-items:center}
section.row{padding:.8rem 1.25rem;margin-bottom:.5rem}
.fold>summary{display:flex;gap:.5rem;align-items:center;list-style:none}
.fold>summary::before{content:'▸';color:var(--soft)}
.fold[open]>summary::before{content:'▾'}
.fold>summary>h2{margin:0}
.fold[open]>summary{margin-bottom:.75rem}
.post>.who{grid-template-columns:40px minmax(0,1fr);margin-bottom:.6rem}
.post :is(img:not(.avatar),video){max-width:100%;max-height:26rem;border-radius:10px;display:block;margin:.6rem 0}
.post p{white-space:pre-wrap;overflow-wrap:anywhere}
.thread{border-inline-start:2px solid var(--line);margin-top:.8rem;padding-inline-start:.8rem}
.post details{margin-top:.6rem}
.post details>form{margin-top:.6rem}
.rows :is(code,summary){overflow-wrap:anywhere}
.rows details p{margin:.4rem 0 0}
.wide>:is(.empty,.more){padding:.6rem 1.25rem;margin:0}
[hidden]{display:none!important}
.problem{color:var(--bad);margin:0}
[aria-invalid]{border-color:var(--bad)}
.more a{display:inline-block;padding:.4rem 0;min-height:24px}
.permissions{margin:1rem 0 .35rem}
.head .line{align-items:center}
.search{flex:0 1 24rem;grid-template-columns:minmax(0,1fr);white-space:nowrap}
.grant>div{scroll-margin-top:6rem}
.actions>.line+.line{margin-top:0}
@media(max-width:52rem){.rows thead{display:none}.rows tr{display:grid;grid-template-columns:6.5rem 1fr auto;gap:.2rem .6rem;border-top:1px solid var(--line);padding:.5rem 1.25rem}.rows td{border:0;padding:0}.rows td:first-child{grid-area:1/3}.rows td:nth-child(2){grid-area:1/1}.rows td:nth-child(3){grid-area:1/2}.rows td:last-child{grid-column:1/-1}.grant>div{padding-inline-start:0}.grant .actions>form{flex:1 1 100%}.grant .actions button{flex:1}.search{flex:1 1 70%}.row{grid-template-columns:minmax(0,1fr)}.subject{white-space:normal;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical}.fields .long{grid-column:1/-1}.grid{grid-template-columns:minmax(0,1fr)}main{padding:1rem}header{padding:.6rem 1rem}header nav{order:1;flex-basis:100%;margin-inline:-.5rem}nav a{padding:.3rem .5rem}.honest span{display:none}h1{font-size:1.4rem}.now{font-size:1.05rem}}
`
