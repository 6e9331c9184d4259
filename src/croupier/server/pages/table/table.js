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
    const box = (s) => (s.querySelector('.base') ?? s.querySelector('.target')).getBoundingClientRect();
    const gap = (a, b) => way[0] ? Math.max(0, b.top - a.bottom, a.top - b.bottom) : Math.max(0, b.left - a.right, a.left - b.right);
    const own = box(spot);
    let best = null, least = Infinity;
    for (const other of document.querySelectorAll('.felt [data-spot]')) {
      if (other === spot) continue;
      const to = box(other), x = to.x + to.width / 2 - own.x - own.width / 2, y = to.y + to.height / 2 - own.y - own.height / 2;
      const along = x * way[0] + y * way[1], cost = along + 3 * gap(own, to) + Math.abs(x * way[1] + y * way[0]);
      if (along > 1 && cost < least) { least = cost; best = other; }
    }
    if (best) { rove(best); best.focus(); }
  };
})();
