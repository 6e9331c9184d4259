(() => {
  const typing = (t) => t.closest('input, select, textarea, [contenteditable], .q-dialog');
  document.addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey || typing(e.target) || document.querySelector('.q-dialog__inner')) return;
    const enter = e.key === 'Enter' || e.key === ' ';
    if (enter && e.target.closest('button, a, summary, [data-spot]')) return;
    const wanted = enter ? '[data-main]' : /^[1-9a-z]$/.test(e.key) ? `[data-key~="${e.key}"]` : null;
    const button = wanted && document.querySelector(`.room ${wanted}:not([disabled])`);
    if (button) { e.preventDefault(); button.click(); }
  });
  let last = null;
  document.addEventListener('focusin', (e) => { const s = e.target.closest?.('[data-spot]'); if (s) last = s.dataset.spot; });
  document.addEventListener('focusout', (e) => { if (e.relatedTarget) last = e.relatedTarget.closest?.('[data-spot]')?.dataset.spot ?? null; });
  const rove = (spot) => { document.querySelectorAll('.felt [data-spot][tabindex="0"]').forEach((s) => s.setAttribute('tabindex', '-1'));
    spot.setAttribute('tabindex', '0'); };
  window.feltKeep = () => { const spot = last && document.querySelector(`[data-spot="${CSS.escape(last)}"]`); if (spot) { rove(spot); spot.focus({preventScroll: true}); } };
  window.feltState = (open, wanted) => {
    for (const spot of document.querySelectorAll('.felt [data-spot]')) {
      const may = open.includes(spot.dataset.spot);
      spot.classList.toggle('open', may);
      spot.classList.toggle('shut', !may);
      spot.classList.toggle('wanted', wanted.includes(spot.dataset.spot));
      spot.setAttribute('aria-disabled', String(!may));
    }
  };
  window.feltKey = (e, emit) => {
    const spot = e.target.closest('[data-spot]');
    if (!spot) return;
    if (e.key === 'Enter' || e.key === ' ') { e.preventDefault(); emit('add', spot.dataset.spot); return; }
    if (['-', 'Delete', 'Backspace'].includes(e.key)) { e.preventDefault(); emit('take', spot.dataset.spot); return; }
    const way = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[e.key];
    if (!way) return;
    e.preventDefault();
    const mid = (s) => { const b = s.querySelector('.target').getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
    const [x, y] = mid(spot);
    let best = null, least = Infinity;
    for (const other of document.querySelectorAll('.felt [data-spot]')) {
      if (other === spot) continue;
      const [ox, oy] = mid(other), along = (ox - x) * way[0] + (oy - y) * way[1], aside = Math.abs((ox - x) * way[1] + (oy - y) * way[0]);
      if (along > 1 && along + 3 * aside < least) { least = along + 3 * aside; best = other; }
    }
    if (best) { rove(best); best.focus(); }
  };
})();
