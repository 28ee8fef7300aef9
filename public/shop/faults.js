/** The demo's panel. It injects faults into the platform through its control API, and opens the desk. Not part of the shop. */

const panel = document.querySelector('#faults');
const status = panel.querySelector('[role="status"]');
const buttons = [...panel.querySelectorAll('[data-fault]')];

const REFRESH_MS = 2_000;

let control;

/** Gets address and key of the control API. The site gives them only to its own pages. Called when the panel is opened. */
async function fetchControl() {
  const response = await fetch('/shop/control.json');
  if (!response.ok) throw new Error(`the site answered ${response.status}`);
  return response.json();
}

async function call(method, { path = '', fault } = {}) {
  control ??= await fetchControl();
  const response = await fetch(control.url + path, {
    method,
    headers: { Authorization: `Bearer ${control.key}`, 'Content-Type': 'application/json' },
    body: fault,
  });
  if (!response.ok) throw new Error(`the platform answered ${response.status}`);
  return response.status === 204 ? undefined : response.json();
}

/** The fault as it was ordered, without the fields that the platform adds. */
const nameOf = ({ id, applied, ...fault }) => JSON.stringify(Object.entries(fault).sort());
const isLasting = (button) => button.hasAttribute('aria-pressed');
/** The active fault of a button. */
const activeFault = (button, active) => {
  const name = nameOf(JSON.parse(button.dataset.fault));
  return active.find((it) => nameOf(it) === name);
};

const times = (count) => ['not yet', 'once', 'twice'][count] ?? `${count} times`;

/** Updates buttons and status. The status is announced, so it changes only with the active faults; counters are beside the buttons. */
function show(active, done = '') {
  const names = [];
  for (const button of buttons.filter(isLasting)) {
    const found = activeFault(button, active);
    button.setAttribute('aria-pressed', String(found !== undefined));
    button.nextElementSibling.textContent = found ? times(found.applied) : '';
    if (found) names.push(button.textContent);
  }
  const others = active.length - names.length;
  if (others > 0) names.push(`${others} from elsewhere`);
  const text = `${done}${names.length > 0 ? `Active: ${names.join(', ')}.` : 'All is well.'}`;
  if (done !== '' || status.dataset.names !== names.join()) status.textContent = text;
  status.dataset.names = names.join();
}

const showError = (error) => {
  status.textContent = `Unable to reach the platform; ${error.message}.`;
};

async function refresh(done) {
  const { active } = await call('GET');
  show(active, done);
}

async function press(button) {
  const { active } = await call('GET');
  const found = isLasting(button) ? activeFault(button, active) : undefined;
  if (found) {
    await call('DELETE', { path: `/${found.id}` });
    return refresh();
  }
  const { added, active: after } = await call('POST', { fault: button.dataset.fault });
  const hadNoEffect = added.every((it) => it.applied === 0);
  return show(
    after,
    isLasting(button) ? '' : `${button.textContent}: ${hadNoEffect ? 'nothing to do' : 'done'}. `,
  );
}

for (const button of buttons) button.addEventListener('click', () => press(button).catch(showError));
panel.querySelector('#all-well').addEventListener('click', () =>
  call('DELETE')
    .then(() => refresh())
    .catch(showError),
);

/** Signs in at the desk by a form, so that the key is not part of a URL. */
async function openDesk() {
  control ??= await fetchControl();
  const form = document.createElement('form');
  Object.assign(form, {
    method: 'post',
    action: `${control.desk}/sign-in`,
    target: '_blank',
    rel: 'noopener',
  });
  for (const [name, value] of Object.entries({ key: control.key, name: 'Sam' })) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
panel.querySelector('#open-desk').addEventListener('click', () => openDesk().catch(showError));

let timer;
panel.addEventListener('toggle', () => {
  clearInterval(timer);
  if (!panel.open) return;
  refresh().catch(showError);
  timer = setInterval(() => refresh().catch(showError), REFRESH_MS);
});
