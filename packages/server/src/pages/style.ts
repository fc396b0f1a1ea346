import { type BrandColors, surfaces } from './color.ts'

/** The colors and fonts of all pages, with AA contrast in both color schemes. Paper is always light. */
export const baseStyle = `
:root{color-scheme:light dark;--bg:#f3f4f6;--surface:${surfaces.light};--raised:#f6f7f9;--ink:#14171c;--soft:#555c69;--line:#dfe2e8;--edge:#848c9a;--alert:#9a1c1c;--alert-bg:#fdf1f0;--alert-line:#e5b4b0;--good:#17663c}
@media screen and (prefers-color-scheme:dark){:root{--bg:#0d0f12;--surface:${surfaces.dark};--raised:#1f2229;--ink:#f0f2f5;--soft:#b0b7c3;--line:#30353f;--edge:#7d8593;--alert:#ffb3ad;--alert-bg:#2c1917;--alert-line:#6d3733;--good:#7fdca6}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif}
:lang(ja){font-family:system-ui,-apple-system,"Hiragino Sans","Yu Gothic UI",Meiryo,"Noto Sans CJK JP","Noto Sans JP",sans-serif;line-break:strict}
h1,h2,h3,p,ul,ol,dl,dd,figure{margin:0;padding:0}
h1,h2,h3{line-height:1.25;letter-spacing:-.011em;text-wrap:balance}
:lang(ja) :is(h1,.lead){letter-spacing:0;word-break:auto-phrase}
a{color:var(--link);text-underline-offset:.18em}
:focus-visible{outline:3px solid var(--ink);outline-offset:3px;border-radius:4px}
svg{fill:none;stroke:currentColor;stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round;flex:none}
`

