import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** A set-up file of the unit tier: it refuses ports and processes, which are slow and belong to the integration tests. */
const refuse = (): never => {
  throw new Error('a unit test opens no port and starts no process; name its file *.integration.test.ts');
};

net.Server.prototype.listen = refuse;
net.Socket.prototype.connect = refuse;
for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const)
  childProcess[name] = refuse as never;
syncBuiltinESMExports();
