import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { type Fault, fieldList } from './rest/fault.ts';

export interface Bindings {
  readonly Bindings: HttpBindings;
}

const bareAddress = (address: string) => address.replace(/^\[|\]$/g, '').replace(/^::ffff:/, '');

/** The name in a Host header, without its port. */
const hostName = (host: string) => bareAddress(host.toLowerCase().replace(/:\d+$/, ''));

/**
 * Whether a request came under a name of this machine: a page whose name was made to lead here still says that name.
 * `listen` is the address that the platform was told to bind.
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
} as const satisfies Fault;

/** Refuses a call of what the control key opens, and logs that without anything that was sent but its path. */
export const createRefusal =
  (log: (line: string) => void) =>
  ({ req }: Context<Bindings>, fault: Fault): Response => {
    log(`${req.method} ${req.path} refused: ${fault.status} ${fault.message}`);
    return Response.json(fieldList(fault, ''), { status: fault.status, headers: fault.headers ?? {} });
  };
