import { readdir, readFile } from 'node:fs/promises';

/** The unit in which Linux counts processor time. */
const TICK_MS = 10;

export interface ProcessorTime {
  readonly server: number;
  /** Its PostgreSQL and whatever else it started. */
  readonly children: number;
}

/** Processor time of a process and its children in milliseconds. 0 if the system does not report it. */
export async function processorMs(root: number): Promise<number> {
  const { server, children } = await processorTime(root);
  return server + children;
}

export async function processorTime(root: number): Promise<ProcessorTime> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')));
  const all = lines.filter(Boolean).map((line) => {
    const rest = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    // The fields after the name: state, parent, …; user and system time of the process and of children it waited for.
    return { id: parseInt(line), parent: rest[1], ticks: rest.slice(11, 15).reduce((sum, each) => sum + each, 0) };
  });
  const family = new Set([root]);
  for (let grown = 0; grown < family.size;) {
    grown = family.size;
    for (const { id, parent } of all) if (parent !== undefined && family.has(parent)) family.add(id);
  }
  const timeOf = (isCounted: (id: number) => boolean) =>
    all.filter(({ id }) => isCounted(id)).reduce((sum, { ticks }) => sum + ticks * TICK_MS, 0);
  return { server: timeOf((id) => id === root), children: timeOf((id) => id !== root && family.has(id)) };
}
