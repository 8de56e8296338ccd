import type { Benchmark } from './benchmark.ts';
import { bump } from './bump.ts';
import { capacity } from './capacity/capacity.ts';
import { chaos } from './chaos.ts';
import { checker } from './checker.ts';
import { clients } from './clients.ts';
import { connections } from './connections.ts';
import { failover } from './failover/failover.ts';
import { ledger } from './ledger.ts';
import { lighthouse } from './lighthouse.ts';
import { menu } from './menu.ts';
import { history } from './history.ts';
import { live } from './live.ts';
import { memory } from './memory.ts';
import { mutants } from './mutants.ts';
import { orders } from './orders.ts';
import { pipeline } from './pipeline.ts';
import { rounds } from './rounds.ts';
import { rush } from './rush.ts';
import { siege } from './siege/siege.ts';
import { slots } from './slots.ts';
import { start } from './start.ts';
import { upgrade } from './upgrade/upgrade.ts';
import { weight } from './weight.ts';

export const benchmarks: readonly Benchmark[] = [
  start,
  pipeline,
  orders,
  ledger,
  rounds,
  connections,
  slots,
  menu,
  weight,
  lighthouse,
  mutants,
  history,
  live,
  bump,
  memory,
  rush,
  chaos,
  upgrade,
  failover,
  siege,
  clients,
  checker,
  capacity,
];
