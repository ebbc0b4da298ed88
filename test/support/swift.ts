import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.js';

const run = promisify(execFile);

/** OpenStack's object storage, which speaks S3 and checks each signature. */
export interface SwiftServer {
  readonly endpoint: string;
  /** The right keys, as the environment has them. */
  readonly env: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

const KINDS = ['account', 'container', 'object'] as const;
const SECRET = randomBytes(12).toString('hex');

/** On free ports of the loopback interface, with the programs of this machine. `stop` leaves nothing behind. */
export async function startSwift(): Promise<SwiftServer> {
  if (!existsSync('/usr/bin/swift-proxy-server')) {
    throw new Error('no Swift here: install swift-proxy, swift-account, swift-container and swift-object');
  }
  const folder = mkdtempSync('/tmp/akernel-swift-');
  mkdirSync(join(folder, 'node', 'd1'), { recursive: true });
  const [door = 0, ...ports] = await Promise.all([freePort(), ...KINDS.map(freePort)]);
  for (const [index, kind] of KINDS.entries()) {
    writeFileSync(join(folder, `${kind}.conf`), serverConfig(folder, kind, ports[index] ?? 0));
  }
  await run('/usr/bin/python3', ['-c', MAKE_RINGS, ...KINDS.flatMap((kind, index) => [kind, String(ports[index])])], {
    cwd: folder,
  });
  writeFileSync(join(folder, 'proxy.conf'), proxyConfig(folder, door));
  const server = spawn('sh', ['-c', WITH_THIS_PROCESS, folder], { cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] });
  const endpoint = `http://127.0.0.1:${door}`;
  const stop = async (): Promise<void> => {
    const ended = once(server, 'exit');
    server.stdin.end();
    await ended;
  };
  const env = { AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: SECRET };
  if (!(await comesToAnswer(`${endpoint}/healthcheck`))) {
    await stop();
    throw new Error('Swift did not start');
  }
  return { endpoint, env, stop };
}

/** What `swift-ring-builder` does, in one process for all three. */
const MAKE_RINGS = `import sys
from swift.common.ring.builder import RingBuilder
for kind, port in zip(sys.argv[1::2], sys.argv[2::2]):
    builder = RingBuilder(1, 1, 1)
    builder.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=int(port), device='d1', weight=1))
    builder.rebalance()
    builder.get_ring().save(kind + '.ring.gz')
`;

function serverConfig(folder: string, kind: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${process.getuid?.() === 0 ? 'root' : (process.env['USER'] ?? '')}
swift_dir = ${folder}
devices = ${folder}/node
mount_check = false
disable_fallocate = true
log_address = ${folder}/none
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;
}

function proxyConfig(folder: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${process.getuid?.() === 0 ? 'root' : (process.env['USER'] ?? '')}
swift_dir = ${folder}
log_address = ${folder}/none
[pipeline:main]
pipeline = catch_errors healthcheck cache s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${SECRET} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
`;
}

/** However this process ends, its end of the pipe is closed then; the servers go, and their folder. */
const WITH_THIS_PROCESS = `swift-account-server account.conf & a=$!
swift-container-server container.conf & c=$!
swift-object-server object.conf & o=$!
swift-proxy-server proxy.conf & p=$!
cat
kill -KILL $a $c $o $p; wait; cd /; rm -rf "$0"`;

async function comesToAnswer(url: string): Promise<boolean> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answers) {
      return true;
    }
    await sleep(50);
  }
  return false;
}
