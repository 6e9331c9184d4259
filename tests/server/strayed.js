const found = [], box = (e) => e.getBoundingClientRect();
for (const felt of document.querySelectorAll('[data-felt]')) {
  const tell = (...what) => found.push([felt.dataset.felt, ...what]);
  for (const spot of felt.querySelectorAll('[data-spot]')) {
    const area = box(spot.querySelector('.target')), words = [...spot.querySelectorAll('text')].map((w) => [w.textContent, box(w)]);
    for (const [said, b] of words)
      if (b.left < area.left - 1 || b.right > area.right + 1 || b.top < area.top - 3 || b.bottom > area.bottom + 3) tell(spot.dataset.spot, said, 'leaves its area');
    for (const [said, b] of words) for (const [other, c] of words)
      if (said < other && Math.min(b.bottom, c.bottom) - Math.max(b.top, c.top) > 5) tell(spot.dataset.spot, said, 'lies over', other);
  }
  const cloth = box(felt.querySelector('.cloth'));
  for (const w of felt.querySelectorAll('text')) if (box(w).left < cloth.left || box(w).right > cloth.right) tell(w.textContent, 'leaves the felt');
  const rows = [...felt.querySelectorAll('g.print text')].map((w) => [w.textContent, box(w)]);
  rows.forEach(([said, b], at) => { const next = rows[at + 1];
    if (next && Math.abs(next[1].top - b.top) < 1 && next[1].left < b.right && next[1].left > b.left) tell(said, 'runs into', next[0]); });
  felt.classList.add('felt');  // the one whose spots arrows move between
  const spots = [...felt.querySelectorAll('[data-spot]')], reached = new Set(spots.slice(0, 1));
  for (const spot of reached) for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
    spot.focus();
    window.feltKey({target: spot, key, preventDefault() {}}, () => {});
    reached.add(document.activeElement);
  }
  for (const spot of spots) if (!reached.has(spot)) tell(spot.dataset.spot, 'is not reached by arrows');
  felt.classList.remove('felt');
}
return found;
