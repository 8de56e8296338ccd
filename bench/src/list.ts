import type { Benchmark } from './benchmark.ts';
import { mutants } from './mutants.ts';
import { orders } from './orders.ts';
import { pipeline } from './pipeline.ts';
import { slots } from './slots.ts';
import { start } from './start.ts';

export const benchmarks: readonly Benchmark[] = [start, pipeline, orders, slots, mutants];