/** The pages for clients: a centered card, full screen on a phone. */
export const cardStyle = `
body{min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;justify-content:safe center;padding:2rem 1rem}
main,footer{width:100%;max-width:30rem;overflow-wrap:anywhere}
main{background:var(--surface);border:1px solid var(--line);border-radius:20px;padding:2.25rem 2.25rem 1.75rem;box-shadow:0 1px 2px rgb(0 0 0/.04),0 12px 32px -12px rgb(0 0 0/.12)}
.sign{display:flex;align-items:center;min-height:3rem;margin-bottom:1.5rem}
.sign img{display:block;height:3rem;max-width:12rem;object-fit:contain;object-position:left;border-radius:8px}
.sign .tile{display:grid;place-items:center;width:3rem;height:3rem;border-radius:12px;background:var(--fill);color:var(--on-fill);font-size:1.375rem;font-weight:650;line-height:1;border:1px solid var(--fill-edge)}
h1{font-size:1.625rem;font-weight:650}
.sign .tile.neutral{background:var(--raised);color:var(--soft);border-color:var(--line)}
.lead{margin-top:.625rem;color:var(--soft);text-wrap:pretty}
.alert{display:flex;gap:.75rem;margin-bottom:1.5rem;padding:.875rem 1rem;background:var(--alert-bg);border:1px solid var(--alert-line);border-radius:12px}
.alert svg{color:var(--alert);margin-top:.1rem}
.alert strong{display:block;color:var(--alert);font-weight:650}
.alert p{margin-top:.125rem;font-size:.9375rem}
.accounts{list-style:none;display:grid;gap:.5rem;margin-top:1.25rem;font-weight:600}
.accounts li{display:flex;align-items:center;gap:.875rem;min-width:0;padding:.75rem 1rem;background:var(--raised);border:1px solid var(--line);border-radius:12px;line-height:1.4}
.accounts .check{display:flex;margin-inline-start:auto;color:var(--good)}
.accounts small{display:block;font-size:.875rem;font-weight:400;color:var(--soft)}
.accounts+.lead{margin-top:1.25rem}
.connected{margin-top:1.5rem;font-size:1rem;font-weight:650}
.connected+:is(.accounts,.platforms){margin-top:.75rem}
.platforms,.choices{list-style:none;display:grid;gap:.75rem;margin-top:1.5rem}
button,.button{font:inherit;font-weight:600;min-height:3.25rem;padding:.625rem 1rem;border-radius:12px;cursor:pointer;text-decoration:none}
.platform{display:flex;align-items:center;gap:.875rem;width:100%;text-align:start;color:var(--ink);background:var(--surface);border:1px solid var(--edge)}
.platform>span{flex:1;min-width:0}
.platform svg:last-child{color:var(--soft)}
.platform:hover{background:var(--raised);border-color:var(--ink)}
.platforms>:only-child .platform,.primary{background:var(--fill);color:var(--on-fill);border:1px solid var(--fill-edge)}
.platforms>:only-child .platform svg:last-child{color:inherit}
.primary{display:inline-flex;align-items:center;justify-content:center;text-align:center}
:is(.primary,.platforms>:only-child .platform):hover{box-shadow:inset 0 0 0 100vmax rgb(128 128 128/.14)}
.plain{display:inline-flex;align-items:center;justify-content:center;color:var(--ink);background:transparent;border:1px solid var(--edge)}
.plain:hover{background:var(--raised);border-color:var(--ink)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
.actions .primary{flex:2 1 9rem}.actions .plain{flex:1 1 auto;min-width:7rem}
.field{display:grid;gap:.375rem;margin-top:1.5rem;font-weight:600}
.field input{font:inherit;font-weight:400;width:100%;min-height:3.25rem;padding:.625rem 1rem;border:1px solid var(--edge);border-radius:12px;background:var(--surface);color:var(--ink)}
.field input::placeholder{color:var(--soft)}
.field input[aria-invalid]{border-color:var(--alert)}
.help{margin-top:.5rem;font-size:.875rem;color:var(--soft)}
.trust{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.625rem;margin-top:1.25rem;font-size:.9375rem;text-wrap:pretty}
.trust svg{margin-top:.125rem;color:var(--good)}
.connected+.trust{margin-top:.75rem}
.trust+:is(.platforms,form){margin-top:1rem}
.next{margin-top:2rem;padding-top:1.5rem;border-top:1px solid var(--line)}
.next h2{font-size:1rem;font-weight:650}
.next ol{list-style:none;counter-reset:step;display:grid;gap:.625rem;margin-top:.875rem}
.next li{counter-increment:step;display:grid;grid-template-columns:1.5rem minmax(0,1fr);gap:.75rem;font-size:.9375rem}
.next li::before{content:counter(step);display:grid;place-items:center;width:1.5rem;height:1.5rem;border:1px solid var(--edge);border-radius:50%;font-size:.8125rem;font-weight:600;line-height:1;color:var(--soft)}
.facts{display:grid;gap:.625rem;margin-top:1.5rem;padding-top:1.5rem;border-top:1px solid var(--line);color:var(--soft);font-size:.875rem}
.facts p{display:grid;grid-template-columns:1.5rem minmax(0,1fr);gap:.75rem}
.facts svg{margin-inline-start:.125rem}
.choices li+li{border-top:0}
.choice{display:grid;grid-template-columns:auto 2.5rem minmax(0,1fr);gap:.875rem;align-items:center;padding:.75rem 1rem;border:1px solid var(--edge);border-radius:12px;cursor:pointer}
.choice:hover{background:var(--raised);border-color:var(--ink)}
.choice:has(:checked){border-color:var(--link);box-shadow:inset 0 0 0 1px var(--link)}
.choice:has(:focus-visible){outline:3px solid var(--ink);outline-offset:3px}
.choice input{width:1.25rem;height:1.25rem;margin:0;accent-color:var(--link)}
.choice input:focus-visible{outline:0}
.choice .face{width:2.5rem;height:2.5rem;border-radius:50%;background:var(--raised);border:1px solid var(--line);object-fit:cover;display:grid;place-items:center;font-weight:600;color:var(--soft);overflow:hidden}
.choice .who{min-width:0;line-height:1.4}
.choice strong{display:block;font-weight:600}
.choice small{display:block;font-size:.875rem;color:var(--soft)}
.choice.closed{cursor:default;background:var(--raised);border-color:var(--line);box-shadow:none}
.choice.closed strong{color:var(--soft)}
.choice.closed .face{filter:grayscale(1)}
fieldset{min-width:0;margin:0;padding:0;border:0}
footer{display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem 1.5rem;margin-top:1.25rem;font-size:.875rem;color:var(--soft);text-align:center}
footer a{color:inherit;padding:.25rem 0}
.reference{margin-top:1.5rem;font-size:.8125rem;color:var(--soft)}
@media (max-width:30rem){body{background:var(--surface);justify-content:flex-start;padding:0 0 1.5rem}main{border:0;border-radius:0;box-shadow:none;padding:1.75rem 1.25rem 1.25rem}footer{padding:0 1.25rem}h1{font-size:1.5rem}.choice{padding:.75rem;gap:.75rem}}
@media screen and (prefers-color-scheme:dark){.sign img{background:#fff;padding:.375rem}main{box-shadow:none}}
@media (forced-colors:active){.choice:has(:checked){outline:2px solid}}
`

/** The colors of the brand. All values come from `brandColors`, so they are safe to insert. */
export function brandStyle(colors: BrandColors): string {
  const edge = (shows: boolean) => (shows ? colors.fill : 'var(--edge)')
  return `:root{--fill:${colors.fill};--on-fill:${colors.onFill};--link:${colors.light};--fill-edge:${edge(colors.showsOnLight)}}@media screen and (prefers-color-scheme:dark){:root{--link:${colors.dark};--fill-edge:${edge(colors.showsOnDark)}}}`
}
