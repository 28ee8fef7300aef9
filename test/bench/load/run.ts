// npm run bench -- load relay|restart|crash|virtual|soak|cluster|carriers [--sockets N] [--widgets 1000000] [--minutes 30]
//   relay     kills one of two relays that carry the sockets
//   restart   the platform closes direct sockets with 1012 and starts again
//   crash     the platform is killed under direct sockets and started again
//   virtual   the same for many more widgets on a virtual clock
//   cluster   one and two relays behind HAProxy: sessions, sockets, messages, memory, Redis
//   carriers  an answer and a thousand visitors over sockets and over polls
//   soak      visitors come, talk and go for so long; prints memory, sockets and other resources of the relay
import { parseArgs } from 'node:util';
import { cluster } from '../cluster/cluster.ts';
import { carriers } from './carriers.ts';
import { soak } from './soak.ts';
import { storm } from './storm.ts';
import { virtualStorm } from './virtual-storm.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sockets: { type: 'string' },
    widgets: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '30' },
  },
});
const LOADS: Readonly<Record<string, () => unknown>> = {
  relay: () => storm('relay', Number(values.sockets ?? 5_000)),
  restart: () => storm('restart', Number(values.sockets ?? 5_000)),
  crash: () => storm('crash', Number(values.sockets ?? 5_000)),
  virtual: () => virtualStorm(Number(values.widgets)),
  cluster: () => cluster(Number(values.sockets ?? 10_000)),
  carriers: () => carriers(Number(values.sockets ?? 1_000)),
  soak: () => soak(Number(values.minutes)),
};
for (const kind of positionals.length > 0 ? positionals : Object.keys(LOADS)) {
  if (!LOADS[kind]) throw new Error(`unknown load: ${kind}`);
  await LOADS[kind]();
}
