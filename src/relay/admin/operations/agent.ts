import { attributes, audioCache, behavior, debugChat } from '../../../platform/index.ts';
import { endpointOperation, type PlatformClients } from '../endpoint-operation.ts';

/** Operations of an agent: behaviour, attributes, audio cache and debug chat. */
export const agent = (clients: PlatformClients) => [
  endpointOperation(clients, {
    id: 'getBehavior',
    tag: 'Behaviour',
    path: '/behavior',
    scopes: ['read'],
    endpoint: behavior.get,
  }),
  endpointOperation(clients, {
    id: 'replaceBehavior',
    tag: 'Behaviour',
    path: '/behavior',
    scopes: ['write'],
    endpoint: behavior.replace,
  }),
  endpointOperation(clients, {
    id: 'listAttributes',
    tag: 'Attributes',
    path: '/attributes',
    scopes: ['read'],
    endpoint: attributes.list,
  }),
  endpointOperation(clients, {
    id: 'createAttribute',
    tag: 'Attributes',
    path: '/attributes',
    scopes: ['write'],
    endpoint: attributes.create,
  }),
  endpointOperation(clients, {
    id: 'renameAttribute',
    tag: 'Attributes',
    path: '/attributes/{attribute_id}',
    scopes: ['write'],
    endpoint: attributes.rename,
  }),
  endpointOperation(clients, {
    id: 'deleteAttribute',
    tag: 'Attributes',
    path: '/attributes/{attribute_id}',
    scopes: ['write'],
    endpoint: attributes.remove,
  }),
  endpointOperation(clients, {
    id: 'listAudioCache',
    tag: 'Audio cache',
    path: '/audio-cache',
    scopes: ['read'],
    endpoint: audioCache.list,
  }),
  endpointOperation(clients, {
    id: 'deleteAudioCacheEntries',
    tag: 'Audio cache',
    path: '/audio-cache/bulk-delete',
    scopes: ['write'],
    endpoint: audioCache.bulkDelete,
  }),
  endpointOperation(clients, {
    id: 'startDebugChat',
    tag: 'Debug chat',
    path: '/debug-chat',
    scopes: ['write'],
    endpoint: debugChat.start,
  }),
  endpointOperation(clients, {
    id: 'continueDebugChat',
    tag: 'Debug chat',
    path: '/debug-chat/{conversation_id}',
    scopes: ['write'],
    endpoint: debugChat.continue,
  }),
];
