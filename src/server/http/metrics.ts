/** Counts of what the server did; nothing of any content, and no ids. */
export interface Metrics {
  readonly answered: (method: string, path: string, status: number) => void;
  readonly runEnded: (kind: string, status: string) => void;
  readonly eventMade: () => void;
  /** In the text form of Prometheus. */
  readonly text: (gauges: Readonly<Record<string, number>>) => string;
}

export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const runs = new Map<string, number>();
  let events = 0;
  const count = (into: Map<string, number>, labels: string) => void into.set(labels, (into.get(labels) ?? 0) + 1);
  return {
    answered: (method, path, status) => count(requests, `method="${method}",path="${path}",status="${status}"`),
    runEnded: (kind, status) => count(runs, `kind="${kind}",status="${status}"`),
    eventMade() {
      events += 1;
    },
    text: (gauges) =>
      [
        ...family('akernel_http_requests_total', 'counter', 'Requests that were answered.', requests),
        ...family('akernel_runs_total', 'counter', 'Streamed runs that have ended.', runs),
        ...family('akernel_events_total', 'counter', 'Events of streamed runs.', new Map([['', events]])),
        ...Object.entries(gauges).flatMap(([name, value]) =>
          family(name, 'gauge', GAUGES[name] ?? '', new Map([['', value]])),
        ),
        '',
      ].join('\n'),
  };
}

const GAUGES: Readonly<Record<string, string>> = {
  akernel_runs_active: 'Streamed runs that go on.',
  akernel_runs_kept: 'Streamed runs whose events can be read again.',
  akernel_run_bytes: 'Bytes of events that are kept in memory.',
  akernel_run_readers: 'Connections that read a run.',
};

function family(name: string, type: string, help: string, values: ReadonlyMap<string, number>): readonly string[] {
  const lines = [...values].map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}
