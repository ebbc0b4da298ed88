import { describe, expect, it } from 'vitest';
import { digestOf, recordedLines } from '../../support/digest-of.js';

describe('a table that is aligned by blanks, or separated', () => {
  it.each<[string, readonly string[]]>([
    ['ps-aux', ['rows of the table: 25', 'USER: root=25', 'STAT: S=12 I<=9 I=3 R=1', 'PID: 2 to 30']],
    ['df', ['rows of the table: 6', 'Use%: 0 to 25,', '1K-blocks: 4 to 264212084']],
    ['dpkg-l', ['rows of the table: 25', 'Architecture: amd64=15 all=10']],
    ['apt-list', ['rows of the table: 23', 'architecture: amd64=14 all=9', 'state: "[installed,automatic]"=15']],
    ['docker-ps', ['rows of the table: 13', 'STATUS: "Up 6 days"=4', '8 null']],
    [
      'kubectl-get',
      [
        'rows of the table: 10',
        'STATUS: Running=8 CrashLoopBackOff=1 Pending=1',
        'rows of the table NAME TYPE',
        'TYPE: ClusterIP=4 NodePort=1',
      ],
    ],
    [
      'sqlite-column',
      ['rows of the table: 60', 'status: paid=52 open=7 failed=1, once failed in row 43', 'amount: 13.5 to 795.25'],
    ],
    ['csv-between', ['rows of the table: 12', 'region: north=5 south=4 west=3', 'amount: 94.12 to 478.5']],
  ])('%s is told like rows', (name, facts) => {
    const kept = digestOf(recordedLines(name));
    expect(kept.kind_id).toBe('table');
    expect(kept.kindFacts).toEqual(expect.arrayContaining(facts.map((fact) => expect.stringContaining(fact))));
  });

  it('a row in trouble and a row that is not like the others are telling', () => {
    const [header = '', ...rows] = recordedLines('kubectl-get').slice(0, 10);
    const many = Array.from({ length: 8 }, () => rows.slice(0, 8)).flat();
    const kept = digestOf([header, ...many, rows[8] ?? '', ...many]);
    const [first] = [...kept.errors, ...kept.outline].filter(({ line }) => line.order > 40);
    expect(first?.line.text).toContain('CrashLoopBackOff');
    expect(kept.kindFacts[0]).toBe('rows of the table: 129');
  });

  it.each<[string, number]>([
    ['among the first rows', 3],
    ['in the middle', 60],
    ['at the end', 118],
  ])('one status of a kind and one long time %s are telling, also between others', (_name, place) => {
    const access = (at: number): string => {
      const status = at === place ? 404 : at === place + 1 ? 502 : at === 30 ? 599 : 200;
      const time = at === place + 1 ? 30_001 : 10 + ((at * 13) % 40);
      return `10:00:${String(at % 60).padStart(2, '0')}  GET   /items/${100 + ((at * 31) % 800)}  ${status}     ${String(time).padStart(5)}`;
    };
    const lines = [
      'TIME      METH  PATH        STATUS  MS',
      ...Array.from({ length: 120 }, (_unused, at) => access(at)),
    ];
    const kept = digestOf(lines);
    const told = [...kept.errors, ...kept.outline].map(({ line }) => line.order);
    expect(kept.kind_id).toBe('table');
    expect(told).toEqual(expect.arrayContaining([place + 1, place + 2]));
    // Only so many others are raised with them.
    expect(told.length).toBeLessThan(20);
  });

  it('of percents the highest is one row, and telling', () => {
    const disk = (at: number): string =>
      `/dev/sd${100 + at}   264212084 40000000 ${String(at === 40 ? 97 : 10 + ((at * 7) % 30)).padStart(3)}% /data/${at}`;
    const disks = Array.from({ length: 60 }, (_unused, at) => disk(at));
    const lines = ['Filesystem   1K-blocks     Used Use% Mounted on', ...disks];
    const kept = digestOf(lines);
    expect(kept.kindFacts.find((fact) => fact.startsWith('Use%'))).toMatch(/^Use%: 10 to 97,.*most in row 41/);
    expect(kept.outline.map(({ line }) => line.order)).toContain(41);
  });

  it('names that end a character before their cells are those of columns (ss -tan)', () => {
    const socket = (state: string, port: number): string =>
      `${state.padEnd(10)}0      0          127.0.0.1:${port}    127.0.0.1:4${port % 10_000}`;
    const lines = [
      'State     Recv-Q Send-Q Local Address:Port  Peer Address:Port Process',
      ...Array.from({ length: 40 }, (_unused, at) => socket(at === 25 ? 'LISTEN' : 'TIME-WAIT', 30_000 + at * 7)),
    ];
    const kept = digestOf(lines);
    expect(kept.kindFacts).toEqual(
      expect.arrayContaining(['rows of the table: 40', 'State: TIME-WAIT=39 LISTEN=1, once LISTEN in row 26']),
    );
    expect(kept.outline.map(({ line }) => line.order)).toContain(26);
  });

  it('cells that reach over into the next column are not counted wrongly', () => {
    const lines = recordedLines('docker-ps');
    const wide = `${'x'.repeat(40)} y`;
    expect(digestOf([...lines, wide]).kindFacts[0]).toBe('rows of the table: 13');
  });

  it('values that are too wide for their column push the others to the right', () => {
    const lines = recordedLines('ps-aux');
    const wide = Array.from(
      { length: 20 },
      (_, i) =>
        `www-data  ${10_200 + i}  1.5  0.4 1186412${300 + i} 141200 ?     Sl   07:19   1:02 browser --type=renderer ${i}`,
    );
    const facts = digestOf([...lines, ...wide, ...lines.slice(1)]).kindFacts;
    expect(facts.slice(0, 2)).toEqual(['rows of the table: 70', 'USER: root=50 www-data=20']);
    expect(facts).toContainEqual(expect.stringContaining('RSS: 0 to 141200'));
  });

  it('lines of another form are told', () => {
    const lines = recordedLines('docker-ps');
    const others = ['WARNING: no blkio throttle device support', 'WARNING: bridge-nf-call-iptables is disabled'];
    expect(digestOf([...lines, ...others, ...lines.slice(1)]).kindFacts[0]).toBe(
      'rows of the table: 26, and 2 lines with other cells',
    );
  });

  it('what follows a table is read as what it is', () => {
    const after = [
      '',
      '============ test session starts ============',
      'collecting ...',
      'collected 3 items',
      'test_a.py ..F',
      '=========== FAILURES ===========',
      '___________ test_b ___________',
      'E   assert 1 == 2',
      'test_a.py:3: AssertionError',
      '===== 1 failed, 2 passed in 0.31s =====',
    ];
    const kept = digestOf([...recordedLines('ps-aux'), ...recordedLines('ps-aux').slice(1), ...after]);
    expect(kept.kindFacts[0]).toBe('rows of the table: 50');
    expect(kept.formats.map(({ format_id: id }) => id)).toContain('pytest');
  });
});

describe('what is no table', () => {
  const PROSE = 'The Quick Brown Fox  Jumped Over It';
  it.each<[string, readonly string[]]>([
    [
      'prose below a title',
      [
        PROSE,
        ...Array.from(
          { length: 30 },
          (_, i) => `It is said ${i} times that a dog, which was lazy, did not move at ${i * 7}.`,
        ),
      ],
    ],
    [
      'a log below a title',
      [
        'Server  Started On Port',
        ...Array.from(
          { length: 30 },
          (_, i) => `2026-11-23 10:00:${10 + i} INFO  worker-${i % 8} handled request ${i * 31}`,
        ),
      ],
    ],
    ['source code', Array.from({ length: 30 }, (_, i) => `  const value${i}  = read(${i}, 'x', ${i});`)],
    [
      'a list with commas',
      ['Dear Ann, Bob, Cy', ...Array.from({ length: 30 }, (_, i) => `we met, ${i} of us, in town, and went on`)],
    ],
    [
      'columns without names',
      Array.from({ length: 30 }, (_, i) => `${String(i).padEnd(6)}${String(i * 7).padEnd(8)}north`),
    ],
  ])('%s', (_name, lines) => {
    expect(digestOf(lines).kind_id).not.toBe('table');
  });
});
