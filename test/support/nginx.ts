import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { eventually } from './processes.js';

export interface Nginx {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** nginx in front of servers, which it asks in turn; nothing but what `akernel help server` says is set. */
export async function startNginx(directory: string, servers: readonly string[]): Promise<Nginx> {
  const port = await freePort();
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'nginx.conf'), configFor(port, servers));
  const child = spawn('nginx', ['-p', directory, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
  });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    said += piece.toString('utf8');
  });
  const ended = once(child, 'exit');
  await eventually(() => {
    if (child.exitCode !== null) {
      throw new Error(said);
    }
    return answers(port);
  }, 'nginx answers');
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function configFor(port: number, servers: readonly string[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
master_process off;
pid nginx.pid;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${name};`).join(' ')}
  upstream akernel {
    ${servers.map((url) => `server ${new URL(url).host};`).join('\n    ')}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://akernel;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Connection "";
    }
  }
}
`;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
