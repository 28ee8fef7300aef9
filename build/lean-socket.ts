import type { Cut, Lean } from './lean.ts';

const UNUSED_METHODS = [
  'reconnect',
  'addEventListener',
  'dispatchEvent',
  'removeEventListener',
  '_debug',
  '_callEventListener',
  '_acceptOpen',
  '_getNextDelay',
  '_getNextUrl',
].map(
  (name): Cut => [new RegExp(`ReconnectingWebSocket\\.prototype\\.${name} = function[\\s\\S]*?\\n {4}\\};`)],
);

/**
 * reconnecting-websocket as `src/chat/socket.ts` uses it: one attempt at one address with the class it is given, no queue,
 * handlers and no listeners. Its parts hang on a prototype, where no bundler can tell that nobody uses them.
 */
export const socket: Lean = {
  name: 'reconnecting-websocket',
  without:
    /\b(max(Retries|EnqueuedMessages): [^0]|startClosed|minUptime|reconnectionDelayGrowFactor|m(ax|in)ReconnectionDelay)/,
  files: {
    'reconnecting-websocket/dist/reconnecting-websocket-mjs.js': [
      // Helpers for browsers of another age, and classes of events: only the target and the code are read.
      [/var extendStatics[\s\S]*?(?=\/\*!\s+\* Reconnecting)/],
      ['new CloseEvent(code, reason, this)', '{ target: this, code: code }'],
      ["new ErrorEvent(Error('TIMEOUT'), this)", "{ message: 'TIMEOUT' }"],
      [/_?this\._debug\([^;]*\);/g],
      ...UNUSED_METHODS,
      [/Object\.defineProperty\(ReconnectingWebSocket(\.prototype)?, "[\s\S]*?\n {4}\}\);/g],
      [/\bthis\.OPEN\b/g, '1'],
      [/\bthis\.CLOSED\b/g, '3'],
      // Listeners, kinds of binary data.
      [/this\._listeners = \{[^}]*\};/],
      [/_this\._listeners\.\w+\.forEach\([^;]*; \}\);/g],
      [/this\.on\w+ = null;/g],
      [/if \(_this\.onerror\) \{[^}]*\}/],
      [/_?this\.(_ws\.)?binaryType = _this\._binaryType;/g],
      ["this._binaryType = 'blob';"],
      // The queue.
      [/_?this\._messageQueue = \[\];/g],
      [/_this\._messageQueue\.forEach\([^;]*; \}\);/],
      [/else \{\s+var _a = this\._options\.maxEnqueuedMessages[\s\S]*?\n {8}\}/],
      // A second attempt.
      [/var _a = _this\._options\.minUptime[^;]*;/],
      [/_this\._uptimeTimeout = setTimeout\([^;]*;[^;]*;/],
      ['clearTimeout(this._uptimeTimeout);'],
      [/_this\._connect\(\);/],
      [/if \(_this\._shouldReconnect\) \{[^}]*\}/],
      [/if \(this\._connectLock[^}]*\}/],
      [/if \(this\._retryCount >= maxRetries\) \{[^}]*\}/],
      ['this._retryCount++;'],
      ['this._retryCount = -1;'],
      [/this\._shouldReconnect = (true|false);/g],
      [/_?this\._connectLock = (true|false);/g],
      ['this._removeListeners();'],
      ['_this._getNextDelay()', '0'],
      ['_this._getNextUrl(_this._url)', '_this._url'],
      // Options that are always given, or never.
      [/var DEFAULT = \{[\s\S]*?\n\};/],
      ['if (options === void 0) {'],
      [/if \(this\._options\.startClosed\) \{[^}]*\}/],
      [/if \(!isWebSocket\(WebSocket\)\) \{[^}]*\}/],
      [/_b = _a\.maxRetries[^;]*;/, 'connectionTimeout = _a.connectionTimeout, WebSocket = _a.WebSocket;'],
      ['this._protocols = protocols;'],
      [/_this\._protocols\s+\? new WebSocket\(url, _this\._protocols\)\s+: /],
    ],
  },
};
