import { expect, test } from './fixtures.ts';
import { TEXTS } from './visitor.ts';

test('a visitor talks to a person at the desk', async ({ visitor, demo, step }) => {
  const { page } = visitor;
  const desk = await page.openWindow();
  await step('a live agent signs in', async () => {
    await desk.goto(`${demo.emulator.messagingUrl}/desk`);
    await desk.click({ role: 'textbox', name: 'Your name, as visitors see it' });
    await desk.type('Ada');
    await desk.click({ css: 'input[type=password]' });
    await desk.type(demo.controlKey);
    await desk.click({ role: 'button', name: 'Go to the desk' });
    await expect.poll(() => desk.count({ css: 'nav' })).toBe(1);
  });
  await step('the visitor asks for a person and waits', async () => {
    await page.bringToFront();
    await page.goto(`${demo.siteUrl}/shop/`);
    await visitor.openWithGreeting();
    await visitor.chooseMenuItem(TEXTS.talkToPerson);
    await expect.poll(() => visitor.attribute('foyer-chat', 'data-handoff')).toBe('queued');
  });
  await step('the live agent accepts', async () => {
    await desk.bringToFront();
    await desk.click({ css: 'nav li button' });
    await desk.click({ role: 'button', name: 'Accept' });
    await expect.poll(() => visitor.attribute('foyer-chat', 'data-handoff')).toBe('live');
    await expect
      .poll(() => visitor.texts('[data-author=notice]'))
      .toContainEqual(expect.stringContaining(TEXTS.joined.replace('{name}', 'Ada')));
  });
  await step('both write to each other', async () => {
    await desk.click({ role: 'textbox', name: 'Your message' });
    await desk.type('Which lamp is it?');
    await desk.press('Enter');
    await expect.poll(() => visitor.messages('live-agent')).toEqual(['Which lamp is it?']);
    await page.bringToFront();
    await visitor.send('The Halo');
    await expect
      .poll(() => desk.evaluate((all) => all('[data-by=visitor]').at(-1)?.textContent, undefined))
      .toContain('The Halo');
  });
  await step('the live agent hands back to the agent', async () => {
    await desk.bringToFront();
    await desk.click({ role: 'button', name: 'Hand back to the agent' });
    await expect.poll(visitor.lastAnswer).toContain('I am with you again.');
    await expect.poll(() => visitor.attribute('foyer-chat', 'data-handoff')).toBe('none');
  });
});
