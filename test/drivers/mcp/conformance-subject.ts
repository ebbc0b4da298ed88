import type { ConformanceSubject } from '../../support/driver-conformance.js';
import { type McpBench, misbehaving, openMcpBench, SERVER_SECRET, wellBehaved } from '../../support/mcp-bench.js';

const open: McpBench[] = [];

function bench(): McpBench {
  const opened = openMcpBench({ good: wellBehaved(), bad: misbehaving('') });
  open.push(opened);
  return opened;
}

export async function closeMcpServers(): Promise<void> {
  await Promise.all(open.splice(0).map((each) => each.close()));
}

/** A tool that goes on until it is cancelled, and one whose server refuses the call with a secret. */
export const mcp: ConformanceSubject = {
  name: 'mcp',
  startLong: () => {
    const { driver, notes } = bench();
    const binding = { driver_id: 'mcp', operation: 'call_tool', options: { server: 'good', tool: 'slow' } };
    const isWorking = () => notes().includes('working') && !notes().includes('cancelled');
    return { driver, call: { binding, args: { every_ms: 5 } }, isWorking };
  },
  startFailing: () => ({
    driver: bench().driver,
    call: { binding: { driver_id: 'mcp', operation: 'call_tool', options: { server: 'bad', tool: 'refuse' } } },
    secret: SERVER_SECRET,
  }),
};
