// Text whose colour stands less than 4.5 to 1 (3 to 1 where it is large) against what is painted behind it: WCAG AA.
const parse = (c) => { const m = c.match(/[\d.]+/g); return m ? m.map(Number).concat(m.length < 4 ? [1] : []) : [0, 0, 0, 0] }
const over = (f, b) => [0, 1, 2].map((i) => f[i] * f[3] + b[i] * (1 - f[3])).concat([1])
const light = (c) => { const f = c.slice(0, 3).map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4 }); return 0.2126 * f[0] + 0.7152 * f[1] + 0.0722 * f[2] }
const behind = (e) => {
  const stack = []
  for (let n = e; n; n = n.parentElement) { const c = parse(getComputedStyle(n).backgroundColor); if (c[3] > 0) stack.push(c); if (c[3] === 1) break }
  let b = [255, 255, 255, 1]
  for (const c of stack.reverse()) b = over(c, b)
  return b
}
const found = []
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
for (let n = walk.nextNode(); n; n = walk.nextNode()) {
  const e = n.parentElement
  if (!n.textContent.trim() || !e || e.closest('svg, script, style, .q-icon, [disabled], .disabled') || !e.getClientRects().length) continue
  const s = getComputedStyle(e)
  if (s.visibility === 'hidden' || Number(s.opacity) < 0.1) continue
  const b = behind(e), f = over(parse(s.color), b), a = light(f), z = light(b)
  const ratio = (Math.max(a, z) + 0.05) / (Math.min(a, z) + 0.05), size = parseFloat(s.fontSize)
  const large = size >= 24 || (size >= 18.66 && Number(s.fontWeight) >= 700)
  if (ratio < (large ? 3 : 4.5)) found.push(`${n.textContent.trim().slice(0, 40)}: ${ratio.toFixed(2)}`)
}
return found
