import type { Benchmark } from './benchmark.ts';
import { pipeline } from './pipeline.ts';
import { start } from './start.ts';

export const benchmarks: readonly Benchmark[] = [start, pipeline];
