import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { messageFormat, type RestError } from './rest-error.ts';

/** The environment of Hono apps that need the Node request. */
export interface Bindings {
  readonly Bindings: HttpBindings;
}

const bareAddress = (address: string) => address.replace(/^\[|\]$/g, '').replace(/^::ffff:/, '');

/** The name in a Host header, without its port. */
const hostName = (host: string) => bareAddress(host.toLowerCase().replace(/:\d+$/, ''));

/**
 * S-91: whether the Host header names this machine. This stops DNS rebinding: a page whose own name resolves to this
 * address still sends that name. `listen` is the address that the platform listens on.
 */
export function isOwnHost({ req, env }: Context<Bindings>, listen: string): boolean {
  const { localAddress = listen } = env.incoming.socket;
  const name = hostName(req.header('Host') ?? '');
  return ['localhost', listen, bareAddress(localAddress)].includes(name);
}

export const FOREIGN_HOST = {
  status: 403,
  code: 'FORBIDDEN',
  message: 'The Host header must be an address of this platform',
} as const satisfies RestError;

/** Creates the refusals of the control API and the desk. The log gets method and path, and nothing else of the request. */
export const createRefuse =
  (log: (line: string) => void) =>
  ({ req }: Context<Bindings>, error: RestError): Response => {
    log(`${req.method} ${req.path} refused: ${error.status} ${error.message}`);
    return Response.json(messageFormat(error, ''), { status: error.status, headers: error.headers ?? {} });
  };
