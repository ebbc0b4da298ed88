import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../support/cli.js';
import { PROGRAM } from '../support/program.js';

/** A mount that ends with the command; root may make one, others where the system has user namespaces. */
const ALONE = process.getuid?.() === 0 ? 'unshare -m' : 'unshare -rm';
const canMount = spawnSync('sh', ['-c', `${ALONE} sh -c 'mount -t tmpfs tmpfs /mnt'`]).status === 0;

const SCRIPT = `
mkdir disk && mount -t tmpfs -o size=3m tmpfs disk && export AKERNEL_HOME=$PWD/disk/state
akernel grant http.serve --out key > /dev/null
"${process.execPath}" "${PROGRAM}" serve --listen 127.0.0.1:0 -o json > url & server=$!
trap 'kill $server 2> /dev/null' EXIT
until [ -s url ]; do sleep 0.05; done
place=$(grep -o 'http[^"]*' url)
ask() { path=$1; shift; curl -sN -H "Authorization: Bearer $(cat key)" -H 'Content-Type: application/json' "$@" "$place$path"; }
call='{"capability_id":"demo.customers","args":{"rows":200,"delay_ms":10}}'
echo "before $(ask /readyz -o /dev/null -w '%{http_code}')"
ask /v1/invocations/stream -d "$call" > events & reader=$!
until grep -q '"rows":' events; do sleep 0.05; done
cat /dev/zero > disk/filler 2> /dev/null
until [ "$(ask /readyz -o /dev/null -w '%{http_code}')" = 503 ]; do sleep 0.05; done; echo 'full 503'
echo "refused $(ask /v1/invocations -d "$call" | grep -o 'disk full' | head -1)"
wait $reader; grep -o '"seen":{"rows":200' events | head -1; grep -o '"the rest is not kept[^"]*"' events | head -1
rm disk/filler
until [ "$(ask /readyz -o /dev/null -w '%{http_code}')" = 200 ]; do sleep 0.05; done; echo 'after 200'
echo "again $(ask /v1/invocations -o /dev/null -w '%{http_code}' -d '{"capability_id":"demo.customers"}')"
action=$(grep -o '"action_id":"a_[0-9a-z]*' events | head -1 | cut -d'"' -f4)
handle=$(grep -o '"handle_id":"h_[0-9a-z]*' events | head -1 | cut -d'"' -f4)
echo "traced $(ask /v1/traces/$action | grep -o '"outcome":"[a-z]*"')"
echo "kept $(ask /v1/handles/$handle | grep -o '"state":"[a-z]*"')"
kill $server; wait $server; echo "ended $?"
akernel audit verify
`;

// Where nothing can be mounted, test/stores/sqlite/disk-reserve.test.ts alone tells.
describe.runIf(canMount)('a server whose disk is full', () => {
  it('says that it is not ready, goes on with its streams, and recovers: it said that it was ready', async () => {
    const { directory, shell } = sandbox();
    writeFileSync(join(directory, 'script.sh'), SCRIPT);
    const config = { principal: { roles: ['reader', 'service'] } };
    writeFileSync(join(directory, 'akernel.config.json'), JSON.stringify(config));
    const { stdout } = await shell(`export -f akernel; timeout 100 ${ALONE} bash script.sh`);
    expect(stdout.split('\n')).toEqual([
      'before 200',
      'full 503',
      'refused disk full',
      '"seen":{"rows":200',
      expect.stringMatching(/the rest is not kept: the store could not .*disk full/),
      'after 200',
      'again 200',
      expect.stringMatching(/^traced "outcome":"(completed|failed)"$/),
      'kept "state":"partial"',
      'ended 0',
      expect.stringContaining('{"ok":true'),
      '',
    ]);
  });
});
