import { expect, test } from './fixtures.ts';

test.describe('the fault panel of the shop', () => {
  test('injects faults that the conversation survives completely', {
    tag: ['@full', '@own-demo'],
  }, async ({ chat, demo, page }) => {
    const panel = page.locator('#faults');
    const button = (name: string) => panel.getByRole('button', { name });
    const status = panel.getByRole('status');
    const connection = (at: string) => expect(chat.host()).toHaveAttribute('data-connection', at);
    const allWell = async () => {
      await button('All well again').click();
      await expect(status).toHaveText('All is well.');
    };
    const sessions = () => demo.emulator.sessions();
    const journal = () => demo.emulator.journalOf(sessions()[0] ?? '');
    const userTexts = () => journal().flatMap((event) => (event.kind === 'userMessage' ? [event.text] : []));
    /** Texts of the agent, with chunks joined. */
    const answers = () => {
      const texts = new Map<string, string>();
      for (const it of journal()) {
        if (it.kind === 'agentMessageChunk' || it.kind === 'agentMessage')
          texts.set(it.messageId, (texts.get(it.messageId) ?? '') + it.text);
      }
      return [...texts.values()];
    };
    const normalized = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
    const isSent = (text: string) =>
      expect(chat.messages('user').filter({ hasText: text })).toHaveAttribute('data-delivery', 'sent');

    await chat.openWithGreeting();
    await expect(button('Cut the connection')).toBeHidden();
    await panel.getByText('For developers').click();
    await expect(status).toHaveText('All is well.');

    await button('Cut the connection').click();
    await expect(status).toHaveText('Cut the connection: done. All is well.');
    await chat.send('After the cut');
    await isSent('After the cut');
    await connection('online');

    await button('Lose every third frame').click();
    await expect(button('Lose every third frame')).toHaveAttribute('aria-pressed', 'true');
    await expect(status).toHaveText('Active: Lose every third frame.');
    for (const text of ['Lossy one', 'Lossy two']) {
      await chat.send(text);
      await isSent(text);
    }
    await allWell();
    await expect(button('Lose every third frame')).toHaveAttribute('aria-pressed', 'false');

    await button('Delay by 2 s').click();
    await expect(status).toHaveText('Active: Delay by 2 s.');
    await chat.send('Late');
    await isSent('Late');
    await button('Delay by 2 s').click();
    await expect(status).toHaveText('All is well.');

    await button('Refuse handshakes with 429').click();
    await expect(status).toHaveText('Active: Refuse handshakes with 429.');
    await button('Cut the connection').click();
    await expect(chat.host()).not.toHaveAttribute('data-connection', 'online');
    await chat.composer().fill('Written while refused');
    await allWell();
    await button('Platform answers 500').click();
    await expect(status).toHaveText('Active: Platform answers 500.');
    await allWell();

    await connection('online');
    await expect
      .poll(async () => (await chat.messages('agent').allInnerTexts()).map(normalized))
      .toEqual(answers().map((text) => expect.stringContaining(normalized(text))));
    await expect(chat.composer()).toHaveValue('Written while refused');
    await expect(chat.messages('user')).toHaveCount(4);
    expect(userTexts()).toEqual(['After the cut', 'Lossy one', 'Lossy two', 'Late']);
    expect(sessions()).toHaveLength(1);

    await button('Expire the session').click();
    await expect(status).toHaveText('Expire the session: done. All is well.');
    await connection('ended');
    await expect(chat.messages('user')).toHaveCount(4);
    await chat.panel().getByRole('button', { name: 'Start new chat' }).first().click();
    await connection('online');
    expect(sessions()).toHaveLength(2);
  });
});
