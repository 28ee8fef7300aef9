import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

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
