import { afterEach, describe, expect, it, vi } from 'vitest';
import { createChat } from '../../src/chat/shell/create-chat.ts';
import type { Ports } from '../../src/chat/shell/ports.ts';

const GRANT = {
  session_id: '7b0e2b9e-8c2f-4a39-9a3a-0d4e5f6a7b8c',
  access_token: 'token',
  expires_in: 3_600,
  websocket_url: 'wss://platform.example/ws',
  dialect: 'service',
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the headless client', () => {
  it('has a trouble that names the remedy where there is no WebSocket, and throws nothing', async () => {
    vi.stubGlobal('WebSocket', undefined);
    vi.spyOn(console, 'error').mockReturnValue();
    const fetch: Ports['fetch'] = async () => Response.json(GRANT, { status: 201 });
    const chat = createChat({ relay: 'https://relay.example', ports: { fetch } });
    chat.start();
    await vi.waitFor(() => expect(chat.trouble.value).not.toBeNull());
    expect(chat.trouble.value).toEqual({
      code: 'internal',
      detail:
        'unable to connect; there is no WebSocket here. Give createChat the option WebSocket, for example from the package ws',
      canRetry: true,
    });
    chat.dispose();
  });
});
