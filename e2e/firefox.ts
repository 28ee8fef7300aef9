#!/usr/bin/env -S node --import @oxc-node/core/register
// Starts the system's Firefox for Playwright, which drives it over WebDriver BiDi. A release of Firefox does not know every
// command that Playwright sends: those are answered here, and all others are passed on. Nor does it send all that Playwright
// reads: that is added.
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';
import { findFirefox } from '../test/browsers/browser.ts';

const UNKNOWN = new Set(['emulation.setMediaFeaturesOverride']);
const LISTENING = /^WebDriver BiDi listening on (ws:\/\/\S+)$/;

/** Playwright drops a download without an id. The address of a file that a page makes is unique. */
function withDownloadId(text: string): string {
  if (!text.includes('"browsingContext.download')) return text;
  const message = JSON.parse(text);
  const isEvent = /^browsingContext\.download(WillBegin|End)$/.test(message.method);
  if (isEvent) message.params.download ??= message.params.url;
  return JSON.stringify(message);
}

const child = spawn(findFirefox() ?? 'firefox', process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'pipe'],
});
child.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));

/** Connects a client with Firefox. */
function connect(client: WebSocket, url: string): void {
  const firefox = new WebSocket(url, { maxPayload: 0 });
  const early: string[] = [];
  client.on('message', (data) => {
    const text = data.toString();
    const { id, method } = JSON.parse(text);
    if (UNKNOWN.has(method)) client.send(JSON.stringify({ type: 'success', id, result: {} }));
    else if (firefox.readyState === WebSocket.OPEN) firefox.send(text);
    else early.push(text);
  });
  firefox.on('open', () => {
    for (const text of early) firefox.send(text);
  });
  firefox.on('message', (data) => client.send(withDownloadId(data.toString())));
  client.on('close', () => firefox.close());
  firefox.on('close', () => client.close());
}

createInterface({ input: child.stderr }).on('line', (line) => {
  const [, address] = LISTENING.exec(line) ?? [];
  if (!address) return process.stderr.write(`${line}\n`);
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: 0 });
  server.on('connection', (client, { url }) => connect(client, `${address}${url ?? ''}`));
  server.on('listening', () => {
    process.stderr.write(
      `WebDriver BiDi listening on ws://127.0.0.1:${(server.address() as AddressInfo).port}\n`,
    );
  });
});
