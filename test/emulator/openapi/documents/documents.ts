import type { OpenAPIV3 } from 'openapi-client-axios';
import { agentPaths } from './agents.ts';
import { conversationPaths } from './conversation-lists.ts';
import { dataApiPaths } from './data-api.ts';
import { messagingPaths } from './messaging.ts';
import { monitoringPaths } from './monitoring.ts';
import type { Operations } from './operation.ts';
import { runtimePaths } from './runtime.ts';

/**
 * OpenAPI documents of the three host families, written independently of `src`. Where the published descriptions
 * contradict each other, docs/rest.md decides.
 */

type Scheme = OpenAPIV3.SecuritySchemeObject;
const key = (name: string): Scheme => ({ type: 'apiKey', in: 'header', name });

const document = (
  title: string,
  securitySchemes: Readonly<Record<string, Scheme>>,
  paths: Operations,
): OpenAPIV3.Document => ({
  openapi: '3.0.3',
  info: { title, version: '1' },
  paths,
  components: { securitySchemes: { ...securitySchemes } },
});

export const documents = {
  base: document(
    'Base host',
    { base: key('X-API-KEY') },
    { ...agentPaths, ...dataApiPaths, ...monitoringPaths },
  ),
  platform: document(
    'Platform host',
    { platform: key('x-api-key'), outbound: key('X-Service-Auth-Token') },
    { ...conversationPaths, ...runtimePaths },
  ),
  messaging: document(
    'Messaging host',
    { connector: key('X-Token'), visitor: { type: 'http', scheme: 'bearer' } },
    messagingPaths,
  ),
};

export type Family = keyof typeof documents;
