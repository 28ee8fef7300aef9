import { attributes, audioCache, debugChat } from '../../../platform/index.ts';
import { operationFactory, type PlatformClients } from '../api/endpoint-operation.ts';

/** Operations of an agent: attributes, audio cache and debug chat. */
export function agent(clients: PlatformClients) {
  const offer = operationFactory(clients);
  return [
    offer('listAttributes', 'Attributes', '/attributes', attributes.list),
    offer('createAttribute', 'Attributes', '/attributes', attributes.create),
    offer('renameAttribute', 'Attributes', '/attributes/{attribute_id}', attributes.rename),
    offer('deleteAttribute', 'Attributes', '/attributes/{attribute_id}', attributes.remove),
    offer('listAudioCache', 'Audio cache', '/audio-cache', audioCache.list),
    offer('deleteAudioCacheEntries', 'Audio cache', '/audio-cache/bulk-delete', audioCache.bulkDelete),
    offer('startDebugChat', 'Debug chat', '/debug-chat', debugChat.start),
    offer('continueDebugChat', 'Debug chat', '/debug-chat/{conversation_id}', debugChat.continue),
  ];
}
