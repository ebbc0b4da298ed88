import { readFileSync } from 'node:fs';

const POLL_MS = 20;
const TICKS_PER_SECOND = 100;

export interface Used {
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** Follows what a process uses, for one that is not our own child to wait for. Linux only. */
export function createUsageWatch(pid: number): { readonly end: () => Used } {
  let used: Used = { cpuMs: 0, peakMb: 0 };
  const timer = setInterval(() => {
    used = { cpuMs: Math.max(used.cpuMs, cpuMs(pid)), peakMb: Math.max(used.peakMb, highWaterMb(pid)) };
  }, POLL_MS);
  return {
    end() {
      clearInterval(timer);
      return used;
    },
  };
}

function cpuMs(pid: number): number {
  const stat = readOf(pid, 'stat');
  // Behind the name, which may hold spaces, fields 14 and 15 (utime, stime) are the 12th and 13th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1000) / TICKS_PER_SECOND;
}

/** The kernel remembers the peak, so that polling late only misses the last moments. */
function highWaterMb(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readOf(pid, 'status'))?.[1];
  return (Number(kilobytes ?? 0) * 1024) / 1000 ** 2;
}

function readOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
