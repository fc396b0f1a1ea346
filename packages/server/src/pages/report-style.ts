export const reportStyle = `
main,footer{max-width:56rem}
.hint{margin-top:.75rem;color:var(--soft)}
.small{font-size:.8125rem;color:var(--soft)}
.note{margin-top:1.5rem;padding:1rem 1.25rem;background:var(--raised);border-inline-start:4px solid var(--fill-edge);border-radius:8px;white-space:pre-wrap}
.part-of{margin-top:2.25rem;padding-top:1.75rem;border-top:1px solid var(--line)}
.part-of>h2{margin-bottom:.875rem;font-size:1.1875rem;font-weight:650}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.75rem}
.tile-of{min-width:0;padding:.75rem 1rem;background:var(--raised);border:1px solid var(--line);border-radius:12px}
.tile-of dt{font-size:.8125rem;color:var(--soft)}
.tile-of strong{display:block;font-size:1.375rem;font-weight:650;line-height:1.3;font-variant-numeric:tabular-nums}
.tile-of span{display:block;font-size:.8125rem;color:var(--soft)}
.account{padding:1.125rem 1.25rem;border:1px solid var(--line);border-radius:14px}
.account+.account{margin-top:1rem}
.account h3{display:flex;gap:.625rem;align-items:center;margin-bottom:.875rem;font-size:1rem;font-weight:650}
.account h3 small{font-size:.8125rem;font-weight:400;color:var(--soft)}
.chart{margin-top:1rem}
.chart figcaption,.part-of .label{font-size:.8125rem;font-weight:600;color:var(--soft)}
.chart svg{display:block;width:100%;height:6.875rem;margin-top:.375rem;stroke-width:1}
.bar{fill:var(--link);stroke:none}
.line{stroke:var(--link);stroke-width:2.5;vector-effect:non-scaling-stroke}
.line.dot{stroke-width:6}
.axis{stroke:var(--line);vector-effect:non-scaling-stroke}
.ends{display:flex;justify-content:space-between;font-size:.75rem;color:var(--soft)}
.chart summary{width:fit-content;margin-top:.375rem;font-size:.8125rem;color:var(--soft);cursor:pointer}
.chart table{margin-top:.5rem;border-collapse:collapse;font-size:.8125rem;font-variant-numeric:tabular-nums}
.chart :is(th,td){padding:.125rem 1rem .125rem 0;font-weight:400;text-align:start}
.chart td{text-align:end}
.part-of .label{margin-top:1.25rem}
.best{list-style:none;display:grid;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));gap:1rem;align-items:start;margin-top:.75rem}
.best li{display:flex;flex-direction:column;gap:.5rem;min-width:0;padding:1rem;border:1px solid var(--line);border-radius:14px}
.best img{display:block;width:100%;height:10rem;object-fit:cover;border-radius:10px;background:var(--raised)}
.best .where{display:flex;gap:.5rem;align-items:center;font-size:.875rem;font-weight:600}
.best .text{font-size:.9375rem}
.best dl{display:flex;flex-wrap:wrap;gap:.25rem 1rem;font-size:.8125rem}
.best dl div{display:flex;gap:.375rem}
.best dt{color:var(--soft)}
.best dd{font-weight:600;font-variant-numeric:tabular-nums}
.plan{list-style:none;display:grid;margin-top:.75rem}
.plan li{display:grid;grid-template-columns:14.5rem 5rem minmax(0,1fr);gap:.25rem 1rem;align-items:baseline;padding:.625rem 0;border-top:1px solid var(--line);font-size:.9375rem}
.plan time{color:var(--soft)}
.plan .marks{display:flex;flex-wrap:wrap;gap:.375rem;align-self:center}
.text{overflow-wrap:anywhere}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (max-width:30rem){.plan li{grid-template-columns:minmax(0,1fr) auto}.plan .text{grid-column:1/-1}.tiles{grid-template-columns:repeat(2,minmax(0,1fr))}.account{padding:1rem}}
@page{size:A4;margin:15mm}
@media print{
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
body{display:block;min-height:0;padding:0;background:#fff;font-size:.875rem}
main,footer{max-width:none}
main{padding:0;border:0;border-radius:0;box-shadow:none}
.screen,.chart details{display:none}
.part-of{margin-top:1.5rem;padding-top:1.25rem}
.account,.tile-of,.best li,.plan li,.chart,.note{break-inside:avoid}
h1,h2,h3{break-after:avoid}
.best{grid-template-columns:repeat(3,minmax(0,1fr))}
.tiles{grid-template-columns:repeat(auto-fill,minmax(6.5rem,1fr));gap:.5rem}
.tile-of{padding:.5rem .625rem}
.tile-of strong{font-size:1.125rem}
.chart svg{height:5rem}
}
`
