import { readdirSync } from 'node:fs';
import type { Migration } from '../migration.ts';

const names = readdirSync(import.meta.dirname).flatMap((file) => /^(\d{4}-.+)\.ts$/.exec(file)?.[1] ?? []);
const modules = names
  .toSorted()
  .map(async (name) => [name, (await import(/* @vite-ignore */ `./${name}.ts`)) as Migration]);

/** The files of this folder that begin with a number, by name. Forward only, in numerical order, without gaps. */
export const migrations: Readonly<Record<string, Migration>> = Object.fromEntries(await Promise.all(modules));
