export interface Build {
  readonly id: string;
  readonly files: readonly string[];
}

/** Tabs left open across this many deployments still find all their files. */
const MAX_BUILDS = 3;

/** The builds whose files are kept: the current one, and earlier ones that open tabs may still run. */
export function buildsToKeep(storedBuilds: readonly Build[], present: Build): readonly Build[] {
  return [present, ...storedBuilds.filter(({ id }) => id !== present.id)].slice(0, MAX_BUILDS);
}
