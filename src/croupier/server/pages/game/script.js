// Folding, sifting lists and choosing options on the pages that show games.
(() => {
  const words = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
  function sift(box) {
    const list = document.getElementById(box.dataset.sifts);
    if (!list) return;
    const wanted = {}, query = [];
    box.querySelectorAll('[data-sift]').forEach((control) => {
      if (control.type === 'checkbox') { if (control.checked) wanted[control.dataset.sift] = control.value; }
      else if (control.dataset.sift === 'text') query.push(...words(control.value));
      else if (control.value) wanted[control.dataset.sift] = control.value;
    });
    let shown = 0;
    list.querySelectorAll('[data-text]').forEach((entry) => {
      const fits = query.every((word) => entry.dataset.text.includes(word) || (/\d/.test(word) && (entry.dataset.clauses || '').includes(word)))
        && Object.entries(wanted).every(([name, value]) => entry.dataset[name] === value);
      entry.hidden = !fits;
      shown += fits;
    });
    list.querySelectorAll('[data-group]').forEach((group) => {
      group.hidden = !group.querySelector('[data-text]:not([hidden])');
    });
    const told = box.querySelector('[data-shown]');
    if (told) told.textContent = shown ? shown + ' shown' : 'nothing fits';
    const none = document.querySelector('[data-none="' + box.dataset.sifts + '"]');
    if (none) none.hidden = shown > 0;
    if (box.dataset.linked !== undefined) {
      const query = new URLSearchParams();
      box.querySelectorAll('[data-sift]').forEach((control) => { if (control.value) query.set(control.name, control.value); });
      history.replaceState(null, '', location.pathname + (query.size ? '?' + query : ''));
    }
  }
  const folded = (fold) => getComputedStyle(fold.querySelector(':scope > .body')).display === 'none';
  function setFold(fold, closed) {
    fold.dataset.fold = closed ? 'closed' : 'open';
    fold.querySelector(':scope > h2 > button').setAttribute('aria-expanded', String(!closed));
  }
  function reveal() {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let fold = target.closest('.fold'); fold; fold = fold.parentElement.closest('.fold')) setFold(fold, false);
    if (target.hidden) target.hidden = false;
    requestAnimationFrame(() => target.scrollIntoView());
  }
  // A sum is typed in dollars and asked for in cents; whatever is no sum the server refuses.
  function cents(text) {
    const found = /^\$?(\d[\d,]*)(?:\.(\d{1,2}))?$/.exec(text.trim());
    return found ? String(Number(found[1].replaceAll(',', '')) * 100 + Number((found[2] || '0').padEnd(2, '0'))) : text;
  }
  function choose(form) {
    const query = new URLSearchParams();
    form.querySelectorAll('[data-option]').forEach((control) => {
      if (control.value === control.dataset.default) return;
      if (control.dataset.option === 'version of the text') query.set('version', control.value);
      else query.append('set', control.dataset.option + '=' + ('cents' in control.dataset ? cents(control.value) : control.value));
    });
    location.href = location.pathname + (query.size ? '?' + query : '') + '#options';
  }
  for (const name of ['input', 'change']) document.addEventListener(name, (event) => {
    const box = event.target.closest('[data-sifts]');
    if (box) sift(box);
  });
  document.addEventListener('submit', (event) => {
    const form = event.target.closest('form[data-chooses]');
    if (form) { event.preventDefault(); choose(form); }
    const adds = event.target.closest('form[data-adds]');
    if (adds) { event.preventDefault(); location.href = adds.dataset.adds + ',' + adds.querySelector('select').value; }
  });
  // What a heading means, over everything that scrolls; a tap elsewhere takes it away.
  function explain(term) {
    let said = document.querySelector('.said');
    if (!said) {
      said = document.createElement('div');
      said.className = 'said';
      said.popover = 'auto';
      said.setAttribute('role', 'status');
      document.body.append(said);
    }
    said.textContent = term.dataset.says;
    said.showPopover();
    const at = term.getBoundingClientRect();
    said.style.left = Math.max(8, Math.min(at.left, innerWidth - said.offsetWidth - 8)) + 'px';
    said.style.top = (at.bottom + said.offsetHeight + 12 < innerHeight ? at.bottom + 6 : at.top - said.offsetHeight - 6) + 'px';
  }
  document.addEventListener('click', (event) => {
    const term = event.target.closest('.term');
    if (term) { explain(term); return; }
    const button = event.target.closest('.fold > h2 > button');
    if (button) { const fold = button.closest('.fold'); setFold(fold, !folded(fold)); return; }
    const link = event.target.closest('a[href^="#"]');
    if (link && link.hash === location.hash) reveal();
    const told = event.target.closest('[data-tells]');
    if (!told) return;
    emitEvent(told.dataset.tells, told.dataset.value);
    const select = document.querySelector('select[data-told="' + told.dataset.tells + '"]');
    if (select) select.value = told.dataset.value;
  });
  document.addEventListener('change', (event) => {
    const select = event.target.closest('select[data-told]');
    if (select) emitEvent(select.dataset.told, select.value);
    if (event.target.id === 'only-differences') {
      const address = new URL(location);
      event.target.checked ? address.searchParams.set('differs', '') : address.searchParams.delete('differs');
      history.replaceState(null, '', address);
    }
  });
  window.addEventListener('hashchange', reveal);
  window.croupierReady = () => {
    document.querySelectorAll('.fold').forEach((fold) => setFold(fold, folded(fold)));
    document.querySelectorAll('[data-sifts]').forEach(sift);
    reveal();
  };
})();
