import { attributes, audioCache, behavior, debugChat } from '../../../platform/index.ts';
import { type Clients, relayed } from '../relayed.ts';

/** What an agent says and keeps: behaviour, attributes, cached audio, and a chat to try it out. */
export const agent = (clients: Clients) => [
  relayed(clients, {
    id: 'getBehavior',
    tag: 'Behaviour',
    path: '/behavior',
    scopes: ['read'],
    endpoint: behavior.get,
  }),
  relayed(clients, {
    id: 'replaceBehavior',
    tag: 'Behaviour',
    path: '/behavior',
    scopes: ['write'],
    endpoint: behavior.replace,
  }),
  relayed(clients, {
    id: 'listAttributes',
    tag: 'Attributes',
    path: '/attributes',
    scopes: ['read'],
    endpoint: attributes.list,
  }),
  relayed(clients, {
    id: 'createAttribute',
    tag: 'Attributes',
    path: '/attributes',
    scopes: ['write'],
    endpoint: attributes.create,
  }),
  relayed(clients, {
    id: 'renameAttribute',
    tag: 'Attributes',
    path: '/attributes/{id}',
    scopes: ['write'],
    endpoint: attributes.rename,
    names: { id: 'attribute_id' },
  }),
  relayed(clients, {
    id: 'deleteAttribute',
    tag: 'Attributes',
    path: '/attributes/{id}',
    scopes: ['write'],
    endpoint: attributes.remove,
    names: { id: 'attribute_id' },
  }),
  relayed(clients, {
    id: 'listAudioCache',
    tag: 'Audio cache',
    path: '/audio-cache',
    scopes: ['read'],
    endpoint: audioCache.list,
  }),
  relayed(clients, {
    id: 'deleteAudioCacheEntries',
    tag: 'Audio cache',
    path: '/audio-cache/bulk-delete',
    scopes: ['write'],
    endpoint: audioCache.bulkDelete,
  }),
  relayed(clients, {
    id: 'startDebugChat',
    tag: 'Debug chat',
    path: '/debug-chat',
    scopes: ['write'],
    endpoint: debugChat.start,
  }),
  relayed(clients, {
    id: 'continueDebugChat',
    tag: 'Debug chat',
    path: '/debug-chat/{id}',
    scopes: ['write'],
    endpoint: debugChat.continue,
    names: { id: 'conversation_id' },
  }),
];
