/**
 * The panel that breaks the platform under the chat, through the platform's control API, and leads to its desk. Not part of
 * the shop.
 */

const panel = document.querySelector('#faults');
const status = panel.querySelector('[role="status"]');
const buttons = [...panel.querySelectorAll('[data-fault]')];

const LOOK_EVERY_MS = 2_000;

let control;

/** The site hands the key to its own page only, and only when the panel is opened. */
async function askForKey() {
  const response = await fetch('/shop/control.json');
  if (!response.ok) throw new Error(`the site answered ${response.status}`);
  return response.json();
}

async function call(method, { path = '', fault } = {}) {
  control ??= await askForKey();
  const response = await fetch(control.url + path, {
    method,
    headers: { Authorization: `Bearer ${control.key}`, 'Content-Type': 'application/json' },
    body: fault,
  });
  if (!response.ok) throw new Error(`the platform answered ${response.status}`);
  return response.status === 204 ? undefined : response.json();
}

/** What was ordered, without what the platform adds. */
const nameOf = ({ id, struck, ...fault }) => JSON.stringify(Object.entries(fault).sort());
const isLasting = (button) => button.hasAttribute('aria-pressed');
/** The fault of a button that is in force. */
const inForce = (button, active) => {
  const name = nameOf(JSON.parse(button.dataset.fault));
  return active.find((it) => nameOf(it) === name);
};

const times = (count) => ['not yet', 'once', 'twice'][count] ?? `${count} times`;

/** Only what has changed is told: the counts that grow by themselves stand beside their buttons, outside the status. */
function show(active, done = '') {
  const names = [];
  for (const button of buttons.filter(isLasting)) {
    const found = inForce(button, active);
    button.setAttribute('aria-pressed', String(found !== undefined));
    button.nextElementSibling.textContent = found ? times(found.struck) : '';
    if (found) names.push(button.textContent);
  }
  const others = active.length - names.length;
  if (others > 0) names.push(`${others} ordered elsewhere`);
  const text = `${done}${names.length > 0 ? `Active: ${names.join(', ')}.` : 'All is well.'}`;
  if (done !== '' || status.dataset.names !== names.join()) status.textContent = text;
  status.dataset.names = names.join();
}

const complain = (error) => {
  status.textContent = `Unable to reach the platform; ${error.message}.`;
};

async function look(done) {
  const { active } = await call('GET');
  show(active, done);
}

async function press(button) {
  const { active } = await call('GET');
  const found = isLasting(button) ? inForce(button, active) : undefined;
  if (found) {
    await call('DELETE', { path: `/${found.id}` });
    return look();
  }
  const { added, active: after } = await call('POST', { fault: button.dataset.fault });
  const isInVain = added.every((it) => it.struck === 0);
  return show(
    after,
    isLasting(button) ? '' : `${button.textContent}: ${isInVain ? 'there is none' : 'done'}. `,
  );
}

for (const button of buttons) button.addEventListener('click', () => press(button).catch(complain));
panel.querySelector('#all-well').addEventListener('click', () =>
  call('DELETE')
    .then(() => look())
    .catch(complain),
);

/** A form, so that the key is in no address. */
async function openDesk() {
  control ??= await askForKey();
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
panel.querySelector('#open-desk').addEventListener('click', () => openDesk().catch(complain));

let watch;
panel.addEventListener('toggle', () => {
  clearInterval(watch);
  if (!panel.open) return;
  look().catch(complain);
  watch = setInterval(() => look().catch(complain), LOOK_EVERY_MS);
});
