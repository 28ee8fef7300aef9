import { type ModelServer, openModelServer, sends } from '../test/emulator/agent/model-server.ts';
import { SPEECHES } from '../test/emulator/agent/speeches.ts';
import { DeskPage } from './desk-page.ts';
import { ChatPage, expect, test } from './fixtures.ts';

/** A visitor asks an agent of one's own, which hands them to a person at the desk. */

const [{ begin, text, call, end }] = SPEECHES;
let server: ModelServer;
test.beforeAll(async () => {
  server = await openModelServer();
});
test.afterAll(() => server.close());

test('a visitor gets the streamed answer of an agent of one’s own, and then a person', async ({
  page,
  browser,
  demos,
  texts,
}) => {
  const demo = await demos.start({ emulator: { agentModel: { url: server.url } }, logLevel: 'silent' });
  const chat = new ChatPage(page, demo, texts);
  const agentContext = await browser.newContext();
  const desk = await DeskPage.signedIn(agentContext, demo);
  let finish = () => {};
  server.answer((response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(begin + text('Yes, **lamps** '));
    finish = () => void response.end(text('and stools.') + end);
  });
  await chat.openWithGreeting();
  await chat.send('What do you sell?');
  await expect(chat.messages('agent').last()).toContainText('Yes, lamps');
  await expect(chat.streaming()).toHaveCount(1);
  finish();
  await expect(chat.messages('agent').last()).toContainText('Yes, lamps and stools.');
  await expect(chat.streaming()).toHaveCount(0);

  server.answer(
    sends(begin, text('One moment.'), call('transfer_to_person', '{"reason":"wants ', 'a refund"}'), end),
  );
  await chat.send('I want my money back, from a person.');
  await expect(chat.messages('notice').last()).toContainText('You are next.');
  await desk.visitors().click();
  await expect(desk.page.getByRole('main')).toContainText('wants a refund');
  await expect(desk.entries('agent').last()).toContainText('One moment.');
  await desk.button('Accept').click();
  await desk.send('Here I am.');
  await expect(chat.messages('live-agent')).toContainText('Here I am.');
  await agentContext.close();
  await demo.close();
});
