import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { type Ran, sandbox } from '../support/cli.js';

/** A mount that ends with the command; root may make one, others where the system has user namespaces. */
const ALONE = process.getuid?.() === 0 ? 'unshare -m' : 'unshare -rm';
const MOUNT = 'mount -t tmpfs -o size=2m tmpfs';
const canMount = spawnSync('sh', ['-c', `${ALONE} sh -c '${MOUNT} /mnt'`]).status === 0;

/** The commands with their state on a disk of 2 MB, after results were kept on it and the rest was filled. */
async function onFullDisk(commands: string, before = ''): Promise<Ran> {
  const { directory, shell } = sandbox();
  return shell(`export -f akernel
    mkdir disk && ${ALONE} bash -c '${MOUNT} disk && export AKERNEL_HOME=${directory}/disk/state
      for rows in 5 5 5 1000; do akernel invoke demo.customers rows=$rows > /dev/null; done
      ${before}
      ids=($(akernel handles list -o json | grep -o "h_[a-z0-9]\\{10\\}"))
      cat /dev/zero > disk/filler 2> /dev/null
      ${commands}'`);
}

// Where nothing can be mounted, test/stores/sqlite/disk-reserve.test.ts alone tells.
describe.runIf(canMount)('on a full disk', () => {
  it('results can be seen and removed one after another, and then there is room', async () => {
    const { stdout, stderr } = await onFullDisk(`
      akernel invoke demo.customers rows=5 > /dev/null; echo "invoke $?"
      akernel handles list -o text | wc -l
      for id in "\${ids[@]}"; do akernel handles rm $id > /dev/null; echo "rm $?"; done
      akernel handles list; ls disk/state/segments
      akernel invoke demo.customers rows=5 > /dev/null; echo "invoke $?"
      akernel audit verify`);
    // A header row, and four results.
    expect(stdout.split('\n').slice(0, 6)).toEqual(['invoke 7', '5', 'rm 0', 'rm 0', 'rm 0', 'rm 0']);
    expect(stdout).toContain('invoke 0\n{"ok":true');
    expect(stderr.match(/disk full/g)).toHaveLength(1);
  });

  it('a session is refused in one line, and can be removed', async () => {
    const { stdout, stderr } = await onFullDisk(
      `
      for n in 1 2 3 4 5 6 7 8; do akernel session memory set $session k$n - < big > /dev/null; echo "set $?"; done
      akernel session show $session > /dev/null; echo "show $?"
      akernel session rm $session > /dev/null; echo "rm $?"
      akernel session show $session > /dev/null 2>&1; echo "show $?"`,
      `session=$(akernel session new | tr "," "\\n" | grep -o "s_[a-z0-9]*")
      head -c 60000 /dev/zero | tr "\\0" a > big`,
    );
    expect(stdout).toContain('set 7\nshow 0\nrm 0\nshow 4\n');
    expect(stderr.split('\n').filter((line) => line.includes('disk full')).length).toBeGreaterThan(0);
  });

  it('no file loses values that cannot be kept, and none are shown without a trace', async () => {
    const { stdout, stderr } = await onFullDisk(
      `
      akernel redact --write --keep-map a; echo "redact $?"; cmp a a.bak && echo same
      akernel redact --keep-map a | wc -c
      akernel restore --map $map b; echo "restore $?"`,
      `echo mail ada@example.org > a; cp a a.bak
      map=$(akernel redact --keep-map a 2>&1 > b | grep -o "h_[a-z0-9]*")`,
    );
    expect(stdout).toBe('redact 7\nsame\n0\nrestore 7\n');
    expect(stderr).not.toContain('ada@');
  });

  it('gc removes what has to go', async () => {
    const { stdout } = await onFullDisk(`
      echo "{\\"store\\":{\\"max_total_bytes\\":5000}}" > akernel.config.json
      akernel handles gc; ls disk/state/segments | wc -l`);
    expect(stdout).toMatch(/^\{"removed_handles":[234],"removed_bytes":\d{6}\}\n[012]\n$/);
  });
});
